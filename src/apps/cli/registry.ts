// A tool registry for one terminal program: in memory, with secrets from the environment.
import { v7 as uuid } from 'uuid';
import type { Approve } from '../../core/ports/approval.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';
import type { Secret } from '../../core/secrets.ts';
import type { Builtin } from '../../tools/builtins.ts';
import { MemoryTools } from '../../tools/memory-tools.ts';
import { Registry, type RegistryDeps } from '../../tools/registry.ts';

export interface TerminalTools {
  runner: ToolRunner;
  secrets(names: readonly string[]): Secret[];
  /** Without it, nobody is asked: the command line has already said what a tool may do. */
  approve?: Approve;
  builtins?: Builtin[];
  record?: RegistryDeps['record'];
}

export function openRegistry({ runner, secrets, approve, builtins, record }: TerminalTools): Registry {
  return new Registry({
    store: new MemoryTools(),
    runner,
    builtins: builtins ?? [],
    bundled: [],
    approve: approve ?? (async () => ({ yes: false, scope: 'once' })),
    secrets: async (names) => secrets(names),
    record: record ?? (() => undefined),
    newId: uuid,
    now: () => new Date().toISOString(),
  });
}
