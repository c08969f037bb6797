// `http.token`: an access token for a tool, fetched once and kept on the page until it expires.
//
// - The token counts as a secret of the run before the script sees it: no log, record, error or result shows it.
// - It is bound to the host it came from and to the hosts of the secrets used to request it. Any other host needs an
//   approval.
// - The answer is text from its host, like every answer. From a refusal, only standard error codes are repeated.
// - A refresh token that its host replaces is stored in place of the one that was sent, if that secret may go to this
//   host only. Otherwise a tool could replace any secret that it was given.
// - A token is cached per request, tool and set of reachable hosts. Another tool, or one without the client secret,
//   never gets it. It is kept in memory only.
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import { SECRET_MAX_LENGTH, SECRET_MIN_LENGTH } from '../../core/secrets.ts';
import type { Taint } from '../../core/taint.ts';
import type { HostCall, HostServices } from '../capabilities.ts';
import type { HostAnswer } from '../../core/ports/grants.ts';
import type { HttpCalls } from './http-calls.ts';

/** Seconds to keep a token whose server gives no lifetime. A refused token is fetched again in any case. */
const USUAL_LIFE = 3600;
/** Seconds before expiry at which a token counts as expired: the request that carries it still has to arrive. */
const MARGIN = 30;
/** For all tools together; the oldest are dropped. */
const MAX_KEPT = 200;
/** Error codes that a refusal may repeat (RFC 6749, 5.2). Anything else in it is untrusted text. */
const REASONS: ReadonlySet<unknown> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);
/** Characters that a header can carry as a token. */
const TOKEN = /^[\x21-\x7e]+$/;

interface Kept {
  token: string;
  hosts: readonly string[];
  /** The host that issued it. */
  from: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** Lives as long as the services that all runs share. */
const caches = new WeakMap<HostServices, Map<string, Kept>>();

export class TokenCalls {
  readonly #services: HostServices;
  readonly #requests: Pick<HttpCalls, 'send'>;
  readonly #taint: Taint;
  readonly #tokens: Map<string, Kept>;

  constructor(services: HostServices, requests: Pick<HttpCalls, 'send'>, taint: Taint) {
    this.#services = services;
    this.#requests = requests;
    this.#taint = taint;
    this.#tokens = caches.get(services) ?? new Map<string, Kept>();
    caches.set(services, this.#tokens);
  }

  /** Takes a request and `refused`, a token that the server rejected. Answers `{token, kept}`. */
  async token(call: HostCall): Promise<HostAnswer> {
    const { payload, run } = call;
    const { refused, ...request } = payload;
    const key = keyOf(call, request);
    const kept = this.#tokens.get(key);
    if (kept && kept.until > Date.now() && kept.token !== refused) {
      // A cached token is still text from that host, in each run that gets it.
      this.#taint.add(kept.from);
      return give(run, kept, true);
    }
    this.#tokens.delete(key);
    const answer = await this.#requests.send({ ...call, payload: request });
    if (run.grants.outbound.isDry) throw new Failure('unavailable', 'a dry run gets no access token');
    const hosts = tokenHosts(call, request, answer.host);
    const { token, life, refresh } = readGrant(answer, run, hosts);
    if (refresh !== undefined) await this.#keepRefresh(call, answer.host, refresh);
    const fresh = { token, hosts, from: answer.host, until: Date.now() + (life - MARGIN) * 1000 };
    this.#tokens.set(key, fresh);
    for (const oldest of this.#tokens.keys()) {
      if (this.#tokens.size <= MAX_KEPT) break;
      this.#tokens.delete(oldest);
    }
    return give(run, fresh, false);
  }

  async #keepRefresh({ run, bytes }: HostCall, host: string, refresh: string): Promise<void> {
    const sent = new URLSearchParams(new TextDecoder().decode(bytes)).get('refresh_token') ?? '';
    if (sent === refresh) return;
    const secret = sent === '' ? undefined : run.secrets.carried([sent]).find(({ value }) => value === sent);
    const isOwn = secret?.hosts.length === 1 && secret.hosts[0] === host;
    if (isOwn && isHideable(refresh) && (await this.#services.renewSecret?.(secret, refresh))) return;
    run.warn(
      secret && !isOwn
        ? `http: ${host} gave out a new refresh token, which is not kept; let the secret ${secret.name} go to ${host} only, then new ones are stored`
        : `http: ${host} gave out a new refresh token, which is not kept; when the old one stops working, set a new one`,
    );
  }
}

function give(run: HostCall['run'], { token, hosts }: Kept, kept: boolean): HostAnswer {
  hold(run, 'access token', token, hosts);
  return { json: JSON.stringify({ token, kept }) };
}

function hold(
  { secrets, grants }: HostCall['run'],
  name: string,
  value: string,
  hosts: readonly string[],
): void {
  secrets.add({ name, value, hosts, fetched: true });
  grants.outbound.hold([{ name, hosts }]);
}

/**
 * Returns the token's issuer, the hosts of the secrets used to request it, and the hosts that a person saw in a
 * definition.
 */
function tokenHosts(
  { run, bytes }: HostCall,
  request: Readonly<Record<string, unknown>>,
  host: string,
): readonly string[] {
  const used = run.secrets.carried([JSON.stringify(request), ...(bytes ? [bytes] : [])]);
  return [...new Set([host, ...used.flatMap(({ hosts }) => hosts), ...run.grants.tokenHosts])];
}

function keyOf({ run, bytes }: HostCall, request: Record<string, unknown>): string {
  const { folder, hosts } = run.grants;
  const body = Array.from(bytes ?? [], (byte) => String.fromCharCode(byte)).join('');
  return JSON.stringify([folder, [...hosts].sort(), request, body]);
}

function readGrant(
  { json, bytes, host }: HostAnswer & { host: string },
  run: HostCall['run'],
  hosts: readonly string[],
): { token: string; life: number; refresh: string | undefined } {
  const { status } = JSON.parse(json) as { status: number };
  const text = new TextDecoder().decode(bytes);
  const grant = toGrant(text);
  // Any other tokens in the answer are hidden too.
  for (const [field, value] of Object.entries(grant)) {
    if (/token$/.test(field) && typeof value === 'string' && isHideable(value)) {
      hold(run, field.replaceAll('_', ' '), value, hosts);
    }
  }
  const token = grant['access_token'];
  if (status < 200 || status > 299 || typeof token !== 'string') {
    const reason = REASONS.has(grant['error']) ? `: ${String(grant['error'])}` : '';
    throw new Failure(
      'unavailable',
      `${host} gave no access token (http status ${status})${reason}; check the client and its secret`,
    );
  }
  if (!isHideable(token) || !TOKEN.test(token)) {
    throw new Failure('unavailable', `${host} gave an access token that no header can carry`);
  }
  const refresh = grant['refresh_token'];
  const life = Number(grant['expires_in']);
  return {
    token,
    life: life > 0 ? life : USUAL_LIFE,
    refresh: typeof refresh === 'string' ? refresh : undefined,
  };
}

function isHideable({ length }: string): boolean {
  return length >= SECRET_MIN_LENGTH && length <= SECRET_MAX_LENGTH;
}

function toGrant(text: string): Record<string, unknown> {
  try {
    const grant: unknown = JSON.parse(text);
    return isObject(grant) ? grant : {};
  } catch {
    return {};
  }
}
