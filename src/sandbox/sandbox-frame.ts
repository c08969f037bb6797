// The sandbox frame as the page sees it: opens it, verifies that its origin is opaque, and starts workers in it.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import { readFromFrame, type FrameParts, type ToFrame } from './protocol.ts';

/** Generous, for a slow phone with a cold cache. After it, the user is told that something is wrong. */
const OPEN_TIMEOUT = 20_000;
/** Maximum characters quoted from a worker about its death: untrusted text inside a message of the app. */
const MAX_REASON = 300;
/** Milliseconds from the load event, which an error page fires too, to the greeting. */
const GREETING_TIMEOUT = 2000;

export interface FrameOptions {
  frameUrl: string;
  wasmUrl: string;
  workerUrl: string;
  /** True when the app's service worker serves the frame with `Content-Security-Policy: sandbox`. */
  controlled(): boolean;
  document: Document;
}

/** A worker in the frame: the page's end of its port, and a way to end it. */
export interface SpawnedWorker {
  port: MessagePort;
  /** Called when the frame reports that the worker crashed. */
  onDeath(listener: (message: string) => void): void;
  terminate(): void;
}

/** Where workers start: a frame on a page, threads in a terminal. */
export type SandboxPlace = Pick<SandboxFrame, 'attached' | 'spawn' | 'close'>;

export class SandboxFrame {
  readonly #element: HTMLIFrameElement;
  readonly #control: MessagePort;
  readonly #deaths = new Map<number, (message: string) => void>();
  #removal: MutationObserver | undefined;
  #lastId = 0;

  private constructor(element: HTMLIFrameElement, control: MessagePort) {
    this.#element = element;
    this.#control = control;
    this.#watch();
    control.onmessage = ({ data }: MessageEvent<unknown>) => {
      const death = readFromFrame(data);
      if (death) this.#deaths.get(death.id)?.(death.message.slice(0, MAX_REASON));
    };
  }

  /** @throws Failure `unavailable` when the frame doesn't load, or when its origin could reach the user's data */
  static async open(options: FrameOptions): Promise<SandboxFrame> {
    const parts = Promise.all([load(options.workerUrl), load(options.wasmUrl)]);
    parts.catch(() => undefined); // Awaited below; the frame may fail first.
    const element = await openElement(options);
    try {
      const [worker, wasm] = await parts;
      const { port1, port2 } = new MessageChannel();
      const message: FrameParts = { worker: await worker.text(), wasm: await wasm.arrayBuffer() };
      // An opaque origin can be addressed only with '*'. The message holds nothing but public files.
      element.contentWindow?.postMessage(message, '*', [port2, message.wasm]);
      return new SandboxFrame(element, port1);
    } catch (problem) {
      element.remove();
      throw problem;
    }
  }

  /** False once the frame was removed from the page, which ends its workers without notice. */
  get attached(): boolean {
    return this.#element.isConnected;
  }

  spawn(): SpawnedWorker {
    const id = ++this.#lastId;
    const { port1, port2 } = new MessageChannel();
    this.#send({ type: 'spawn', id }, [port2]);
    return {
      port: port1,
      onDeath: (listener) => void this.#deaths.set(id, listener),
      terminate: () => {
        this.#deaths.delete(id);
        this.#send({ type: 'terminate', id });
      },
    };
  }

  /** Ends every worker in it, whatever that is doing. */
  close(): void {
    this.#removal?.disconnect();
    this.#element.onload = null;
    this.#control.close();
    this.#element.remove();
  }

  /** A frame that is removed from the page or reloads ends its workers without notice. */
  #watch(): void {
    const lost = (): void => {
      this.close();
      const deaths = [...this.#deaths.values()];
      this.#deaths.clear();
      for (const report of deaths) report('its frame was removed from the page');
    };
    this.#element.onload = lost;
    const parent = this.#element.parentNode;
    if (!parent) return lost();
    this.#removal = new MutationObserver(() => {
      if (this.#element.parentNode !== parent) lost();
    });
    this.#removal.observe(parent, { childList: true });
  }

  #send(message: ToFrame, transfer: Transferable[] = []): void {
    this.#control.postMessage(message, transfer);
  }
}

