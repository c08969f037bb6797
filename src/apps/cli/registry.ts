// A registry of tools for one program in a terminal: kept in memory, with secrets from its environment.
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
  /** Absent: nobody is there to be asked. What a tool may do was said on the command line. */
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
