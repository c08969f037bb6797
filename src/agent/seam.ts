// Joins a model's continuation to a text that was cut off. Repeated text and a reopened code fence are left out.
//
// - The existing text is never changed, only the beginning of the continuation.
// - Text is held back only as long as it may still be a repetition.

/** How far back a repetition can start, and what is too short to be one. */
const REPEATED = { most: 600, least: 8, line: 4 } as const;
/** A longer line is not a fence. */
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

  /** Returns the text to append now. */
  take(delta: string): string {
    if (!this.#isOpen) return delta;
    this.#held += delta;
    const rest = this.#withoutFence();
    if (rest === undefined) return '';
    const repeated = this.#repeated(rest);
    if (repeated === undefined) return '';
    return this.#release(rest.slice(repeated));
  }

  /** Returns the text held back when the model has finished. */
  end(): string {
    return this.#isOpen ? this.#release(this.#withoutFence() ?? this.#held) : '';
  }

  #release(text: string): string {
    this.#isOpen = false;
    this.#held = '';
    return text;
  }

  /** Returns undefined while the first line may still become a fence. */
  #withoutFence(): string | undefined {
    if (!this.#isInCode) return this.#held;
    const text = this.#held.replace(/^\s*\n/, '');
    const end = text.indexOf('\n');
    const line = end < 0 ? text : text.slice(0, end);
    if (end < 0 && line.length < FENCE_LINE && /^ {0,3}(?:$|[`~])/.test(line)) return undefined;
    // The end of the block, not a new beginning.
    const isOpening = end >= 0 && FENCE.test(line) && /[`~]\s*[\w+#.-]+\s*$/.test(line);
    return isOpening ? text.slice(end + 1) : this.#held;
  }

  /** Returns how many leading characters repeat earlier text; undefined while that may still grow. */
  #repeated(text: string): number | undefined {
    if (text === '') return undefined;
    for (let at = 0; at < this.#tail.length; at++) {
      const rest = this.#tail.slice(at);
      // Models often start a line over.
      if (rest.length < (this.#tail[at - 1] === '\n' ? REPEATED.line : REPEATED.least)) continue;
      if (text.startsWith(rest)) return rest.length;
      if (rest.length > text.length && rest.startsWith(text)) return undefined;
    }
    return 0;
  }
}

/** Tells whether a text ends inside a fenced block. */
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
