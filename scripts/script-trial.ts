// For tests: runs Lua in the real virtual machine, with a host of the test's choosing.
import { readPrelude } from './prelude.ts';
import type { Json } from '../src/core/json.ts';
import { LuaVm, type Host, type Job, type Outcome } from '../src/lua/sandbox/vm.ts';

export interface Trial {
  outcome: Outcome;
  /** The result, parsed; undefined when there is an error. */
  result: Json | undefined;
  code: string | undefined;
  message: string | undefined;
  logs: string[];
}

export interface TrialOptions extends Partial<Omit<Job, 'args' | 'config'>> {
  args?: Json;
  config?: Json;
  /** Answers a host call with a value. */
  host?(operation: string, payload: Json): Promise<Json> | Json;
}

/** A machine that replaces itself when a script has spent it, as a worker would be replaced. */
export class ScriptTrial {
  #vm: LuaVm | undefined;

  /** Runs `body` as the body of `tool.execute(params, context)`, on line 1 of a script named `t`. */
  async body(body: string, options: TrialOptions = {}): Promise<Trial> {
    return this.script(`tool = {} function tool.execute(params, context) ${body}\nend`, options);
  }

  async script(source: string, options: TrialOptions = {}): Promise<Trial> {
    if (!this.#vm || this.#vm.spent) this.#vm = await LuaVm.load(readPrelude());
    const { args = {}, config = {}, host, ...job } = options;
    const logs: string[] = [];
    const outcome = await this.#vm.run(
      {
        mode: 'run',
        name: 't',
        source,
        args: JSON.stringify(args),
        config: JSON.stringify(config),
        timeout: 5,
        ...job,
      },
      {
        ...quiet,
        log: (level, text) => void logs.push(`${level}: ${text}`),
        call: async (operation, payload) => {
          await Promise.resolve();
          return JSON.stringify((await host?.(operation, JSON.parse(payload) as Json)) ?? null);
        },
      },
    );
    return {
      outcome,
      result: outcome.json === undefined ? undefined : (JSON.parse(outcome.json) as Json),
      code: outcome.error?.code,
      message: outcome.error?.message,
      logs,
    };
  }
}

const quiet: Host = {
  call: () => Promise.resolve('null'),
  log: () => undefined,
  progress: () => undefined,
  emit: () => undefined,
};
