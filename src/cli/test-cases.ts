// `perilune tool test --cases`: runs the saved test cases of a tool, or of every tool of a folder, with the studio's
// engine.
import { statSync } from 'node:fs';
import { Failure, toErrorData } from '../core/errors.ts';
import { CASES_FILE } from '../core/tool-case.ts';
import type { ToolDraft } from '../core/tool-draft.ts';
import { Cases, type CaseResult } from '../tools/cases/cases.ts';
import { count, inMilliseconds, plain, type Output } from './output.ts';
import { readTool, readTools, type Session } from './session.ts';

interface Told {
  tool: string;
  /** Why none of its cases could be run. */
  problem?: string;
  cases: { name: string; passed: boolean; problems: string[]; milliseconds: number }[];
}

/** @returns the exit code: 1 when a case failed or could not be run, or a tool of the folder is unreadable. */
export async function testCases(place: string, { runner }: Session, output: Output): Promise<number> {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory();
  const drafts = isFolder
    ? (await readTools(place)).flatMap(({ tools }) => tools)
    : [(await readTool(place)).draft];
  const tested = drafts.filter(({ files }) => CASES_FILE in files);
  if (tested.length === 0) {
    throw new Failure('bad_request', `${place} has no cases; add them to NAME.cases.json next to NAME.lua`);
  }
  const engine = new Cases({ runner });
  const told: Told[] = [];
  for (const draft of tested) told.push(await testOne(engine, draft, output));
  for (const draft of drafts) {
    if (!tested.includes(draft)) told.push(...(await lookAt(draft, runner, output)));
  }
  const cases = told.flatMap((one) => one.cases);
  const failed = cases.filter(({ passed }) => !passed).length;
  const broken = told.filter(({ problem }) => problem !== undefined).length;
  const said = [`${cases.length - failed} passed`, `${failed} failed`];
  if (broken > 0) said.push(`${count(broken, 'tool')} could not be tested`);
  output.line(output.paint(failed + broken > 0 ? 'red' : 'green', said.join(', ')));
  output.value({ passed: cases.length - failed, failed, tools: told });
  return failed + broken > 0 ? 1 : 0;
}

async function testOne(engine: Cases, draft: ToolDraft, output: Output): Promise<Told> {
  const { fileName, source, files, config, limits } = draft;
  const tool = fileName.replace(/\.[a-z.]+$/i, '');
  output.line(output.paint('bold', tool));
  const told: Told = { tool, cases: [] };
  try {
    const subject = { name: tool, source, files, config, ...(limits && { limits }) };
    await engine.run(subject, engine.read(files[CASES_FILE] ?? ''), {
      onResult: (result) => {
        const { name, passed, problems, milliseconds } = result;
        told.cases.push({ name, passed, problems, milliseconds });
        sayCase(result, output);
      },
    });
  } catch (problem) {
    told.problem = toErrorData(problem).message;
    output.line(`  ${output.paint('red', 'cannot be tested')}  ${plain(told.problem)}`);
  }
  return told;
}

/** A tool without cases passes, unless it is unreadable, which must fail in CI. */
async function lookAt(draft: ToolDraft, runner: Session['runner'], output: Output): Promise<Told[]> {
  const { fileName, source, files, kind } = draft;
  try {
    if (draft.problem !== undefined) throw new Failure('bad_request', draft.problem);
    if (kind === 'lua') await runner.inspect(source, fileName, files);
    return [];
  } catch (error) {
    const { message } = toErrorData(error);
    output.line(output.paint('bold', fileName));
    output.line(`  ${output.paint('red', 'cannot be tested')}  ${plain(message)}`);
    return [{ tool: fileName.replace(/\.[a-z.]+$/i, ''), problem: message, cases: [] }];
  }
}

function sayCase({ name, passed, problems, milliseconds }: CaseResult, { line, paint }: Output): void {
  const mark = passed ? paint('green', 'passed') : paint('red', 'FAILED');
  line(`  ${mark}  ${plain(name)}  ${paint('dim', inMilliseconds(milliseconds))}`);
  for (const problem of problems) line(`          ${plain(problem)}`);
}
