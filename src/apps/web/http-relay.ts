// In the service worker: answers the app's HTTP routes, `api/` below its address, by passing each request to an open
// tab. Off until the user switches them on.
//
// - Only scripts of the app's own origin may call, on pages that this worker controls. It refuses navigations, forms,
//   pictures and other loads that a foreign page or a document can cause. It also refuses frames with an opaque origin.
// - Bodies and the number of open requests are limited.
// - Chromium doesn't tell a service worker that a caller has disconnected. So a slow call is answered in steps: each
//   step redirects the caller to the next one. When no next step is requested, the caller is gone and the call stops.
import { withResolvers } from '../../base/with-resolvers.ts';
import { HTTP_STATUS } from '../../core/error-codes.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import {
  HTTP_FOLDER,
  HTTP_OFFER,
  STOP,
  TAKEN,
  type RelayedRequest,
  type RelayedResponse,
} from '../../core/http-relay.ts';
import { CallQueue } from '../../serve/call-queue.ts';
import { refusal } from '../../serve/http-routes.ts';
import { readBody } from '../../serve/read-json.ts';

export interface RelayDeps {
  /** The address of the app's folder. */
  app: string;
  isOn(): Promise<boolean>;
  /** Open tabs of the app, the one used last first. */
  tabs(): Promise<RelayTab[]>;
  /** Whether a page or tab still exists. @param id of the client */
  isOpen(id: string): Promise<boolean>;
}

/** The event of a request: keeps the worker running until the call has ended. */
interface KeepsAlive {
  waitUntil(work: Promise<unknown>): void;
}

export interface RelayTab {
  id: string;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** Milliseconds. A tab may still be starting; then it takes requests some seconds later. */
export interface RelayTimes {
  /** For a tab to take an offer. */
  offer: number;
  /** Until a tab must have taken it. */
  start: number;
  /** The steps of a slow call. A browser follows 20 redirects. */
  steps: readonly number[];
  /** For the request of the next step. */
  next: number;
  /** Between two looks whether caller and tab still exist. */
  look: number;
}

const TIMES: RelayTimes = {
  offer: 1000,
  start: 15_000,
  // Together less than the five minutes that a browser gives a service worker.
  steps: [1, 1, 1, 1, 2, 2, 2, 3, 4, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45].map((seconds) => seconds * 1000),
  next: 2000,
  look: 500,
};

interface OpenCall {
  caller: string;
  tab: string;
  answered: Promise<RelayedResponse>;
  stop(): void;
  /** Steps so far. */
  step: number;
  /** Stops the call when no next step comes. */
  gone?: ReturnType<typeof setTimeout>;
}

export class HttpRelay {
  readonly #deps: RelayDeps;
  readonly #times: RelayTimes;
  readonly #queue = new CallQueue();
  /** Slow calls between two steps, by the name in their address. */
  readonly #open = new Map<string, OpenCall>();

  constructor(deps: RelayDeps, times: RelayTimes = TIMES) {
    this.#deps = deps;
    this.#times = times;
  }

  /** Tells whether an address belongs to the routes. */
  isFor(url: string): boolean {
    return url.startsWith(`${this.#deps.app}${HTTP_FOLDER}/`);
  }

  /** Never rejects. @param caller id of the calling client; empty when there is none. */
  async answer(request: Request, caller: string, event: KeepsAlive): Promise<Response> {
    try {
      const { mode, destination } = request;
      // A script's fetch has no destination. Pictures, frames, forms and imports have one, or another mode.
      const isFetch = (mode === 'cors' || mode === 'same-origin') && destination === '';
      if (!isFetch || caller === '' || !(await this.#deps.isOpen(caller))) {
        throw new Failure('denied', 'only scripts at this address can call this, with fetch');
      }
      if (!(await this.#deps.isOn())) {
        throw new Failure('disabled', 'HTTP access is off; switch it on in Settings, HTTP access');
      }
      const { pathname } = new URL(request.url);
      const path = pathname.slice(new URL(this.#deps.app).pathname.length + HTTP_FOLDER.length);
      const [, name] = STEP.exec(path) ?? [];
      const call =
        name === undefined ? await this.#begin(request, { path, caller }, event) : this.#resume(name, caller);
      return await this.#step(request, call);
    } catch (problem) {
      const { code, message } = toErrorData(problem);
      return refusal(HTTP_STATUS[code], code, message);
    }
  }

  async #begin(
    request: Request,
    { path, caller }: { path: string; caller: string },
    event: KeepsAlive,
  ): Promise<OpenCall> {
    const begun = withResolvers<OpenCall>();
    const done = this.#queue.run(async () => {
      const { method } = request;
      const body = method === 'GET' || method === 'HEAD' ? new Uint8Array() : await readBody(request);
      const call = await this.#send({ method, path, body }, caller);
      begun.resolve(call);
      await call.answered.catch(() => undefined);
    });
    done.catch((problem: unknown) => begun.reject(problem));
    event.waitUntil(done.catch(() => undefined));
    return begun.promise;
  }

  #resume(name: string, caller: string): OpenCall {
    const call = this.#open.get(name);
    if (call?.caller !== caller) throw new Failure('not_found', 'this call has ended; make it again');
    this.#open.delete(name);
    clearTimeout(call.gone);
    return call;
  }

