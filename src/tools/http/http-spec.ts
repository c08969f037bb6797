// An HTTP tool as data: one request with placeholders, its authentication, and the use of its answer.
import { canonicalHost } from '../../core/hosts.ts';
import { toToolSpec } from '../../core/tool-spec.ts';
import type { ToolSpec } from '../../core/tool.ts';
import { parseAddress } from './http-address.ts';
import { readSpecFields } from './read-http-spec.ts';
import type { HttpSpec } from './http-types.ts';

/**
 * @param fileName names the tool when the JSON doesn't; `weather.http.json` gives `weather`
 * @throws Failure `bad_request` that names the field
 */
export function readHttpSpec(json: string, fileName = 'tool.http.json'): HttpSpec {
  const spec = readSpecFields(json, fileName);
  httpToolSpec(spec, fileName); // The same checks as for a script.
  return spec;
}

/** Returns what the registry stores about it, which is also what its Lua script declares. */
export function httpToolSpec(spec: HttpSpec, fileName = 'tool.http.json'): ToolSpec {
  const { name, version, description, tags, parameters, returns, view, timeout, approve } = spec;
  const declared = { name, version, description, tags, parameters, returns, view, timeout, approve };
  const told = toToolSpec({ ...declared, hosts: hostsOf(spec) }, fileName);
  return description === undefined ? { ...told, description: `HTTP tool: ${name}` } : told;
}

/** Returns every host it wants to reach, once each: of its address, of its tokens, and those it names. */
function hostsOf({ request, auth, allowedHosts = [] }: HttpSpec): string[] {
  const { origin } = parseAddress(request.url, 'request.url');
  const hosts = [typeof origin === 'string' ? origin : '', ...allowedHosts];
  // Its script doesn't ask for a token that a person signed in for.
  if (auth?.type === 'oauth2' && auth.grant !== 'authorizationCode')
    hosts.push(auth.tokenUrl.replace(/^(https?:\/\/[^/?#]*).*$/is, '$1'));
  return [...new Set(hosts.map((host) => canonicalHost(host)).filter((host) => host !== undefined))];
}
