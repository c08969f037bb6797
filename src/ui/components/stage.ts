// Shows HTML of strangers in a frame of its own (public/stage.html): an opaque origin, no network, no storage.
//
// - What is shown replaces the frame's document and keeps its policy. It can send and receive messages and nothing else.
// - Where a service worker of ours answers, it gives the frame its opaque origin, also offline; else the `sandbox` attribute
//   does. The frame refuses to show anything at any other origin.
// - A frame whose content leaves for another address is removed.

/** Of the frame itself, and of what is written into it. A third one is of another address. */
const LOADS = 2;

export interface StageOptions {
  /** For screen readers. */
  title: string;
  onmessage?: (message: unknown) => void;
  /** It tried to leave, and was removed. */
  onleft?: () => void;
}

export class Stage {
  readonly element = document.createElement('iframe');
  readonly #channel = new MessageChannel();
  readonly #options: StageOptions;
  readonly #html: string;
  #loads = 0;

  /** Nothing happens until the element is put into the page. */
  constructor(html: string, options: StageOptions) {
    this.#html = html;
    this.#options = options;
    this.element.title = options.title;
    this.element.referrerPolicy = 'no-referrer';
    if (!navigator.serviceWorker?.controller) this.element.setAttribute('sandbox', 'allow-scripts');
    this.element.src = new URL('stage.html', document.baseURI).href;
    this.element.addEventListener('load', this.#onLoad);
    addEventListener('message', this.#onGreeting);
    this.#channel.port1.onmessage = ({ data }) => options.onmessage?.(data);
  }

  send(message: unknown): void {
    this.#channel.port1.postMessage(message);
  }

  close(): void {
    removeEventListener('message', this.#onGreeting);
    this.#channel.port1.close();
    this.element.remove();
  }

  readonly #onLoad = (): void => {
    this.#loads += 1;
    if (this.#loads <= LOADS) return;
    this.close();
    this.#options.onleft?.();
  };

  readonly #onGreeting = ({ source, data }: MessageEvent<{ stage?: unknown } | null>): void => {
    if (source === null || source !== this.element.contentWindow) return;
    if (data?.stage === 'refused' && !this.element.hasAttribute('sandbox')) {
      // An older service worker knows nothing of this frame.
      this.element.setAttribute('sandbox', 'allow-scripts');
      this.#loads = 0;
      this.element.src = String(this.element.src);
    }
    if (data?.stage !== 'ready') return;
    removeEventListener('message', this.#onGreeting);
    // An opaque origin can only be addressed with '*'.
    this.element.contentWindow?.postMessage(this.#html, '*', [this.#channel.port2]);
  };
}
