// What running a script needs from its surroundings.
import type { SyntaxProblem } from '../../core/finding.ts';
import type { ScriptTouches } from '../../core/script-touches.ts';
import type { Tool } from '../../core/tool.ts';
import { scriptTouches } from '../../lua-language/script-touches.ts';
import type { FolderStore } from '../../core/ports/grants.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';
import type { KeptOutputs } from './kept-outputs.ts';
import type { ScriptMemory } from './script-memory.ts';
import { SCRIPT } from './script-names.ts';
import { effectOf } from './tool-effect.ts';

export interface ScriptDeps {
  runner: Pick<ToolRunner, 'run'>;
  /** Returns Lua's errors by path, without running anything. */
  compile(sources: Record<string, string>): Promise<SyntaxProblem[]>;
  /** By the name used in scripts. */
  tool(name: string): Tool | undefined;
  memory: ScriptMemory;
  outputs: KeptOutputs;
  /** Returns the project folder of a conversation. Absent or undefined: its scripts have a folder in memory. */
  folderOf?(conversation: string): Promise<FolderStore | undefined>;
}

/** Returns what a text would use, and what keeps it from running. */
export async function touchesOf(
  { compile, tool }: Pick<ScriptDeps, 'compile' | 'tool'>,
  source: string,
): Promise<ScriptTouches> {
  const touches = scriptTouches(source, (name) => effectOf(tool(name)));
  const [problem] = await compile({ [SCRIPT]: source });
  return problem ? { ...touches, syntax: { line: problem.line, message: problem.message } } : touches;
}
