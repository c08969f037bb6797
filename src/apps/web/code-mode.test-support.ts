// For tests: code mode over a real registry and the real sandbox, with a user who answers as the test says.
import { withMachine } from '../../../scripts/lua-machines.ts';
import type { Conversation } from '../../core/conversation.ts';
import type { SearchHit } from '../../core/document.ts';
import type { Secret } from '../../core/secrets.ts';
import type { CallReport } from '../../core/tool.ts';
import type { Act, Caller } from '../../core/call.ts';
import { memoryFolders } from '../../sandbox/dispatcher.test-support.ts';
import { compileWith } from '../../sandbox/worker/compile.ts';
import { findSyntaxProblem } from '../../sandbox/worker/syntax-problem.ts';
import type { Answer } from '../../core/ports/approval.ts';
import { builtins } from '../../tools/builtins.ts';
import type { LibraryServices } from '../../core/ports/library-services.ts';
import type { FinishedCall } from '../../tools/invoke-deps.ts';
import { MemoryTools } from '../../tools/memory-tools.ts';
import { realRunnerOver } from '../../tools/real-runner.test-support.ts';
import { Registry } from '../../tools/registry.ts';
import { readOutput } from '../../tools/scripts/read-output.ts';
import { runScriptTool } from '../../tools/scripts/script-tool.ts';
import type { RunRequest } from '../../core/ports/tool-runner.ts';
import { openCodeMode, type CodeMode } from './code-mode.ts';
import { readOnlyOf } from '../../core/read-only.ts';

export const MODEL: Caller = { kind: 'agent', conversation: 'chat-1', call: 'call-1' };

export interface Rig {
  tools: Registry;
  code: CodeMode;
  /** Questions to the user, in order. */
  asked: (Act & { name: string })[];
  /** Runs of tools and scripts, in order. */
  runs: RunRequest[];
  /** Finished calls, in order. */
  recorded: Pick<FinishedCall, 'name' | 'approval'>[];
  /** The user's answers; default: no. */
  person: { answer(act: Act, name: string): Partial<Answer> | boolean };
  script(source: string, options?: { caller?: Caller; reason?: string }): Promise<CallReport>;
  settings: { codeMode: boolean; readOnly: boolean };
  /** Ids of chats in read-only mode. */
  readOnlyChats: Set<string>;
}

/** @param given stands in for the library and the vault's secrets */
export async function openRig(
  given: { library?: LibraryServices; secrets?: readonly Secret[] } = {},
): Promise<Rig> {
  const asked: Rig['asked'] = [];
  const runs: RunRequest[] = [];
  const recorded: Rig['recorded'] = [];
  const settings = { codeMode: true, readOnly: false };
  const readOnlyChats = new Set<string>();
  const person: Rig['person'] = { answer: () => false };
  const library: LibraryServices = given.library ?? {
    search: async (query: string) => [{ id: 'd1', title: `About ${query}` } as SearchHit],
    get: async (id: string) => ({ id, title: 'A document', body: 'its text' }) as never,
    sources: async () => [],
  };
  const real = realRunnerOver({ ...library, folders: memoryFolders() });
  const runner = {
    ...real,
    run: (request: RunRequest) => {
      runs.push(request);
      return real.run(request);
    },
  };
  const compile = async (sources: Readonly<Record<string, string>>) => {
    const [file, source] = Object.entries(sources)[0] as [string, string];
    const problem = await withMachine((machine) =>
      findSyntaxProblem(file, source, (text) => compileWith(machine, text)),
    );
    return problem ? [problem] : [];
  };
  let ids = 0;
  const tools: Registry = new Registry({
    store: new MemoryTools(),
    runner,
    builtins: [
      ...builtins(library),
      runScriptTool(
        (run) => code.perform(run),
        () => settings.codeMode,
      ),
      readOutput(async () => code.outputs),
    ],
    bundled: [],
    approve: async ({ act, name }) => {
      asked.push({ ...act, name });
      const said = person.answer(act, name);
      return { yes: said !== false, scope: 'once', ...(typeof said === 'object' && said) };
    },
    secrets: async (names) => (given.secrets ?? []).filter(({ name }) => names.includes(name)),
    readOnly: (first) =>
      readOnlyOf(first, {
        preferences: { current: settings },
        conversations: { get: async (id) => ({ id, readOnly: readOnlyChats.has(id) }) as Conversation },
      }),
    record: ({ name, approval }) => void recorded.push({ name, approval }),
    newId: () => `id-${++ids}`,
    now: () => '2026-01-02T03:04:05.000Z',
  });
  const code = openCodeMode({
    tools,
    sandbox: runner,
    runner: async () => ({ compile }),
    now: () => '2026-01-02T03:04:05.000Z',
  });
  await tools.load();
  return {
    ...{ tools, code, asked, runs, recorded, person, settings, readOnlyChats },
    script: (source, { caller = MODEL, reason = 'to see' } = {}) =>
      tools.call('lua_run_script', { source, reason }, { caller }),
  };
}

/** A Lua tool. */
export function toolText(name: string, body: string, more = ''): string {
  return `tool = { name = "${name}", description = "Does ${name}", parameters = {}, ${more} }
function tool.execute(params, context) ${body} end`;
}
