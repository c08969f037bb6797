// One path to an answer without a model: a greeting, a tool that answers at once, else a block of the documents.
import { ANSWER_FLOOR, type AnswerOptions, type LibraryAnswer } from '../core/answer.ts';
import { asksOfTable } from '../core/asked-figure.ts';
import type { ComputedQuestion, TabularScope } from '../core/ports/tables.ts';
import { QUERY_TABLE, TABLE_ROWS } from '../core/table.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import { requestedTool, type RequestedTool } from './requested-tool.ts';
import { greetingIn, type Greeting } from './greetings.ts';

export interface QuestionDeps {
  tools: readonly ToolInfo[];
  /** `only` this tool, and nothing that it would call. */
  call(tool: RequestedTool, signal: AbortSignal): Promise<CallReport>;
  answer(question: string, options: AnswerOptions, signal: AbortSignal): Promise<LibraryAnswer>;
  /** The SELECT to a table that answers it. Absent: no tables can be asked. */
  compute?(question: string, scope: TabularScope, signal: AbortSignal): Promise<ComputedQuestion | undefined>;
  /** ISO 8601, with the zone of whoever asks: what "today" is. */
  today: string;
}

export interface QuestionAnswer {
  found: LibraryAnswer;
  greeting?: Greeting;
  /** What a tool answered, or the tool that a person has to start. */
  asked?: RequestedTool;
  report?: CallReport;
}

/**
 * Nothing leaves the device for it: a tool runs only if its policy allows it and it can reach no host, and all of its
 * arguments stand in the question. Any other tool that was asked for is left to a person.
 */
export async function answerQuestion(
  question: string,
  options: AnswerOptions,
  deps: QuestionDeps,
  signal: AbortSignal,
): Promise<QuestionAnswer> {
  const greeting = greetingIn(question);
  if (greeting) return { greeting, found: none('greeting', 1) };
  const requested = requestedTool(question, deps.tools, deps.today);
  const computing = requested ? undefined : computation(question, options, deps, signal);
  const asked = requested ?? (await inTime(computing, PATIENCE.documents));
  signal.throwIfAborted();
  if (asked?.runs) {
    // What the tool could not make sense of may stand in a document, and the form shows what was tried.
    return (
      (await run(asked, deps, signal)) ?? {
        asked: { ...asked, runs: false },
        found: await deps.answer(question, options, signal),
      }
    );
  }
  if (asked?.isWhole) {
    const tool = { name: asked.name, arguments: asked.args };
    return { asked, found: { ...none('tool', ANSWER_FLOOR), tool } };
  }
  const found = await deps.answer(question, options, signal);
  if (asked) return { asked, found };
  // Where no document answers, or only with some rows, there is time to wait for the tables.
  const patience = found.answer === null ? PATIENCE.tables : found.kind === 'table' ? PATIENCE.rows : 0;
  const late = patience > 0 ? await inTime(computing, patience) : undefined;
  signal.throwIfAborted();
  return (late && (await run(late, deps, signal))) ?? { found };
}

/** @returns undefined when the tool fails */
async function run(
  asked: RequestedTool,
  deps: QuestionDeps,
  signal: AbortSignal,
): Promise<QuestionAnswer | undefined> {
  const report = await deps.call(asked, signal);
  signal.throwIfAborted();
  const { error, result } = report.outcome;
  if (error) return undefined;
  const tool = { name: asked.name, arguments: report.args, result };
  return { asked, report, found: { ...none('tool', 1), tool } };
}

/**
 * Milliseconds to find out whether a table answers before the documents are asked, and after they have no answer: to load the
 * database and a large table for the first time takes seconds on a slow device.
 */
const PATIENCE = { documents: 1500, rows: 5000, tables: 15_000 } as const;

function inTime<Value>(work: Promise<Value> | undefined, milliseconds: number): Promise<Value | undefined> {
  if (!work) return Promise.resolve(undefined);
  return Promise.race([
    work,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds)),
  ]);
}

/** A figure or rows that a table of the library holds: the same SQL that a model would write, shown with its answer. */
async function computation(
  question: string,
  { source, sources, documents, within }: AnswerOptions,
  { tools, compute }: QuestionDeps,
  signal: AbortSignal,
): Promise<RequestedTool | undefined> {
  const tool = tools.find(
    ({ name, enabled, policy }) => name === QUERY_TABLE && enabled && policy === 'allow',
  );
  if (!compute || !tool || !asksOfTable(question)) return undefined;
  const named = source === undefined ? sources : [source];
  const scope = {
    ...(named && { sources: named }),
    ...(documents && { documents }),
    ...(within && { within }),
  };
  const found = await compute(question, scope, signal).catch(() => undefined);
  if (!found) return undefined;
  const { sql, document, title, of, where, list } = found;
  const { name, description } = tool;
  const args = { sql, document, ...(list && { limit: TABLE_ROWS.most }) };
  const computes = { of, ...(where !== undefined && { where }), ...(list && { list }) };
  return { name, description, args, runs: true, isWhole: true, source: { id: document, title }, computes };
}

function none(kind: 'greeting' | 'tool', confidence: number): LibraryAnswer {
  return { kind, answer: null, confidence, passages: [] };
}
