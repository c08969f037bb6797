// `perilune tool list`: lists the tools of a folder, and the problems of broken ones.
import type { Tool } from '../core/tool.ts';
import { plain, type Output } from './output.ts';
import { installAll, readTools, type Clashing, type Session } from './session.ts';

/** @returns the exit code: 1 when one of them is broken. */
export async function listTools(folder: string, session: Session, output: Output): Promise<number> {
  const drafts = await readTools(folder);
  const tools = await installAll(session, drafts);
  const notes = drafts.flatMap((draft) => draft.notes);
  for (const tool of tools) output.line(describe(tool, output));
  for (const note of notes) output.line(output.paint('dim', plain(note)));
  output.value({ tools: tools.map(facts), notes });
  return tools.some(({ problem }) => problem !== undefined) ? 1 : 0;
}

function facts(tool: Tool | Clashing): object {
  const { name, kind, problem } = tool;
  if (problem !== undefined) return { name, kind, problem };
  const { spec, files } = tool as Tool;
  const { version, description, parameters, hosts } = spec;
  return { name, version, kind, description, parameters, hosts, cases: 'cases.json' in files };
}

function describe(tool: Tool | Clashing, { paint }: Output): string {
  const { name, problem } = tool;
  if (problem !== undefined) return `${paint('red', `${name}  broken`)}\n  ${plain(problem)}`;
  const { spec } = tool as Tool;
  const { version, description, parameters } = spec;
  const required = parameters.required ?? [];
  const named = Object.entries(parameters.properties ?? {}).map(
    ([key, { type = 'any' }]) => `${key}${required.includes(key) ? '' : '?'}: ${[type].flat().join(' | ')}`,
  );
  return `${paint('bold', name)} ${version}  (${plain(named.join(', '))})\n  ${plain(description)}`;
}
