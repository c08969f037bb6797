// Shows untrusted HTML in a frame (public/stage.html): an opaque origin, no storage, and no network unless a policy
// names addresses.
//
// - The content replaces the frame's document and keeps its policy. It can only send and receive messages.
// - Our service worker, if it answers, gives the frame its opaque origin, also offline; otherwise the `sandbox`
//   attribute does. At any other origin, the frame refuses to show anything.
// - A frame that navigates to another address is removed.

/** Load events of the frame itself and of the content written into it. A third one means another address. */
const LOADS = 2;
/** Milliseconds after the second one within which the content must say that it has loaded. */
const GRACE = 2000;

export interface StageOptions {
  /** For screen readers. */
  title: string;
  onmessage?: (message: unknown) => void;
  /** Receives what the content posts to its parent. */
  onpost?: (message: unknown) => void;
  /** The frame's policy; default: no network. Nothing is shown unless the browser enforces it. */
  policy?: string;
  /** It tried to navigate away, and was removed. */
  onleft?: () => void;
}

export class Stage {
  readonly element = document.createElement('iframe');
  readonly #channel = new MessageChannel();
  readonly #options: StageOptions;
  readonly #html: string;
  #loads = 0;
  #isShown = false;
  #hasLoaded = false;

  /** Nothing happens until the element is inserted into the page. */
  constructor(html: string, options: StageOptions) {
    this.#html = html;
    this.#options = options;
    this.element.title = options.title;
    if (options.policy !== undefined) this.element.name = 'own-policy';
    this.element.referrerPolicy = 'no-referrer';
    if (!navigator.serviceWorker?.controller) this.element.setAttribute('sandbox', 'allow-scripts');
    this.element.src = new URL('stage.html', document.baseURI).href;
    this.element.addEventListener('load', this.#onLoad);
    addEventListener('message', this.#onGreeting);
    this.#channel.port1.onmessage = ({ data }: MessageEvent<{ stage?: unknown } | null>) => {
      if (data?.stage === 'loaded') this.#hasLoaded = true;
      else options.onmessage?.(data);
    };
  }

  send(message: unknown): void {
    this.#channel.port1.postMessage(message);
  }

  /** Posts to the content, which receives it as a message of its parent. */
  post(message: unknown): void {
    // An opaque origin can only be addressed with '*'.
    if (this.#isShown) this.element.contentWindow?.postMessage(message, '*');
  }

  close(): void {
    this.#isShown = false;
    removeEventListener('message', this.#onGreeting);
    removeEventListener('message', this.#onPost);
    this.#channel.port1.close();
    this.element.remove();
  }

  readonly #onLoad = (): void => {
    this.#loads += 1;
    if (this.#loads > LOADS) this.#leave();
    // Content that leaves before it has loaded has no load of its own.
    if (this.#loads === LOADS) setTimeout(() => this.#hasLoaded || this.#leave(), GRACE);
  };

  #leave(): void {
    if (!this.element.isConnected) return;
    this.close();
    this.#options.onleft?.();
  }

  readonly #onGreeting = ({ source, data }: MessageEvent<{ stage?: unknown } | null>): void => {
    if (source === null || source !== this.element.contentWindow) return;
    if (data?.stage === 'refused' && !this.element.hasAttribute('sandbox')) {
      // An older service worker does not know this frame.
      this.element.setAttribute('sandbox', 'allow-scripts');
      this.#loads = 0;
      this.element.src = String(this.element.src);
    }
    if (data?.stage !== 'ready') return;
    removeEventListener('message', this.#onGreeting);
    const { policy, onpost } = this.#options;
    const content = policy === undefined ? this.#html : { html: this.#html, policy };
    this.element.contentWindow?.postMessage(content, '*', [this.#channel.port2]);
    this.#isShown = true;
    if (onpost) addEventListener('message', this.#onPost);
  };

  readonly #onPost = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== null && source === this.element.contentWindow) this.#options.onpost?.(data);
  };
}
