// For tests: runs Lua in the real VM, with a host chosen by the test.
import { readPrelude } from './prelude.ts';
import type { Coverage } from '../src/core/coverage.ts';
import type { Json } from '../src/base/json.ts';
import { DEFAULT_LIMITS, type Limits } from '../src/core/limits.ts';
import { LuaVm, type Host, type HostAnswer, type Job, type Outcome } from '../src/sandbox/worker/vm.ts';

export interface Trial {
  outcome: Outcome;
  /** The parsed result; undefined after an error. */
  result: Json | undefined;
  code: string | undefined;
  message: string | undefined;
  logs: string[];
  /** If the run requested it. */
  coverage: Coverage | undefined;
}

export interface TrialOptions extends Partial<Omit<Job, 'args' | 'config' | 'env' | 'limits'>> {
  args?: Json;
  config?: Json;
  env?: Record<string, string>;
  /** Seconds. */
  timeout?: number;
  limits?: Partial<Limits>;
  /** Receives output before the result. */
  onEmit?(text: string): void;
  /** Answers a host call with a value. */
  host?(operation: string, payload: Json, bytes: Uint8Array | undefined): Promise<Json> | Json;
  /** Answers a host call with a value and bytes. */
  answer?(operation: string, payload: Json, bytes: Uint8Array | undefined): Promise<HostAnswer> | HostAnswer;
}

/** A VM that replaces itself when a script has exhausted it, as a worker would be replaced. */
export class ScriptTrial {
  #vm: LuaVm | undefined;

  /** Runs `body` as the body of `tool.execute(params, context)`, on line 1 of a script named `t`. */
  async body(body: string, options: TrialOptions = {}): Promise<Trial> {
    return this.script(`tool = {} function tool.execute(params, context) ${body}\nend`, options);
  }

  /** Does something while the current run counts as waiting for the user. */
  async held<T>(work: () => Promise<T>): Promise<T> {
    this.#vm?.hold();
    try {
      return await work();
    } finally {
      this.#vm?.release();
    }
  }

  async script(source: string, options: TrialOptions = {}): Promise<Trial> {
    if (!this.#vm || this.#vm.spent) this.#vm = await LuaVm.load(readPrelude());
    const { args = {}, config = {}, env = {}, timeout = 60, limits, host, answer, onEmit, ...job } = options;
    const logs: string[] = [];
    const outcome = await this.#vm.run(
      {
        mode: 'tool',
        name: 't',
        source,
        modules: {},
        args: JSON.stringify(args),
        config: JSON.stringify(config),
        env: JSON.stringify(env),
        limits: { ...DEFAULT_LIMITS, timeout, ...limits },
        ...job,
      },
      {
        ...quiet,
        log: (level, text) => void logs.push(`${level}: ${text}`),
        ...(onEmit && { emit: onEmit }),
        call: async (operation, payload, bytes) => {
          await Promise.resolve();
          const given = JSON.parse(payload) as Json;
          if (answer) return answer(operation, given, bytes);
          return { json: JSON.stringify((await host?.(operation, given, bytes)) ?? null) };
        },
      },
    );
    return {
      outcome,
      result: outcome.json === undefined ? undefined : (JSON.parse(outcome.json) as Json),
      code: outcome.error?.code,
      message: outcome.error?.message,
      logs,
      coverage: this.#vm.coverage,
    };
  }
}

const quiet: Host = {
  call: () => Promise.resolve({ json: 'null' }),
  log: () => undefined,
  progress: () => undefined,
  emit: () => undefined,
};
