// The window in which a person signs in to a server of tools, and what it comes back with.
//
// - It can reach nothing of this page: what it comes back with goes over a channel that pages of this origin share.
// - Sign-in pages of large services cut themselves off from whoever opened them; from here they look closed, and are waited for.
import { Failure } from '../../core/errors.ts';
import { isSafeForSecrets } from '../../core/hosts.ts';
import type { SignInWindow } from '../../mcp/servers.ts';

/** The channel on which `oauth.html` says what it was called with. */
const CHANNEL = 'perilune-oauth';
/** Milliseconds between two looks at whether it is closed; and until nobody waits any longer. */
const LOOK = 500;
const PATIENCE = 15 * 60_000;

export interface SignInOptions {
  /** A person gave up, or began anew. */
  signal: AbortSignal;
  /** The window was closed, or looks so. What it may come back with is still waited for. */
  onClosed(): void;
}

export function signInWindow(
  popup: Window,
  { signal, onClosed }: SignInOptions,
): SignInWindow & { end(): void } {
  const channel = new BroadcastChannel(CHANNEL);
  let state: string | null = null;
  let end = (): void => undefined;
  const back = new Promise<URLSearchParams>((resolve, reject) => {
    // Other tabs, and windows of an earlier try, come back over the same channel.
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const answer = new URLSearchParams(String(data));
      if (state !== null && answer.get('state') === state) resolve(answer);
    };
    const stop = (): void => reject(new Failure('cancelled', 'The sign-in was cancelled.'));
    signal.addEventListener('abort', stop, { once: true });
    const late = setTimeout(
      () => reject(new Failure('timeout', 'The sign-in timed out. Choose Sign in again.')),
      PATIENCE,
    );
    const look = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(look);
      onClosed();
    }, LOOK);
    end = () => {
      clearInterval(look);
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      // What was sent last is read first.
      setTimeout(() => channel.close(), 0);
      popup.close();
    };
  });
  // Where no window is needed nobody waits for it.
  back.catch(() => undefined);
  // The page that is shown there must not be able to send this one elsewhere.
  popup.opener = null;
  return {
    show(address) {
      if (!isSafeForSecrets(address)) {
        throw new Failure(
          'denied',
          `The sign-in page ${address.origin} is not encrypted. Ask the server’s operator for an https address.`,
        );
      }
      state = address.searchParams.get('state');
      popup.location.replace(address.href);
    },
    back,
    end: () => end(),
  };
}
