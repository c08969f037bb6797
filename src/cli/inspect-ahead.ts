// Has several scripts say what they are at once, before the registry asks for them one after the other. Each is still read in
// a worker of its own that has served nobody before, so that no script can change what another says of itself.
import { availableParallelism } from 'node:os';
import { Failure } from '../core/errors.ts';
import type { ToolDraft } from '../core/tool-draft.ts';
import type { ToolSpec } from '../core/tool.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';

/** A worker starts in about half a second of its processor; more of them than processors only wait for each other. */
const AT_ONCE = Math.min(4, availableParallelism());

/** A script that never ends costs a second each time. */
const TRIES = 3;

type Inspected = Parameters<ToolRunner['inspect']>;

export class InspectAhead implements ToolRunner {
  readonly #runner: ToolRunner;
  /** Begun, and not asked for yet. */
  readonly #begun = new Map<string, Promise<ToolSpec>>();
  readonly #taken = new Set<string>();
  readonly #remembers: boolean;

  readonly validate: ToolRunner['validate'];
  readonly run: ToolRunner['run'];

  /** @param remembers a script that is asked for again is not read again: a server reads its folder at each change */
  constructor(runner: ToolRunner, { remembers = false }: { remembers?: boolean } = {}) {
    this.#runner = runner;
    this.#remembers = remembers;
    this.validate = (...args) => runner.validate(...args);
    this.run = (request) => runner.run(request);
  }

  /** Begins with these; what is asked for meanwhile does not wait for the others. */
  begin(drafts: readonly Pick<ToolDraft, 'source' | 'fileName' | 'files' | 'kind'>[]): void {
    const scripts = drafts.filter(({ kind }) => kind === 'lua');
    const work = async (): Promise<void> => {
      for (let next = scripts.shift(); next; next = scripts.shift()) {
        const args: Inspected = [next.source, next.fileName, next.files];
        const key = JSON.stringify(args);
        if (this.#begun.has(key) || this.#taken.has(key)) continue;
        const inspecting = this.#inspect(args);
        this.#begun.set(key, inspecting);
        // Whoever asks for it hears of it.
        await inspecting.catch(() => undefined);
      }
    };
    for (let hands = 0; hands < AT_ONCE; hands += 1) void work();
  }

  async inspect(...args: Inspected): Promise<ToolSpec> {
    const key = JSON.stringify(args);
    const inspecting = this.#begun.get(key) ?? this.#inspect(args);
    if (this.#remembers) {
      this.#begun.set(key, inspecting);
      // What could not be read may be another time: a worker can die.
      inspecting.catch(() => this.#begun.delete(key));
      return inspecting;
    }
    this.#begun.delete(key);
    this.#taken.add(key);
    return inspecting;
  }

  /** A busy machine can take a second from a script that needs a millisecond: one that is too slow is read again. */
  async #inspect(args: Inspected): Promise<ToolSpec> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#runner.inspect(...args);
      } catch (problem) {
        if (tries === TRIES || !(problem instanceof Failure) || problem.code !== 'timeout') throw problem;
      }
    }
  }
}
