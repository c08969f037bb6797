// `perilune tool annotations`: writes the script API as a file for the Lua language server.
import type { ToolSpec } from '../core/tool.ts';
import { GuardedFolder } from './guarded-folder.ts';
import { plain, type Output } from './output.ts';
import { installAll, readTools, type Session } from './session.ts';

/** Returns the text for the language server, with the arguments of these tools. */
export type Annotations = (tools: readonly Pick<ToolSpec, 'name' | 'description' | 'parameters'>[]) => string;

/** @param folder of further tools to describe. @returns the exit code: 1 when one of them is broken. */
export async function writeAnnotations(
  folder: string | undefined,
  out: string | undefined,
  annotations: Annotations,
  session: Session,
  output: Output,
): Promise<number> {
  const tools = folder === undefined ? [] : await installAll(session, await readTools(folder));
  const known = tools.flatMap((tool) => ('spec' in tool && tool.problem === undefined ? [tool.spec] : []));
  const broken = tools.filter(({ problem }) => problem !== undefined);
  for (const { name, problem } of broken) {
    process.stderr.write(`${plain(`${name} is left out because it is broken: ${problem}`)}\n`);
  }
  const code = broken.length > 0 ? 1 : 0;
  const text = annotations(known);
  if (out === undefined) {
    output.line(text.trimEnd());
    output.value({ annotations: text });
    return code;
  }
  GuardedFolder.put(out, text);
  output.line(`Wrote ${out}.`);
  output.value({ file: out });
  return code;
}
