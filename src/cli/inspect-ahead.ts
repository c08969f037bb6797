// Inspects several scripts in parallel, before the registry requests them one by one. Each script gets a fresh
// worker, so none can change what another one declares.
import { availableParallelism } from 'node:os';
import { Failure } from '../core/errors.ts';
import type { ToolDraft } from '../core/tool-draft.ts';
import type { ToolSpec } from '../core/tool.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';

/** Starting a worker takes about half a second of CPU time, so more workers than processors only wait for each other. */
const AT_ONCE = Math.min(4, availableParallelism());

/** A script that never ends costs a second per attempt. */
const TRIES = 3;

type Inspected = Parameters<ToolRunner['inspect']>;

export class InspectAhead implements ToolRunner {
  readonly #runner: ToolRunner;
  /** Inspections that were started but not requested yet. */
  readonly #begun = new Map<string, Promise<ToolSpec>>();
  readonly #taken = new Set<string>();
  readonly #remembers: boolean;

  readonly validate: ToolRunner['validate'];
  readonly run: ToolRunner['run'];

  /** @param remembers keeps results for repeated requests, because a server reads its folder again at each change */
  constructor(runner: ToolRunner, { remembers = false }: { remembers?: boolean } = {}) {
    this.#runner = runner;
    this.#remembers = remembers;
    this.validate = (...args) => runner.validate(...args);
    this.run = (request) => runner.run(request);
  }

  /** Starts to inspect these; requests don't wait for the whole list. */
  begin(drafts: readonly Pick<ToolDraft, 'source' | 'fileName' | 'files' | 'kind'>[]): void {
    const scripts = drafts.filter(({ kind }) => kind === 'lua');
    const work = async (): Promise<void> => {
      for (let next = scripts.shift(); next; next = scripts.shift()) {
        const args: Inspected = [next.source, next.fileName, next.files];
        const key = JSON.stringify(args);
        if (this.#begun.has(key) || this.#taken.has(key)) continue;
        const inspecting = this.#inspect(args);
        this.#begun.set(key, inspecting);
        // The caller that requests it gets the error.
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
      // A failed inspection can succeed later, for example after a worker died.
      inspecting.catch(() => this.#begun.delete(key));
      return inspecting;
    }
    this.#begun.delete(key);
    this.#taken.add(key);
    return inspecting;
  }

  /** On a busy machine a script that needs a millisecond can time out after a second, so slow ones are retried. */
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
