// The window in which a user signs in to an MCP server, and the answer it returns.
//
// - It cannot reach this page: the answer comes over a channel that pages of this origin share.
// - Sign-in pages of large services sever the link to their opener. They then look closed, so the page keeps waiting.
import { Failure } from '../../core/errors.ts';
import { isSafeForSecrets } from '../../core/hosts.ts';
import type { SignInWindow } from '../../mcp/servers.ts';

/** The channel on which `oauth.html` reports the parameters of its address. */
const CHANNEL = 'perilune-oauth';
/** The page that a sign-in returns to, which reports the parameters of its address. */
export const RETURN_PAGE = 'oauth.html';
/** Milliseconds: between two checks for closing, and until the wait ends. */
const LOOK = 500;
const PATIENCE = 15 * 60_000;

export interface SignInOptions {
  /** Aborts when the user gave up or started again. */
  signal: AbortSignal;
  /** The window is closed, or looks closed. The wait continues. */
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
    // Other tabs, and windows of earlier attempts, answer on the same channel.
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
      // Messages already sent are read first.
      setTimeout(() => channel.close(), 0);
      popup.close();
    };
  });
  // Without a window, nothing awaits this.
  back.catch(() => undefined);
  // The page in the window must not be able to navigate this one.
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

/** Lets a person sign in in a window that was opened in the click itself, because browsers block it later. */
export async function inSignInWindow(
  popup: Window | null,
  options: SignInOptions,
  work: (window: SignInWindow) => Promise<void>,
): Promise<void> {
  if (!popup) throw new Failure('denied', 'Allow this page to open windows, then choose Sign in again.');
  const window = signInWindow(popup, options);
  await work(window).finally(() => window.end());
}
