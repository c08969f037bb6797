// Signs in to OpenRouter in this tab, and returns with a key. The same tab, since a popup may be blocked, and an
// installed app has none.
import type { Preferences } from '../../apps/web/app.ts';
import { PENDING } from './returned.ts';

export async function signIn(preferences: Preferences, chat: string | undefined): Promise<void> {
  const { beginSignIn } = await (await preferences.connecting()).openRouter();
  const { pending, address } = await beginSignIn(location.href, Date.now(), chat);
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  location.assign(address);
}

export interface SignedIn {
  baseUrl: string;
  key: string;
  /** The conversation where it began. */
  chat: string | undefined;
}

/**
 * Finishes a sign-in.
 * @param returned the parameters in the address
 * @returns undefined when this tab has started no such sign-in
 * @throws Failure with a sentence for the user
 */
export async function comeBack(
  preferences: Preferences,
  returned: URLSearchParams,
): Promise<SignedIn | undefined> {
  const { OPENROUTER, belongsTo, finishSignIn } = await (await preferences.connecting()).openRouter();
  const pending = readPending();
  sessionStorage.removeItem(PENDING);
  if (!belongsTo(returned, pending, Date.now())) return undefined;
  return { baseUrl: OPENROUTER, key: await finishSignIn(returned, pending), chat: pending.chat };
}

function readPending(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PENDING) ?? '');
  } catch {
    return undefined;
  }
}
