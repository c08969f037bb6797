// Answers the page's requests with a library: the worker's side of the protocol, independent of a worker.
import type { AddProgress } from '../core/document.ts';
import { Failure, toErrorData } from '../core/errors.ts';
import { PauseController } from '../base/pause-controller.ts';
import type { Incoming } from './incoming.ts';
import type { Library } from './library.ts';
import { LaterRemote, type OpenRemote, type RemoteEmbedding } from './later-remote.ts';
import type { Calls, FromWorker, Method, Request, ToWorker } from './protocol.ts';

/** Without a model, remote collections are searched by words. */
const NO_EMBEDDING: RemoteEmbedding = {
  embedder: () => undefined,
  known: (hashes) => Promise.resolve(hashes.map(() => undefined)),
};

const noRemote: OpenRemote = () =>
  Promise.reject(new Failure('unavailable', 'There are no remote collections here.'));

/** Minimum milliseconds between progress messages, which are only for display. */
const PROGRESS_INTERVAL = 50;

/**
 * @param opening settles when the library can be used; its failure is the answer to every request
 * @returns the handler for messages from the page
 */
export function serveLibrary(
  opening: Promise<Library>,
  send: (message: FromWorker) => void,
  embedding: RemoteEmbedding = NO_EMBEDDING,
  openRemote: OpenRemote = noRemote,
): (message: ToWorker) => void {
  const remote = new LaterRemote(opening, embedding, openRemote);
  const running = new Map<number, { abort: AbortController; items: ItemStream }>();
  opening.then(
    (library) => {
      library.onChange(() => send({ type: 'changed' }));
      send({ type: 'ready' });
    },
    (error: unknown) => send({ type: 'failed', error: toErrorData(error, 'unavailable') }),
  );

  async function answer(request: Request): Promise<void> {
    const { id } = request;
    const abort = new AbortController();
    const items = new ItemStream(abort.signal, () => send({ type: 'more', id }));
    running.set(id, { abort, items });
    try {
      const library = await opening;
      const tell = (message: FromWorker): void => {
        if (message.type === 'updated') running.delete(id);
        send(message);
      };
      const result = await perform({ library, remote }, request, items, tell);
      send({ type: 'reply', id, result });
      if (request.method === 'add' || request.method === 'remove') void library.tidy().catch(() => undefined);
      // A search or an answer may be followed by updates, and reports their end.
      const goesOn = request.method === 'search' || request.method === 'answer';
      if (!(goesOn && request.params.updates)) running.delete(id);
    } catch (error) {
      send({ type: 'error', id, error: toErrorData(error, 'unavailable') });
      running.delete(id);
    }
  }

  return (message) => {
    if (message.type === 'abort') running.get(message.id)?.abort.abort();
    else if (message.type === 'pause') running.get(message.id)?.items.pause.set(message.on);
    else if (message.type === 'items') running.get(message.id)?.items.receive(message.items);
    else if (message.type === 'request') void answer(message);
  };
}

type OnProgress = (progress: AddProgress) => void;

async function perform(
  { library, remote }: { library: Library; remote: LaterRemote },
  request: Request,
  items: ItemStream,
  send: (message: FromWorker) => void,
): Promise<Calls[Method]['result']> {
  const { id } = request;
  const answers = remote.answersFor(library);
  switch (request.method) {
    case 'add':
      return library.add(items.take(request.params.total), {
        ...request.params,
        onProgress: throttled(id, send),
        signal: items.signal,
        pause: items.pause,
      });
    case 'search':
      return answers.search(request.params.query, request.params.options, {
        signal: items.signal,
        ...(request.params.updates && {
          onUpdate: (hits) => send({ type: 'update', id, hits }),
          onEnd: () => send({ type: 'updated', id }),
        }),
      });
    case 'answer':
      return library.answer(request.params.question, request.params.options, {
        signal: items.signal,
        ...(request.params.updates && {
          onBetter: (answer) => send({ type: 'better', id, answer }),
          onEnd: () => send({ type: 'updated', id }),
        }),
      });
    case 'gather':
      return answers.gather(request.params.question, request.params.options, items.signal);
    case 'get':
      return answers.get(request.params.id);
    case 'open':
      return answers.open(request.params.id);
    case 'original':
      return library.original(request.params.id);
    case 'list':
      return library.list(request.params.options);
    case 'sources':
      return answers.sources(request.params.local);
    case 'overview':
      return library.overview();
    case 'remove':
      return library.remove(request.params.ids);
    case 'restore':
      return library.restore(request.params.ids);
    case 'change':
      return library.change(request.params.ids, request.params.change);
    case 'useRemotes':
      return remote.use(request.params.remotes);
    case 'remoteState':
      return remote.state(request.params.remote);
    case 'pushTo':
      return remote.push(request.params.remote, {
        ...request.params,
        onProgress: throttled(id, send),
        signal: items.signal,
      });
  }
}

/** The items of one `add`, requested as they are needed. Ends early when the signal aborts. */
class ItemStream {
  readonly signal: AbortSignal;
  readonly pause = new PauseController();
  readonly #ask: () => void;
  #arrive: ((items: Incoming[]) => void) | undefined;

  constructor(signal: AbortSignal, ask: () => void) {
    this.signal = signal;
    this.#ask = ask;
    signal.addEventListener('abort', () => this.receive([]));
  }

  receive(items: Incoming[]): void {
    this.#arrive?.(items);
    this.#arrive = undefined;
  }

  async *take(total: number): AsyncGenerator<Incoming> {
    for (let left = total; left > 0 && !this.signal.aborted;) {
      const arrived = new Promise<Incoming[]>((resolve) => (this.#arrive = resolve));
      this.#ask();
      const items = await arrived;
      left -= items.length;
      yield* items;
    }
  }
}

function throttled(id: number, send: (message: FromWorker) => void): OnProgress {
  let last = 0;
  let held = false;
  return (progress) => {
    const now = performance.now();
    const turned = (progress.held ?? false) !== held;
    const isRare = turned || progress.page !== undefined;
    if (now - last < PROGRESS_INTERVAL && progress.done < progress.total && !isRare) return;
    last = now;
    held = progress.held ?? false;
    send({ type: 'progress', id, progress });
  };
}