async function load(url: string): Promise<Response> {
  const response = await fetch(url).catch(() => undefined);
  if (response?.ok) return response;
  throw unavailable('could not load a part of it; check the connection and try again');
}

async function openElement(options: FrameOptions): Promise<HTMLIFrameElement> {
  if (!options.controlled()) return openWith(options, 'attribute');
  // A service worker of an older version, or one just removed, may not send the header; the attribute is used then.
  return openWith(options, 'header').catch(() => openWith(options, 'attribute'));
}

function openWith(
  { document, frameUrl }: FrameOptions,
  opaqueBy: 'attribute' | 'header',
): Promise<HTMLIFrameElement> {
  const element = document.createElement('iframe');
  if (opaqueBy === 'attribute') element.setAttribute('sandbox', 'allow-scripts');
  element.hidden = true;
  element.title = 'Tool sandbox';
  const view = document.defaultView as Window;
  return new Promise((resolve, reject) => {
    // Waits for both: a later load event means that something else is in the frame.
    let loaded = false;
    let greeted = false;
    const finish = (problem?: string): void => {
      clearTimeout(timer);
      element.onload = null;
      view.removeEventListener('message', onMessage);
      document.removeEventListener('securitypolicyviolation', onViolation);
      if (problem === undefined) return resolve(element);
      element.remove();
      reject(unavailable(problem));
    };
    const onMessage = (event: MessageEvent<unknown>): void => {
      if (event.source !== element.contentWindow) return;
      // The browser sets `event.origin`, so the frame can't forge it.
      const problem = event.origin === 'null' ? refusal(event.data) : openOrigin(event.origin);
      greeted = true;
      if (problem !== undefined || loaded) finish(problem);
    };
    // For a frame of another origin, the browser reports only that origin.
    const onViolation = ({
      effectiveDirective,
      disposition,
      blockedURI,
    }: SecurityPolicyViolationEvent): void => {
      if (disposition !== 'enforce' || !/^(?:frame|child)-src$/.test(effectiveDirective)) return;
      const address = new URL(frameUrl, document.baseURI);
      if (![address.href, address.origin].includes(blockedURI)) return;
      finish(`the security policy of this page forbids its frame (${effectiveDirective})`);
    };
    const giveUp = (): void => finish('its frame did not answer');
    let timer = setTimeout(giveUp, OPEN_TIMEOUT);
    element.onload = () => {
      loaded = true;
      if (greeted) return finish();
      clearTimeout(timer);
      timer = setTimeout(giveUp, GREETING_TIMEOUT);
    };
    view.addEventListener('message', onMessage);
    document.addEventListener('securitypolicyviolation', onViolation);
    element.src = frameUrl;
    (document.body ?? document.documentElement).append(element);
  });
}

/** Returns why the frame can't run tools; undefined when it reports that it is isolated. */
function refusal(greeting: unknown): string | undefined {
  if (isObject(greeting) && greeting['sandbox'] === 'ready') return undefined;
  const reason = isObject(greeting) && greeting['sandbox'] === 'refused' ? greeting['reason'] : undefined;
  const found = typeof reason === 'string' ? reason.slice(0, MAX_REASON) : 'answers with something else';
  return leaky(found);
}

function openOrigin(origin: string): string {
  return leaky(`has the origin ${origin} instead of an opaque one`);
}

function leaky(found: string): string {
  return `its frame ${found}, so no tool can run; reload the page, and if that does not help, reinstall the app`;
}

function unavailable(reason: string): Failure {
  return new Failure('unavailable', `the tool sandbox cannot start: ${reason}`);
}