  /** Waits for the answer during one step. */
  async #step(request: Request, call: OpenCall): Promise<Response> {
    const { steps, next } = this.#times;
    const canRedirect = request.redirect === 'follow';
    const rest = steps.slice(call.step);
    const wait = canRedirect ? (rest[0] ?? 0) : rest.reduce((sum, milliseconds) => sum + milliseconds, 0);
    call.step += 1;
    const answer = await this.#wait(call, wait, request.signal);
    if (answer) {
      const { status, headers, body } = answer;
      return new Response(body, { status, headers });
    }
    if (!canRedirect || call.step >= steps.length) {
      call.stop();
      throw new Failure('timeout', 'the call took too long over HTTP; call the tool from a chat or a script');
    }
    const name = crypto.randomUUID();
    call.gone = setTimeout(() => {
      this.#open.delete(name);
      call.stop();
    }, next);
    this.#open.set(name, call);
    return Response.redirect(`${this.#deps.app}${HTTP_FOLDER}/calls/${name}`, 303);
  }

  /** @returns undefined when the time is over. @throws Failure when the caller or the tab is gone. */
  async #wait(call: OpenCall, time: number, signal: AbortSignal): Promise<RelayedResponse | undefined> {
    signal.addEventListener('abort', call.stop, { once: true });
    try {
      for (let left = time; left > 0; left -= this.#times.look) {
        const answer = await Promise.race([call.answered, sleep(Math.min(left, this.#times.look))]);
        if (answer) return answer;
        if (signal.aborted || !(await this.#deps.isOpen(call.caller))) {
          throw new Failure('cancelled', 'the caller disconnected');
        }
        if (!(await this.#deps.isOpen(call.tab))) {
          throw new Failure('unavailable', 'the tab that ran the call was closed; make the call again');
        }
      }
      return undefined;
    } catch (problem) {
      call.stop();
      throw problem;
    } finally {
      signal.removeEventListener('abort', call.stop);
    }
  }

  async #send(request: RelayedRequest, caller: string): Promise<OpenCall> {
    const { tab, port } = await this.#findTab();
    const { promise: answered, resolve, reject } = withResolvers<RelayedResponse>();
    // Avoids an unhandled rejection when nobody is waiting.
    answered.catch(() => undefined);
    port.onmessage = ({ data }: MessageEvent<RelayedResponse>) => {
      resolve(data);
      port.close();
    };
    port.postMessage(request);
    const stop = (): void => {
      port.postMessage(STOP);
      port.close();
      reject(new Failure('cancelled', 'the call was stopped'));
    };
    return { caller, tab, answered, stop, step: 0 };
  }

  /** Offers a request to one tab after another, until one takes it. @throws Failure `unavailable` */
  async #findTab(): Promise<{ tab: string; port: MessagePort }> {
    for (let waited = 0; ;) {
      const tabs = await this.#deps.tabs();
      for (const tab of tabs) {
        const port = await this.#offer(tab);
        if (port) return { tab: tab.id, port };
        waited += this.#times.offer;
      }
      if (tabs.length === 0 || waited >= this.#times.start) break;
    }
    throw new Failure('unavailable', 'no Perilune tab responds; open Perilune in a tab and try again');
  }

  async #offer(tab: RelayTab): Promise<MessagePort | undefined> {
    const { port1, port2 } = new MessageChannel();
    const taken = withResolvers<boolean>();
    port1.onmessage = ({ data }) => taken.resolve(data === TAKEN);
    tab.postMessage({ type: HTTP_OFFER }, [port2]);
    const isTaken = await Promise.race([taken.promise, sleep(this.#times.offer)]);
    if (isTaken) return port1;
    port1.close();
    return undefined;
  }
}

function sleep(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const STEP = /^\/calls\/([\w-]{36})$/;
