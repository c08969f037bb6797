// Signs in with OpenRouter: OAuth with PKCE for a page without a server. The result is a key.
//
// - OpenRouter has no `state`, so the state is part of the return address.
// - A return without a pending sign-in of this tab, or with another state, is ignored.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';

export const OPENROUTER = 'https://openrouter.ai/api/v1';
const SIGN_IN = 'https://openrouter.ai/auth';
const EXCHANGE = `${OPENROUTER}/auth/keys`;
/** The parameter of the return address that holds the state. */
export const STATE_PARAMETER = 'sign-in';
/** Time limit of a sign-in in milliseconds; creating an account may be part of it. */
const LONGEST = 3_600_000;
const EXCHANGE_TIME = 30_000;

/** Stored in the tab while the person signs in. */
export interface PendingSignIn {
  state: string;
  verifier: string;
  /** When it began. */
  begun: number;
  /** The conversation that it was started from. */
  chat?: string;
}

export interface SignInStart {
  pending: PendingSignIn;
  /** Address that the tab goes to. */
  address: string;
}

/** @param page the app's own address */
export async function beginSignIn(page: string, now: number, chat?: string): Promise<SignInStart> {
  const pending = { state: random(), verifier: random(), begun: now, ...(chat !== undefined && { chat }) };
  const back = new URL(page);
  back.search = '';
  back.hash = '';
  back.searchParams.set(STATE_PARAMETER, pending.state);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(pending.verifier));
  const address = new URL(SIGN_IN);
  address.searchParams.set('callback_url', back.href);
  address.searchParams.set('code_challenge', base64url(new Uint8Array(hash)));
  address.searchParams.set('code_challenge_method', 'S256');
  return { pending, address: address.href };
}

/** Tells whether the return belongs to the pending sign-in. */
export function belongsTo(
  returned: URLSearchParams,
  pending: unknown,
  now: number,
): pending is PendingSignIn {
  return (
    isObject(pending) &&
    typeof pending['state'] === 'string' &&
    typeof pending['verifier'] === 'string' &&
    typeof pending['begun'] === 'number' &&
    now - pending['begun'] < LONGEST &&
    returned.get(STATE_PARAMETER) === pending['state']
  );
}

/**
 * Exchanges the code for a key.
 * @throws Failure with a sentence for people
 */
export async function finishSignIn(
  returned: URLSearchParams,
  { verifier }: PendingSignIn,
  send: typeof fetch = (input, init) => fetch(input, init),
): Promise<string> {
  const code = returned.get('code');
  if (!code) throw new Failure('cancelled', 'You were not signed in with OpenRouter. Try again.');
  const response = await send(EXCHANGE, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, code_verifier: verifier, code_challenge_method: 'S256' }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal: AbortSignal.timeout(EXCHANGE_TIME),
  }).catch(() => undefined);
  if (!response)
    throw new Failure('unavailable', 'Couldn’t reach OpenRouter. Check the connection, then sign in again.');
  const body: unknown = await response.json().catch(() => undefined);
  const key = isObject(body) ? body['key'] : undefined;
  if (!response.ok || typeof key !== 'string' || key === '')
    throw new Failure(
      'unavailable',
      `OpenRouter did not return a key (status ${response.status}). Sign in again.`,
    );
  return key;
}

/** Returns 256 random bits as URL-safe text. */
function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
