// An HTTP tool as data: one request with placeholders, how it proves who asks, and what becomes of the answer.
import { canonicalHost } from '../../core/hosts.ts';
import { toToolSpec } from '../../core/tool-spec.ts';
import type { ToolSpec } from '../../core/tool.ts';
import { parseAddress } from './http-address.ts';
import { readSpecFields } from './read-http-spec.ts';
import type { HttpSpec } from './http-types.ts';

/**
 * @param fileName names the tool when the JSON does not; `weather.http.json` gives `weather`.
 * @throws Failure `bad_request` that says which field is wrong.
 */
export function readHttpSpec(json: string, fileName = 'tool.http.json'): HttpSpec {
  const spec = readSpecFields(json, fileName);
  httpToolSpec(spec, fileName); // its checks are the same as those of a script
  return spec;
}

/** What the registry keeps of it, and what its Lua script declares: the two are the same. */
export function httpToolSpec(spec: HttpSpec, fileName = 'tool.http.json'): ToolSpec {
  const { name, version, description, tags, parameters, returns, view, timeout, approve } = spec;
  const declared = { name, version, description, tags, parameters, returns, view, timeout, approve };
  const told = toToolSpec({ ...declared, hosts: hostsOf(spec) }, fileName);
  return description === undefined ? { ...told, description: `HTTP tool: ${name}` } : told;
}

/** Every host it asks to reach, each once: of its address, of its tokens, and those it names. */
function hostsOf({ request, auth, allowedHosts = [] }: HttpSpec): string[] {
  const { origin } = parseAddress(request.url, 'request.url');
  const hosts = [typeof origin === 'string' ? origin : '', ...allowedHosts];
  if (auth?.type === 'oauth2') hosts.push(auth.tokenUrl.replace(/^(https?:\/\/[^/?#]*).*$/is, '$1'));
  return [...new Set(hosts.map((host) => canonicalHost(host)).filter((host) => host !== undefined))];
}
