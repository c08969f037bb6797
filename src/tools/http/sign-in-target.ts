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
 * @throws Failure `unavailable` when a value is missing, `denied` when a secret may not go to the token address
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
  const valueOf = await clientValues(tool.config, [clientId, clientSecret ?? ''], tokenUrl, reveal);
  return {
    key: tool.folder,
    name: tool.name,
    authorizeUrl,
    tokenUrl,
    clientId: valueOf(clientId),
    ...(clientSecret !== undefined && { clientSecret: valueOf(clientSecret) }),
    ...(scope && { scope: valueOf(scope) }),
    credentials,
    hosts: httpToolSpec(spec).hosts,
  };
}

/** Reads only the secrets that these texts need. */
async function clientValues(
  config: Tool['config'],
  texts: readonly string[],
  tokenUrl: string,
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
  const values = await secretsForHost(hostOfAddress(tokenUrl) ?? '', [...new Set(names)], reveal);
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
