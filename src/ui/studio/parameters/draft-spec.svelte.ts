// The draft's declaration, read in the sandbox after a pause in typing.
import type { App } from '../../../apps/web/app.ts';
import { toErrorData } from '../../../core/errors.ts';
import type { ToolSpec } from '../../../core/tool.ts';

/** A preview may lag a word behind; each inspection takes some ten milliseconds. */
const REST_MS = 300;

export interface DraftTexts {
  source: string;
  fileName: string;
  files: Readonly<Record<string, string>>;
}

export class DraftSpec {
  readonly #inspect: App['tools']['inspect'];
  #spec = $state.raw<ToolSpec>();
  #problem = $state('');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  /** @param saved is shown until the first inspection is done */
  constructor(inspect: App['tools']['inspect'], saved: ToolSpec) {
    this.#inspect = inspect;
    this.#spec = saved;
  }

  /** The last readable one. */
  get spec(): ToolSpec | undefined {
    return this.#spec;
  }

  /** Why the current text could not be read; empty if it could. */
  get problem(): string {
    return this.#problem;
  }

  look(texts: DraftTexts): void {
    const round = ++this.#round;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(texts, round), REST_MS);
  }

  stop(): void {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  async #read({ source, fileName, files }: DraftTexts, round: number): Promise<void> {
    try {
      const spec = await this.#inspect(source, fileName, files);
      if (round !== this.#round) return;
      this.#spec = spec;
      this.#problem = '';
    } catch (error) {
      if (round === this.#round) this.#problem = toErrorData(error, 'unavailable').message;
    }
  }
}
