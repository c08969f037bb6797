// `perilune tool list`: lists the tools of a folder, with warnings and the problems of broken ones.
import type { Finding } from '../core/finding.ts';
import type { Tool } from '../core/tool.ts';
import { plain, type Output } from './output.ts';
import { installAll, readTools, type Clashing, type Session } from './session.ts';
import { sayWarnings, warningsOf } from './tool-warnings.ts';

/** @returns the exit code: 1 when one of them is broken. */
export async function listTools(folder: string, session: Session, output: Output): Promise<number> {
  const drafts = await readTools(folder);
  const tools = await installAll(session, drafts);
  const notes = drafts.flatMap((draft) => draft.notes);
  const warnings = await Promise.all(
    tools.map(async (tool) => (tool.problem === undefined ? warningsOf(tool as Tool) : [])),
  );
  for (const [index, tool] of tools.entries()) {
    output.line(describe(tool, output));
    sayWarnings(warnings[index] ?? [], output);
  }
  for (const note of notes) output.line(output.paint('dim', plain(note)));
  output.value({
    tools: tools.map((tool, index) => ({ ...facts(tool), ...said(warnings[index] ?? []) })),
    notes,
  });
  return tools.some(({ problem }) => problem !== undefined) ? 1 : 0;
}

function said(warnings: readonly Finding[]): object {
  return warnings.length === 0
    ? {}
    : { warnings: warnings.map(({ code, line, message }) => ({ code, line, message })) };
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
