// What the definition of an HTTP tool says about signing in, with the values that its config and secrets hold.
import { Failure } from '../../core/errors.ts';
import { hostOfAddress } from '../../core/hosts.ts';
import { expand, namesIn } from '../../core/placeholders.ts';
import type { SignInTarget } from '../../core/ports/tool-sign-in.ts';
import { secretsForHost } from '../../core/secrets-for-host.ts';
import type { Secret } from '../../core/secrets.ts';
import type { Tool } from '../../core/tool.ts';
import { httpToolSpec, readHttpSpec } from './http-spec.ts';
import { parseTemplate } from './template.ts';

type SignsIn = Pick<Tool, 'kind' | 'source' | 'folder' | 'name' | 'config'>;

/**
 * Returns undefined for a tool without a sign-in.
 * @param reveal reads secrets from the vault
 * @throws Failure `unavailable` when a value is missing, `denied` when a secret may not go to an address that receives
 *   it
 */
export async function signInTarget(
  tool: SignsIn,
  reveal: (names: string[]) => Promise<Secret[]>,
): Promise<SignInTarget | undefined> {
  if (tool.kind !== 'http') return undefined;
  const spec = readHttpSpec(tool.source, `${tool.name}.json`);
  const { auth } = spec;
  if (auth?.type !== 'oauth2' || auth.grant !== 'authorizationCode') return undefined;
  const { authorizeUrl = '', tokenUrl, clientId, clientSecret, scope, credentials = 'body' } = auth;
  // The address of the sign-in page carries the client id and the scope.
  const shown = await clientValues(tool.config, [clientId, scope ?? ''], [tokenUrl, authorizeUrl], reveal);
  const hidden = await clientValues(tool.config, [clientSecret ?? ''], [tokenUrl], reveal);
  return {
    key: tool.folder,
    name: tool.name,
    authorizeUrl,
    tokenUrl,
    clientId: shown(clientId),
    ...(clientSecret !== undefined && { clientSecret: hidden(clientSecret) }),
    ...(scope && { scope: shown(scope) }),
    credentials,
    hosts: httpToolSpec(spec).hosts,
  };
}

/** Reads only the secrets that these texts need. @param addresses that receive their values */
async function clientValues(
  config: Tool['config'],
  texts: readonly string[],
  addresses: readonly string[],
  reveal: (names: string[]) => Promise<Secret[]>,
): Promise<(text: string) => string> {
  const named = namesIn(config);
  const roots = texts.flatMap((text) =>
    parseTemplate(text, 'auth').flatMap((part) => (typeof part === 'string' ? [] : [part.root])),
  );
  const names = roots.flatMap((root) => {
    const value = config[root];
    return value === undefined ? named.filter((name) => name === root) : namesIn({ value });
  });
  let values = new Map<string, string>();
  for (const address of addresses) {
    values = await secretsForHost(hostOfAddress(address) ?? '', [...new Set(names)], reveal);
  }
  const expanded = expand(config, values);
  return (text) =>
    parseTemplate(text, 'auth')
      .map((part) => {
        if (typeof part === 'string') return part;
        const value = expanded[part.root] ?? values.get(part.root) ?? '';
        if (value === '' || typeof value === 'object') {
          throw new Failure('unavailable', `${part.root} is not set; set it in the tool's settings`);
        }
        return String(value);
      })
      .join('');
}
