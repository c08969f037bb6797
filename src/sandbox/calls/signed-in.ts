// Requests of an HTTP tool with the token of the person who signed in. The page adds it: no script gets it.
//
// - It goes only to the hosts of the definition that the person signed in with.
// - A server may repeat it in its answer, so it counts as a secret of the run like any other.
import { Failure } from '../../core/errors.ts';
import { canonicalHost, originOfAddress } from '../../core/hosts.ts';
import { isObject } from '../../base/json.ts';
import type { AccessToken } from '../../core/ports/tool-sign-in.ts';
import type { HostCall, HostServices } from '../capabilities.ts';

type Sent = { json: string };

/**
 * Sends a request with the token, and once more with a new one if the server rejects the first.
 * @throws Failure `denied` when the tool has no sign-in, or the token may not go to that host; `unavailable` when
 *   the user has to sign in first
 */
export async function sendSignedIn<T extends Sent>(
  services: Pick<HostServices, 'accessToken'>,
  call: HostCall,
  send: (call: HostCall) => Promise<T>,
): Promise<T> {
  const { grants } = call.run;
  // Nothing leaves in a dry run or in read-only mode, so no token is refreshed for it.
  if (grants.outbound.isDry || grants.outbound.isReadOnly) return send(call);
  const target = await grants.signIn?.();
  if (!target) throw failed('denied', 'only the definition of an HTTP tool can use a sign-in');
  if (!services.accessToken) {
    throw failed(
      'unavailable',
      `'${target.name}' requires signing in, which is possible only in the app; elsewhere, use the grant refreshToken with a secret`,
    );
  }
  const first = await services.accessToken(target);
  const answer = await send(withToken(call, first));
  if (statusOf(answer) !== 401) return answer;
  return send(withToken(call, await services.accessToken(target, first.value)));
}

function withToken(call: HostCall, { value, hosts }: AccessToken): HostCall {
  const { payload, run } = call;
  const url = payload['url'];
  const host = typeof url === 'string' ? canonicalHost(originOfAddress(url) ?? '') : undefined;
  if (host === undefined || !hosts.includes(host)) {
    throw failed(
      'denied',
      `the sign-in is for ${hosts.join(', ')}, not for ${host ?? 'this address'}; open the tool in Studio and sign in again`,
    );
  }
  run.secrets.add({ name: 'access token', value, hosts, fetched: true });
  run.grants.outbound.hold([{ name: 'access token', hosts }]);
  const headers = isObject(payload['headers']) ? payload['headers'] : {};
  return { ...call, payload: { ...payload, headers: { ...headers, authorization: `Bearer ${value}` } } };
}

function statusOf({ json }: Sent): unknown {
  return (JSON.parse(json) as { status?: unknown }).status;
}

function failed(code: 'denied' | 'unavailable', why: string): Failure {
  return new Failure(code, `http.request: ${why}`);
}
