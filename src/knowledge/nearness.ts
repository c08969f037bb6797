// Measures the similarity of passages to a question: immediately where the model and their vectors are available,
// otherwise later.
import type { Compare } from '../search/answer/by-meaning.ts';
import { embeddingText, passageHash } from '../search/passage-hash.ts';
import type { Meaning } from './meaning.ts';

/** Begins to compare a question with passages that will be known later; undefined if it can't be compared. */
export type Nearness = (question: string) => Compare | undefined;

/**
 * Milliseconds from the question until its vector must be available. With a loaded model it takes 10 to 40, while the
 * words are looked up. An answer by words that takes longer doesn't wait at all.
 */
const PROMPT = 60;

/** The known similarities for the questions of one answer. */
export class AnswerNearness {
  readonly #meaning: Meaning;
  readonly #signal: AbortSignal | undefined;
  /** Milliseconds. */
  readonly #patience: number;
  readonly #vectors = new Map<string, Promise<Float32Array | undefined>>();
  #isLate = false;

  constructor(
    meaning: Meaning,
    { signal, patience = PROMPT }: { signal?: AbortSignal | undefined; patience?: number } = {},
  ) {
    this.#meaning = meaning;
    this.#signal = signal;
    this.#patience = patience;
  }

  /** A question was not compared because its vector came too late. */
  get isLate(): boolean {
    return this.#isLate;
  }

  readonly to: Nearness = (question) => {
    const meaning = this.#meaning;
    if (!meaning.isLoaded || meaning.isOff || !meaning.vectorStore || question.trim() === '')
      return undefined;
    const until = performance.now() + this.#patience;
    const vector = this.#vectorOf(question);
    return async (passages) => {
      const store = meaning.vectorStore;
      const rows = passages.map((passage) => store?.rowOf(...passageHash(embeddingText(passage))) ?? -1);
      if (!store || rows[0] === undefined || rows[0] < 0) return undefined;
      const asked = await this.#inTime(vector, until);
      const cosines = asked && store.scan(asked);
      return cosines && rows.map((row) => (row < 0 ? undefined : cosines[row]));
    };
  };

  /** The guide and other documents are asked the same question. */
  #vectorOf(question: string): Promise<Float32Array | undefined> {
    let vector = this.#vectors.get(question);
    if (!vector) {
      vector = this.#meaning.embed([question], this.#signal).then(
        ([made]) => made,
        () => undefined,
      );
      this.#vectors.set(question, vector);
    }
    return vector;
  }

  #inTime(vector: Promise<Float32Array | undefined>, until: number): Promise<Float32Array | undefined> {
    if (until === Infinity) return vector;
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          this.#isLate = true;
          resolve(undefined);
        },
        Math.max(0, until - performance.now()),
      );
      void vector.then((made) => {
        clearTimeout(timer);
        resolve(made);
      });
    });
  }
}
