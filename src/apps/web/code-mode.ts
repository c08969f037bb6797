// Wires code mode: scripts of models and users, their effects, and what they leave behind. Loads on first use.
import { RUN_SCRIPT } from '../../core/script-result.ts';
import type { DryAct, ScriptTouches } from '../../core/script-touches.ts';
import type { CallReport } from '../../core/tool.ts';
import type { LuaRunner } from '../../sandbox/runner.ts';
import type { CallRun } from '../../core/ports/call-run.ts';
import type { Registry } from '../../tools/registry.ts';
import { dryRun, type DryRunDeps } from '../../tools/scripts/dry-run.ts';
import { KeptOutputs } from '../../tools/scripts/kept-outputs.ts';
import { performScript } from '../../tools/scripts/perform-script.ts';
import { touchesOf, type ScriptDeps } from '../../tools/scripts/script-deps.ts';
import { ScriptMemory } from '../../tools/scripts/script-memory.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';

/** A screen's operations on scripts. `conversation` is the id of the current conversation. */
export interface AppScripts {
  /** Returns the effects of a script as far as static reading can tell. Runs nothing. */
  touches(source: string): Promise<ScriptTouches>;
  /** Runs it with every side effect recorded instead of performed. Nothing is sent or written. */
  dryRun(
    source: string,
    conversation: string,
    signal?: AbortSignal,
  ): Promise<{ acts: DryAct[]; report: CallReport }>;
  /**
   * Runs it for the user, as `/lua` does. Read the report with `scriptResultOf`.
   * @param readOnly for a new chat in read-only mode, which is not stored yet
   */
  run(source: string, conversation: string, signal?: AbortSignal, readOnly?: boolean): Promise<CallReport>;
  /** Deletes what scripts of this conversation left: their global variables and their folder. */
  reset(conversation: string): Promise<void>;
}

/** For the registry and the agent. */
export interface CodeMode extends AppScripts {
  readonly outputs: KeptOutputs;
  perform(run: CallRun): Promise<CallReport>;
}

export interface CodeModeDeps {
  tools: Pick<Registry, 'get' | 'call'>;
  sandbox: Pick<ToolRunner, 'run'>;
  runner(): Promise<Pick<LuaRunner, 'compile'>>;
  /** @see ScriptDeps.folderOf */
  folderOf?: ScriptDeps['folderOf'];
  /** ISO 8601. */
  now(): string;
}

export function openCodeMode({ tools, sandbox, runner, folderOf, now }: CodeModeDeps): CodeMode {
  const deps: DryRunDeps = {
    runner: sandbox,
    compile: async (sources) => (await runner()).compile(sources),
    tool: (name) => tools.get(name),
    memory: new ScriptMemory(now),
    outputs: new KeptOutputs(),
    ...(folderOf && { folderOf }),
    read: async (name, args, conversation, signal, outbound) => {
      const first = { kind: 'agent' as const, conversation, call: 'dry run' };
      const caller = { kind: 'tool' as const, name: RUN_SCRIPT, depth: 1, first };
      // The tool can call nothing else, whatever its code hides.
      return (await tools.call(name, args, { caller, signal, only: [name], outbound })).outcome;
    },
  };
  return {
    outputs: deps.outputs,
    perform: (run) => performScript(deps, run),
    touches: (source) => touchesOf(deps, source),
    dryRun: (...given) => dryRun(deps, ...given),
    run: (source, conversation, signal, readOnly) =>
      tools.call(
        RUN_SCRIPT,
        { source, reason: '' },
        {
          caller: { kind: 'user', conversation },
          ...(signal && { signal }),
          ...(readOnly && { readOnly }),
        },
      ),
    reset: async (conversation) => {
      deps.memory.reset(conversation);
      deps.outputs.forget(conversation);
    },
  };
}
