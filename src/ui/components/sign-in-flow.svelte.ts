// A sign-in in a window of its own, as a screen shows it.

const OPENED = 'Sign in using the window that just opened.';
const CLOSED = 'Continue in the sign-in window if it is still open. If you closed it, choose Sign in again.';

export interface SignInAttempt {
  /** Aborts when the person starts again, or the screen closes. */
  signal: AbortSignal;
  /** The window is closed, or looks closed. The wait continues. */
  onClosed(): void;
}

export class SignInFlow {
  /** What the person has to do now; empty otherwise. */
  waiting = $state('');
  #attempt: AbortController | undefined;

  /**
   * Call it in the click itself: browsers block windows opened later.
   * @param onClosed a window that looks closed is still awaited, and another one may be opened
   */
  async start(
    signIn: (popup: Window | null, attempt: SignInAttempt) => Promise<void>,
    onClosed: () => void,
  ): Promise<void> {
    const popup = window.open('', '_blank', 'popup,width=520,height=720');
    this.stop();
    const attempt = (this.#attempt = new AbortController());
    this.waiting = popup ? OPENED : '';
    try {
      await signIn(popup, {
        signal: attempt.signal,
        onClosed: () => {
          this.waiting = CLOSED;
          onClosed();
        },
      });
    } finally {
      if (attempt === this.#attempt) this.waiting = '';
    }
  }

  stop(): void {
    this.#attempt?.abort();
  }
}
