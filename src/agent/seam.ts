// Joins what a model goes on to write to a text that was cut off: what it says again, and a fence that it opens again, are left out.
//
// - What was written is never changed: only the beginning of what comes is.
// - Text is held back only as long as it may still be a repetition.

/** How far back a model may begin again, and what is too short to be called a repetition. */
const REPEATED = { most: 600, least: 8, line: 4 } as const;
/** A line longer than this is no fence. */
const FENCE_LINE = 40;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export class Seam {
  readonly #tail: string;
  readonly #isInCode: boolean;
  #held = '';
  #isOpen = true;

  /** @param before the text that was cut off */
  constructor(before: string) {
    this.#tail = before.slice(-REPEATED.most);
    this.#isInCode = endsInCode(before);
  }

  /** What of this is to be added now. */
  take(delta: string): string {
    if (!this.#isOpen) return delta;
    this.#held += delta;
    const rest = this.#withoutFence();
    if (rest === undefined) return '';
    const repeated = this.#repeated(rest);
    if (repeated === undefined) return '';
    return this.#release(rest.slice(repeated));
  }

  /** What was held back when the model had done. */
  end(): string {
    return this.#isOpen ? this.#release(this.#withoutFence() ?? this.#held) : '';
  }

  #release(text: string): string {
    this.#isOpen = false;
    this.#held = '';
    return text;
  }

  /** Undefined while a first line may still become a fence. */
  #withoutFence(): string | undefined {
    if (!this.#isInCode) return this.#held;
    const text = this.#held.replace(/^\s*\n/, '');
    const end = text.indexOf('\n');
    const line = end < 0 ? text : text.slice(0, end);
    if (end < 0 && line.length < FENCE_LINE && /^ {0,3}(?:$|[`~])/.test(line)) return undefined;
    // The end of the block, not another beginning.
    const isOpening = end >= 0 && FENCE.test(line) && /[`~]\s*[\w+#.-]+\s*$/.test(line);
    return isOpening ? text.slice(end + 1) : this.#held;
  }

  /** How many characters of the beginning were said before; undefined while it may become a repetition. */
  #repeated(text: string): number | undefined {
    if (text === '') return undefined;
    for (let at = 0; at < this.#tail.length; at++) {
      const rest = this.#tail.slice(at);
      // A model likes to begin a line again.
      if (rest.length < (this.#tail[at - 1] === '\n' ? REPEATED.line : REPEATED.least)) continue;
      if (text.startsWith(rest)) return rest.length;
      if (rest.length > text.length && rest.startsWith(text)) return undefined;
    }
    return 0;
  }
}

/** True when a text ends inside a fenced block. */
export function endsInCode(text: string): boolean {
  let open = '';
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === '') open = mark;
    else if (mark.startsWith(open) && line.trim() === mark) open = '';
  }
  return open !== '';
}
