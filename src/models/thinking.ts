// Separates thinking that a model writes between marks into its text. Servers without a reasoning parser send it so.
//
// - Only at the start of the text: further down, the marks are what the answer is about.
import { halfMark } from '../base/half-mark.ts';
import type { ModelEvent } from './model.ts';

const OPEN = '<think>';
const CLOSE = '</think>';

/** Yields the events of a stream, with thinking between marks as reasoning. */
export async function* thinkingApart(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent, void> {
  const reader = new ThinkingReader();
  for await (const event of events) {
    if (event.type === 'text') yield* reader.read(event.delta);
    else {
      // What was held back before a call or the end is no part of a mark.
      if (event.type === 'call_started' || event.type === 'finish') yield* reader.end();
      yield event;
    }
  }
  yield* reader.end();
}

class ThinkingReader {
  #state: 'start' | 'thinking' | 'after' | 'text' = 'start';
  #held = '';
  #thought = false;

  *read(delta: string): Generator<ModelEvent, void> {
    if (this.#state === 'text') return yield { type: 'text', delta };
    this.#held += delta;
    if (this.#state === 'start') {
      const begun = this.#held.trimStart();
      if (OPEN.startsWith(begun)) return;
      if (!begun.startsWith(OPEN)) return yield* this.end();
      this.#held = begun.slice(OPEN.length);
      this.#state = 'thinking';
    }
    if (this.#state === 'thinking') {
      const at = this.#held.indexOf(CLOSE);
      const upTo = at < 0 ? this.#held.length - halfMark(this.#held, [CLOSE]) : at;
      yield* this.#think(this.#held.slice(0, upTo));
      this.#held = this.#held.slice(at < 0 ? upTo : at + CLOSE.length);
      if (at < 0) return;
      this.#state = 'after';
    }
    this.#held = this.#held.trimStart();
    if (this.#held !== '') yield* this.end();
  }

  /** Emits what was held back. */
  *end(): Generator<ModelEvent, void> {
    const held = this.#held;
    this.#held = '';
    if (this.#state === 'thinking') return yield* this.#think(held);
    this.#state = 'text';
    if (held !== '') yield { type: 'text', delta: held };
  }

  *#think(delta: string): Generator<ModelEvent, void> {
    const thought = this.#thought ? delta : delta.trimStart();
    this.#thought ||= thought !== '';
    if (thought !== '') yield { type: 'reasoning', delta: thought };
  }
}
