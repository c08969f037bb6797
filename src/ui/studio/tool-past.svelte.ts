// The past of a tool as reactive state: its versions, removed ones, and its changes.
import type { App } from '../../apps/web/app.ts';
import { Failure } from '../../core/errors.ts';
import { Attempt } from '../components/attempt.svelte.ts';
import { errorText } from '../components/error-text.ts';

type Tools = Pick<App['tools'], 'history' | 'onChange' | 'edit' | 'remove' | 'restore'>;
type History = Awaited<ReturnType<App['tools']['history']>>;

export class ToolPast {
  readonly #tools: Tools;
  readonly #name: string;
  #history = $state.raw<History>();
  readonly #attempt = new Attempt();
  #reads = 0;

  /** @param name the one it is called by */
  constructor(tools: Tools, name: string) {
    this.#tools = tools;
    this.#name = name;
  }

  /** Undefined until read. */
  get history(): History | undefined {
    return this.#history;
  }

  /** A sentence; empty if all is well. */
  get problem(): string {
    return this.#attempt.problem;
  }

  get busy(): boolean {
    return this.#attempt.busy;
  }

  /** Reads it and follows changes, also of other tabs. Returns a function that stops. */
  follow(): () => void {
    void this.#read();
    return this.#tools.onChange(() => void this.#read());
  }

  use(id: string): Promise<boolean> {
    return this.#attempt.run(async () => {
      await (await this.#tools.edit()).useVersion(id);
    });
  }

  /** Removes a version. Returns the ids to restore; undefined when it failed. */
  async remove(id: string): Promise<readonly string[] | undefined> {
    let ids: readonly string[] | undefined;
    await this.#attempt.run(async () => {
      ({ ids } = await this.#tools.remove(id));
    });
    return ids;
  }

  restore(ids: readonly string[]): Promise<boolean> {
    return this.#attempt.run(async () => {
      await this.#tools.restore(ids);
    });
  }

  async #read(): Promise<void> {
    const read = ++this.#reads;
    try {
      const history = await this.#tools.history(this.#name);
      if (read === this.#reads) this.#history = history;
    } catch (error) {
      // The page of a tool that was just removed is about to close.
      if (error instanceof Failure && error.code === 'not_found') return;
      if (read === this.#reads) this.#attempt.problem = errorText(error);
    }
  }
}
