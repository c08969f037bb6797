// Streams of server-sent events that a run reads while they arrive.
//
// - The request runs on while the script reads; it ends with the run.
// - Events are handed out in batches, because each host call counts.
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { withResolvers } from '../../base/with-resolvers.ts';
import { Failure } from '../../core/errors.ts';
import type { Taint } from '../../core/taint.ts';
import type { HostAnswer } from '../../core/ports/grants.ts';
import type { HostCall } from '../capabilities.ts';
import type { EventSink } from '../http/http-run.ts';

/** Streams that one run may read at once. */
const MOST_OPEN = 8;
/** Milliseconds to wait for further events: at first, more with each batch, and at most. Ten minutes take 700 calls. */
const GATHERING = { first: 50, more: 4, longest: 1000 } as const;
/** Characters of one batch, if it has more than one event. */
const MOST_AT_ONCE = 256 * 1024;

/** How a request delivers its events. */
export interface StreamWay {
  sink: EventSink;
  /** Aborts when the script wants no more. */
  signal: AbortSignal;
}

interface StreamedEvent {
  event?: string;
  id?: string;
  data: string;
}

type Sent = HostAnswer & { host: string };

export class EventStreams {
  readonly #taint: Taint;
  readonly #open = new Map<number, EventStream>();
  #last = 0;

  constructor(taint: Taint) {
    this.#taint = taint;
  }

  /** Sends a request. Returns once its stream begins; any other answer is returned whole. */
  async open({ run }: HostCall, send: (way: StreamWay) => Promise<Sent>): Promise<Sent> {
    if (this.#open.size >= MOST_OPEN) {
      throw new Failure('rate_limited', `a run can read at most ${MOST_OPEN} event streams at the same time`);
    }
    const stream = new EventStream(run.signal);
    const whole = send(stream);
    whole.then(
      () => stream.end(),
      (problem: unknown) => stream.end(problem),
    );
    const begun = await Promise.race([stream.begun, whole]);
    if (!('begins' in begun)) return begun;
    this.#taint.add(begun.host);
    const id = ++this.#last;
    this.#open.set(id, stream);
    return { json: JSON.stringify({ ...(JSON.parse(begun.json) as object), stream: id }), host: begun.host };
  }

  async next({ payload }: HostCall): Promise<HostAnswer> {
    const id = payload['stream'];
    const stream = typeof id === 'number' ? this.#open.get(id) : undefined;
    if (!stream) throw new Failure('bad_request', 'this event stream does not exist');
    try {
      const batch = payload['stop'] === true ? stream.stop() : await stream.next();
      if (batch.done) this.#open.delete(id as number);
      return { json: JSON.stringify(batch) };
    } catch (problem) {
      this.#open.delete(id as number);
      throw problem;
    }
  }
}

class EventStream implements StreamWay {
  readonly sink: EventSink;
  readonly begun: Promise<Sent & { begins: true }>;
  readonly #stop = new AbortController();
  readonly #over: AbortSignal;
  readonly #parser: EventSourceParser;
  #waiting: StreamedEvent[] = [];
  #done = false;
  #problem: unknown;
  #batches = 0;
  #wake: () => void = () => undefined;

  constructor(over: AbortSignal) {
    this.#over = over;
    const { promise, resolve } = withResolvers<Sent & { begins: true }>();
    this.begun = promise;
    const decoder = new TextDecoder();
    this.#parser = createParser({
      onEvent: ({ event, id, data }) => {
        this.#waiting.push({ ...(event !== undefined && { event }), ...(id !== undefined && { id }), data });
        this.#wake();
      },
    });
    this.sink = {
      begin: (json, host) => resolve({ json, host, begins: true }),
      push: (bytes) => this.#parser.feed(decoder.decode(bytes, { stream: true })),
    };
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  end(problem?: unknown): void {
    // Some servers leave out the empty line after the last event.
    if (problem === undefined) this.#parser.feed('\n\n');
    this.#done = true;
    this.#problem = problem;
    this.#wake();
  }

  stop(): { events: StreamedEvent[]; done: boolean } {
    this.#stop.abort();
    this.#waiting = [];
    return { events: [], done: true };
  }

  /** Waits for events. @throws what the request failed with, once the events before it are read */
  async next(): Promise<{ events: StreamedEvent[]; done: boolean }> {
    if (this.#waiting.length === 0) await this.#change();
    if (!this.#done) {
      const { first, more, longest } = GATHERING;
      await this.#pause(Math.min(longest, first + more * this.#batches++));
    }
    this.#over.throwIfAborted();
    const events = this.#take();
    const done = this.#done && this.#waiting.length === 0;
    if (done && events.length === 0 && this.#problem !== undefined) throw this.#problem;
    return { events, done: done && this.#problem === undefined };
  }

  #take(): StreamedEvent[] {
    let size = 0;
    const end = this.#waiting.findIndex(({ data }, index) => {
      size += data.length;
      return index > 0 && size > MOST_AT_ONCE;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }

  async #change(): Promise<void> {
    if (this.#done || this.#over.aborted) return;
    const { promise, resolve } = withResolvers<void>();
    this.#wake = resolve;
    this.#over.addEventListener('abort', () => resolve(), { once: true });
    await promise;
  }

  /** Ends early with the stream. */
  async #pause(milliseconds: number): Promise<void> {
    const { promise, resolve } = withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#wake = () => {
      if (this.#done) resolve();
    };
    await promise;
    clearTimeout(timer);
  }
}
