// Watches a stream for silence: reports it after a while, gives up after a limit, and stops immediately on abort.
import { Failure } from '../core/errors.ts';
import type { ModelEvent } from './model.ts';

export interface SilenceLimits {
  /** Milliseconds without a byte after which the user is told. */
  notice: number;
  /** Milliseconds without a byte after which the request is aborted. */
  limit: number;
}

/** State of a response while it arrives. */
export class Pulse {
  #last = performance.now();
  #ok = false;
  #bytes = 0;
  #tail = '';
  #wake: (() => void) | undefined;

  /** Milliseconds since the last byte, or since the start; negative until an announced pause is over. */
  get quiet(): number {
    return performance.now() - this.#last;
  }

  /** Milliseconds left of an announced pause; 0 without one. */
  get pauseLeft(): number {
    return Math.max(0, -this.quiet);
  }

  /** Announces a pause before the next attempt. */
  pause(milliseconds: number): void {
    this.#last = performance.now() + milliseconds;
    this.#wake?.();
  }

  /** Calls `wake` for each announced pause, instead of the function before. */
  onPause(wake: () => void): void {
    this.#wake = wake;
  }

  /** True once the body of an answer has begun; the body of a refusal does not count. */
  get begun(): boolean {
    return this.#ok && this.#bytes > 0;
  }

  /** True when the body ends with the sentinel of Chat Completions, which marks a complete response. */
  get done(): boolean {
    return /data:\s*\[DONE\]\s*$/.test(this.#tail);
  }

  /** Returns the same response, tracking every byte of its body. */
  listen(response: Response): Response {
    this.#last = performance.now();
    this.#ok = response.ok;
    this.#bytes = 0;
    if (!response.body) return response;
    const decoder = new TextDecoder();
    const tap = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        this.#last = performance.now();
        this.#bytes += chunk.byteLength;
        // Long enough for the sentinel with its line ends.
        this.#tail = (this.#tail + decoder.decode(chunk.subarray(-40), { stream: true })).slice(-40);
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(tap), { status, statusText, headers });
  }
}

/**
 * Yields the events of `source`, with a `waiting` event in each long silence and each second of an announced pause.
 * @throws Failure `timeout` after `limits.limit`; AbortError as soon as `signal` aborts, even if the source hangs.
 */
export async function* watchSilence(
  source: AsyncIterable<ModelEvent>,
  pulse: Pulse,
  limits: SilenceLimits,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  const events = source[Symbol.asyncIterator]();
  let next = events.next();
  // Pauses of the reader are not silence of the endpoint.
  let asked = performance.now();
  const quietFor = (): number => Math.min(pulse.quiet, performance.now() - asked);
  let told = false;
  let countdown = 0;
  try {
    for (;;) {
      const left = Math.ceil(pulse.pauseLeft / SECOND);
      if (left > 0 && left !== countdown) {
        told = false;
        yield { type: 'waiting', seconds: left, retry: true };
        asked = performance.now();
      }
      countdown = left;
      const due =
        left > 0
          ? pulse.pauseLeft - (left - 1) * SECOND
          : (told ? limits.limit : Math.min(limits.notice, limits.limit)) - quietFor();
      const arrived = await firstOf(next, due, signal, pulse);
      if (arrived) {
        if (arrived.done) return;
        told = false;
        yield arrived.value;
        asked = performance.now();
        next = events.next();
      } else if (quietFor() >= limits.limit) {
        throw new Failure(
          'timeout',
          `The model endpoint sent nothing for ${seconds(limits.limit)} seconds, so Perilune stopped waiting. Check that the model is loaded and the server is not busy.`,
        );
      } else if (!told && quietFor() >= limits.notice) {
        told = true;
        yield { type: 'waiting', seconds: seconds(limits.notice) };
      } else if (told && quietFor() < limits.notice) {
        told = false;
      }
    }
  } finally {
    // The source may hang in a read that nobody awaits any more.
    next.catch(() => undefined);
    events.return?.().catch(() => undefined);
  }
}

/** Returns the result of `work`, or undefined after `time` milliseconds and at an announced pause. */
async function firstOf<T>(
  work: Promise<T>,
  time: number,
  signal: AbortSignal,
  pulse: Pulse,
): Promise<T | undefined> {
  signal.throwIfAborted();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<undefined>((resolve, reject) => {
        timer = setTimeout(() => resolve(undefined), Math.max(1, time));
        pulse.onPause(() => resolve(undefined));
        stop = () => reject(new DOMException('stopped', 'AbortError'));
        signal.addEventListener('abort', stop, { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
    if (stop) signal.removeEventListener('abort', stop);
  }
}

const SECOND = 1000;

function seconds(milliseconds: number): number {
  return Math.max(1, Math.round(milliseconds / SECOND));
}
