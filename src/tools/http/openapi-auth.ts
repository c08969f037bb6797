// Translates an OpenAPI operation's security requirements to HTTP tool authentication, with secrets for the user to
// fill in.
import { isObject, type JsonObject } from '../../base/json.ts';
import type { HttpAuth } from './http-types.ts';
import type { DocumentReader } from './openapi-document.ts';

export interface Security {
  auth?: HttpAuth;
  /** Additional keys, for an operation that needs several. */
  query: Record<string, string>;
  headers: Record<string, string>;
  secrets: string[];
}

type Scheme = Record<string, unknown>;

export function securityOf(
  operation: Record<string, unknown>,
  document: JsonObject,
  reader: DocumentReader,
  slug: string,
): Security {
  const none: Security = { query: {}, headers: {}, secrets: [] };
  const asked = operation['security'] ?? document['security'];
  const choices = Array.isArray(asked) ? asked.filter(isObject) : [];
  if (choices.length === 0) return none;
  const optional = choices.some((choice) => Object.keys(choice).length === 0);
  for (const choice of choices.filter((each) => Object.keys(each).length > 0)) {
    const security = toSecurity(choice, schemesOf(document, reader), slug, reader);
    if (security && optional && security.auth?.type !== 'oauth2' && security.auth) {
      return { ...security, auth: { ...security.auth, optional } };
    }
    if (security) return security;
  }
  if (!optional)
    reader.note(
      'Some operations need a kind of authentication that tools don’t support; they are sent without it.',
    );
  return none;
}

function schemesOf(document: JsonObject, reader: DocumentReader): Map<string, Scheme> {
  const components = document['components'];
  const given =
    isObject(components) && isObject(components['securitySchemes']) ? components['securitySchemes'] : {};
  const resolved = Object.entries(given).map(([name, scheme]): [string, unknown] => [
    name,
    reader.resolve(scheme),
  ]);
  return new Map(resolved.filter((entry): entry is [string, Scheme] => isObject(entry[1])));
}

/** Returns undefined when part of it is unsupported. */
function toSecurity(
  choice: Record<string, unknown>,
  schemes: ReadonlyMap<string, Scheme>,
  slug: string,
  reader: DocumentReader,
): Security | undefined {
  const security: Security = { query: {}, headers: {}, secrets: [] };
  const several = [...schemes.values()].filter(({ type }) => type === 'apiKey').length > 1;
  for (const [name, scopes] of Object.entries(choice)) {
    const scheme = schemes.get(name);
    const read = scheme && toAuth(name, scheme, scopes, { slug, several, reader });
    if (!read) return undefined;
    if (!security.auth) security.auth = read.auth;
    else if (read.auth.type === 'apiKey') {
      security[read.auth.in === 'query' ? 'query' : 'headers'][read.auth.name] = read.auth.value;
    } else return undefined;
    security.secrets.push(...read.secrets);
  }
  return security;
}

function toAuth(
  name: string,
  scheme: Scheme,
  scopes: unknown,
  { slug, several, reader }: { slug: string; several: boolean; reader: DocumentReader },
): { auth: HttpAuth; secrets: string[] } | undefined {
  const secret = (ending: string): string => `${constant(slug)}_${ending}`.slice(0, 64);
  const bearer = (): { auth: HttpAuth; secrets: string[] } => {
    const token = secret('TOKEN');
    return { auth: { type: 'bearer', token: `\${${token}}` }, secrets: [token] };
  };
  const way = String(scheme['scheme'] ?? '').toLowerCase();
  switch (scheme['type']) {
    case 'http': {
      if (way === 'bearer') return bearer();
      if (way !== 'basic') return undefined;
      const secrets = [secret('USERNAME'), secret('PASSWORD')] as const;
      return {
        auth: { type: 'basic', username: `\${${secrets[0]}}`, password: `\${${secrets[1]}}` },
        secrets: [...secrets],
      };
    }
    case 'apiKey': {
      const place = scheme['in'];
      const field = String(scheme['name'] ?? '');
      if ((place !== 'header' && place !== 'query') || field === '') return undefined;
      const key = secret(several ? constant(name) : 'API_KEY');
      return { auth: { type: 'apiKey', in: place, name: field, value: `\${${key}}` }, secrets: [key] };
    }
    case 'oauth2': {
      const flows = isObject(scheme['flows']) ? scheme['flows'] : {};
      const scope = Array.isArray(scopes) ? scopes.filter((each) => typeof each === 'string').join(' ') : '';
      const tokenUrl = addressIn(flows['clientCredentials'], 'tokenUrl');
      if (tokenUrl !== undefined) {
        const secrets = [secret('CLIENT_ID'), secret('CLIENT_SECRET')] as const;
        return {
          auth: {
            type: 'oauth2',
            grant: 'clientCredentials',
            tokenUrl,
            clientId: `\${${secrets[0]}}`,
            clientSecret: `\${${secrets[1]}}`,
            ...(scope !== '' && { scope }),
          },
          secrets: [...secrets],
        };
      }
      const authorizeUrl = addressIn(flows['authorizationCode'], 'authorizationUrl');
      const signInTokenUrl = addressIn(flows['authorizationCode'], 'tokenUrl');
      if (authorizeUrl !== undefined && signInTokenUrl !== undefined) {
        const id = secret('CLIENT_ID');
        reader.note(
          `${name} requires signing in: register an app with the service, set its client id as ${id}, and choose Sign in under Authentication in the tool’s form. If the service gave you a client secret, enter it there.`,
        );
        return {
          auth: {
            ...{ type: 'oauth2', grant: 'authorizationCode', authorizeUrl, tokenUrl: signInTokenUrl },
            clientId: `\${${id}}`,
            ...(scope !== '' && { scope }),
          },
          secrets: [id],
        };
      }
      reader.note(
        `${name} requires signing in on a page of the service, which tools cannot do: get an access token there, and set it as ${secret('TOKEN')}.`,
      );
      return bearer();
    }
    case 'openIdConnect':
      reader.note(
        `${name} requires signing in on a page of the service, which tools cannot do: get an access token there, and set it as ${secret('TOKEN')}.`,
      );
      return bearer();
    default:
      return undefined;
  }
}

function addressIn(flow: unknown, name: string): string | undefined {
  const address = isObject(flow) ? flow[name] : undefined;
  return typeof address === 'string' && /^https:\/\//i.test(address) ? address : undefined;
}

function constant(text: string): string {
  const name = text
    .slice(0, 300)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return (/^[A-Za-z]/.test(name) ? name : `API_${name}`).toUpperCase().slice(0, 40);
}
