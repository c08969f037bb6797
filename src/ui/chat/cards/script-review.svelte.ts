// A script that needs approval: its current text, its effects, and the result of a dry run.
//
// - Approval runs the text on screen: `edited` is the user's version.
// - Results for one text are never shown next to another.
import type { App } from '../../../apps/web/app.ts';
import type { DryAct, ScriptTouches } from '../../../core/script-touches.ts';
import type { CallReport } from '../../../core/tool.ts';
import { errorText } from '../../components/error-text.ts';

export interface DryRun {
  acts: readonly DryAct[];
  report: CallReport;
}

/** Milliseconds of pause in typing before the text is read again. */
const REST_MS = 300;

export class ScriptReview {
  readonly #scripts: App['scripts'];
  readonly #conversation: string;
  readonly #source: string;
  #text = $state('');
  #editing = $state(false);
  #touches = $state.raw<ScriptTouches>();
  #dry = $state.raw<DryRun>();
  #problem = $state<string>();
  #running = $state(false);
  #dryRun: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    scripts: App['scripts'],
    { source, touches }: { source: string; touches: ScriptTouches },
    conversation: string,
  ) {
    this.#scripts = scripts;
    this.#conversation = conversation;
    this.#source = this.#text = source;
    this.#touches = touches;
  }

  get text(): string {
    return this.#text;
  }

  /** The user's version; undefined while it equals the model's. */
  get edited(): string | undefined {
    return this.#text === this.#source ? undefined : this.#text;
  }

  get editing(): boolean {
    return this.#editing;
  }

  set editing(on: boolean) {
    this.#editing = on;
  }

  /** Undefined while the text is being read. */
  get touches(): ScriptTouches | undefined {
    return this.#touches;
  }

  get dry(): DryRun | undefined {
    return this.#dry;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Why it could not be read or tried, as a sentence. */
  get problem(): string | undefined {
    return this.#problem;
  }

  write(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#touches = this.#dry = this.#problem = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(text), REST_MS);
  }

  async dryRun(): Promise<void> {
    if (this.#running) return;
    const text = this.#text;
    const { signal } = (this.#dryRun = new AbortController());
    this.#running = true;
    this.#dry = this.#problem = undefined;
    try {
      const found = await (await this.#scripts()).dryRun(text, this.#conversation, signal);
      if (text === this.#text && !signal.aborted) this.#dry = found;
    } catch (error) {
      if (text === this.#text && !signal.aborted) this.#problem = wordsOf(error);
    } finally {
      this.#running = false;
    }
  }

  stopDryRun(): void {
    this.#dryRun?.abort();
  }

  async #read(text: string): Promise<void> {
    try {
      const touches = await (await this.#scripts()).touches(text);
      if (text === this.#text) this.#touches = touches;
    } catch (error) {
      if (text === this.#text) this.#problem = wordsOf(error);
    }
  }
}

function wordsOf(error: unknown): string {
  return errorText(error);
}
