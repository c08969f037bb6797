// Lets the browser itself enforce grants. Requests leave through the `fetch` of a hidden frame whose policy lists
// only the granted origins. The browser then stops a redirect to another host before it is sent, which no check in
// script could do.
import { Failure } from '../../core/errors.ts';

/** The way out for one request. */
export interface FetchChannel {
  /** Rejects with RedirectBlocked when the browser stopped a redirect, otherwise with the error of `fetch`. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Must be called once the answer has been read. */
  release(): void;
}

/** The server redirected to a host without a grant. The browser doesn't say which. */
export class RedirectBlocked extends Error {}

/** Maximum number of kept frames, one per set of hosts. A frame costs about 10 ms and 1 MB. */
const KEPT = 4;
/** Milliseconds without use after which a frame is removed. */
const IDLE = 60_000;
/** Milliseconds for a one-line frame to load. */
const LOAD_TIMEOUT = 5000;
/** Milliseconds between a failed request and the event that reports a policy violation. Chromium 156 takes 1. */
const VIOLATION_DELAY = 50;

interface KeptFrame {
  element: HTMLIFrameElement;
  loaded: Promise<void>;
  users: number;
  lastUse: number;
}

export class FetchFrames {
  readonly #document: Document;
  readonly #frames = new Map<string, KeptFrame>();
  #sweep: ReturnType<typeof setTimeout> | undefined;

  constructor(document: Document) {
    this.#document = document;
  }

  /**
   * @param sources what the policy's connect-src lists: origins, or a scheme such as `http:`
   * @throws Failure `unavailable`
   */
  async open(sources: readonly string[]): Promise<FetchChannel> {
    const policy = `default-src 'none'; connect-src ${sources.join(' ')}`;
    let frame = this.#frames.get(policy);
    if (!frame?.element.isConnected) {
      frame = this.#create(policy);
      this.#frames.set(policy, frame);
    }
    const used = frame;
    used.users += 1;
    let open = true;
    const release = (): void => {
      if (!open) return;
      open = false;
      used.users -= 1;
      used.lastUse = performance.now();
      this.#tidy();
    };
    try {
      await used.loaded;
    } catch (problem) {
      this.#frames.delete(policy);
      used.element.remove();
      release();
      throw problem;
    }
    return { fetch: (url, init) => fetchThrough(used.element, url, init, policy), release };
  }

  /** Removes all frames from the page, including those in use. */
  close(): void {
    clearTimeout(this.#sweep);
    for (const { element } of this.#frames.values()) element.remove();
    this.#frames.clear();
  }

  #create(policy: string): KeptFrame {
    const element = this.#document.createElement('iframe');
    element.hidden = true;
    element.title = 'Requests of tools';
    // Sources are canonical hosts, so none can end the attribute.
    element.srcdoc = trusted(
      `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">`,
    );
    const loaded = new Promise<void>((resolve, reject) => {
      const fail = (): void =>
        reject(new Failure('unavailable', 'the request frame could not be opened; reload the page'));
      const timer = setTimeout(fail, LOAD_TIMEOUT);
      element.onload = () => {
        clearTimeout(timer);
        const meta = element.contentDocument?.querySelector('meta');
        const guarded =
          element.contentWindow?.location.href === 'about:srcdoc' && meta?.getAttribute('content') === policy;
        if (guarded) resolve();
        else fail();
      };
    });
    loaded.catch(() => undefined); // The caller of `open` awaits it.
    (this.#document.body ?? this.#document.documentElement).append(element);
    return { element, loaded, users: 0, lastUse: performance.now() };
  }

  /** Removes frames idle for too long, and the longest idle ones beyond the number kept. */
  #tidy(): void {
    clearTimeout(this.#sweep);
    const now = performance.now();
    const idle = [...this.#frames].filter(([, frame]) => frame.users === 0);
    idle.sort(([, a], [, b]) => a.lastUse - b.lastUse);
    const surplus = this.#frames.size - KEPT;
    const [gone, stay] = [[] as typeof idle, [] as typeof idle];
    idle.forEach((entry, index) =>
      (index < surplus || now - entry[1].lastUse >= IDLE ? gone : stay).push(entry),
    );
    for (const [policy, frame] of gone) {
      this.#frames.delete(policy);
      frame.element.remove();
    }
    if (stay.length > 0) this.#sweep = setTimeout(() => this.#tidy(), IDLE);
  }
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): { createHTML(text: string): string };
}

/** The only content such a frame may have: one policy. */
const POLICY_ALONE = /^<!doctype html><meta http-equiv="Content-Security-Policy" content="[^"<>&]*">$/;

let rules: ReturnType<TrustedTypes['createPolicy']> | undefined;

function onlyPolicy(html: string): string {
  if (!POLICY_ALONE.test(html)) throw new TypeError('the request frame may contain only a policy');
  return html;
}

/**
 * Wraps the text for pages that require Trusted Types, as some pages that embed the widget do.
 * @throws Failure `denied` when the page's policy doesn't allow it
 */
function trusted(html: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return html;
  try {
    rules ??= trustedTypes.createPolicy('perilune-requests', { createHTML: onlyPolicy });
    return rules.createHTML(html);
  } catch {
    throw new Failure(
      'denied',
      'this page’s security policy (trusted-types) blocks requests of tools; allow perilune-requests in it',
    );
  }
}

async function fetchThrough(
  element: HTMLIFrameElement,
  url: string,
  init: RequestInit,
  policy: string,
): Promise<Response> {
  const view = element.contentWindow as (Window & typeof globalThis) | null;
  if (!view) throw new Failure('unavailable', 'the request frame was removed; call again');
  let blocked = false;
  let byPage = false;
  let onBlocked = (): void => undefined;
  const onViolation = (event: SecurityPolicyViolationEvent): void => {
    // After a redirect this is still the requested address; the browser doesn't reveal the target.
    if (event.blockedURI !== url && event.blockedURI !== new URL(url).origin) return;
    blocked = true;
    // The policy of the page around it applies to the frame too.
    byPage = event.originalPolicy !== policy;
    onBlocked();
  };
  const { document } = view;
  document.addEventListener('securitypolicyviolation', onViolation);
  try {
    return await view.fetch(url, init);
  } catch (problem) {
    if (!blocked && !init.signal?.aborted) {
      await new Promise<void>((resolve) => {
        onBlocked = resolve;
        setTimeout(resolve, VIOLATION_DELAY);
      });
    }
    if (!blocked) throw problem;
    throw byPage
      ? new Failure(
          'denied',
          `the security policy of this page (connect-src) does not allow ${new URL(url).host}`,
        )
      : new RedirectBlocked();
  } finally {
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}
