// The one way to answer without a model: a greeting, a tool that answers immediately, or else a block of the
// documents.
import { ANSWER_FLOOR, GUIDE_SOURCE, type AnswerOptions, type LibraryAnswer } from '../core/answer.ts';
import { asksForSum, asksOfTable } from '../core/asked-figure.ts';
import { figureWords } from '../core/figure-words.ts';
import { figureChain } from '../core/going-on.ts';
import type { ComputedQuestion, ComputeScope } from '../core/ports/tables.ts';
import { QUERY_TABLE, TABLE_ROWS } from '../core/table.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import { requestedTool, type RequestedTool } from './requested-tool.ts';
import { greetingIn, type Greeting } from './greetings.ts';

export interface QuestionDeps {
  tools: readonly ToolInfo[];
  /** Calls `only` this tool; nested calls are refused. */
  call(tool: RequestedTool, signal: AbortSignal): Promise<CallReport>;
  answer(question: string, options: AnswerOptions, signal: AbortSignal): Promise<LibraryAnswer>;
  /** Translates the question to a SELECT. Absent: tables can't be queried. */
  compute?(question: string, scope: ComputeScope, signal: AbortSignal): Promise<ComputedQuestion | undefined>;
  /** ISO 8601 in the caller's zone: the meaning of "today". */
  today: string;
}

export interface QuestionAnswer {
  found: LibraryAnswer;
  greeting?: Greeting;
  /** The tool that answered, or that a person has to start. */
  asked?: RequestedTool;
  report?: CallReport;
}

/**
 * Nothing leaves the device: a tool runs only if its policy allows it, it can reach no host, and the question
 * contains all its arguments. Any other requested tool is left to a person.
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
  const early = requested ?? (await inTime(computing, PATIENCE.documents));
  // A document may tell of days that a table lacks.
  const asked = early?.computes?.lacks ? undefined : early;
  signal.throwIfAborted();
  if (asked?.runs) {
    // A document may hold what the tool could not parse, and the form shows what was tried.
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
  // If no document answers, or only with some rows, wait longer for the tables.
  const patience = found.answer === null ? PATIENCE.tables : found.kind === 'table' ? PATIENCE.rows : 0;
  const late = early ?? (patience > 0 ? await inTime(computing, patience) : undefined);
  signal.throwIfAborted();
  const fitting = (one: RequestedTool | undefined): RequestedTool | undefined =>
    one?.computes?.lacks && tells(found, one.computes.lacks.asked) ? undefined : one;
  const within =
    fitting(late) ?? fitting(await inTime(inside(question, options, found, deps, signal), PATIENCE.rows));
  signal.throwIfAborted();
  return (within && (await run(within, deps, signal))) ?? { found };
}

/** Tells whether the documents answer with one of the days asked for. */
function tells({ answer }: LibraryAnswer, days: readonly string[]): boolean {
  // In their case: `may` is no month.
  return days.some((day) => answer?.text.includes(day));
}

/** A figure from a table inside the document that answers best: `What is the total of the invoice?` */
async function inside(
  question: string,
  options: AnswerOptions,
  { answer, near }: LibraryAnswer,
  deps: QuestionDeps,
  signal: AbortSignal,
): Promise<RequestedTool | undefined> {
  const best = answer?.document ?? near?.passages[0];
  if (!best || best.source === GUIDE_SOURCE || !asksForSum(figureWords(question))) return undefined;
  return computation(question, { ...options, documents: [best.id] }, deps, signal);
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
 * Milliseconds to wait for a table, before the documents are asked and after they have no answer. Loading the
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

/**
 * Returns a query for a figure or rows in a table of the library: the SQL that a model would write, shown with its
 * answer.
 */
async function computation(
  question: string,
  { source, sources, documents, within, previous: earlier }: AnswerOptions,
  { tools, compute }: QuestionDeps,
  signal: AbortSignal,
): Promise<RequestedTool | undefined> {
  const tool = tools.find(
    ({ name, enabled, policy }) => name === QUERY_TABLE && enabled && policy === 'allow',
  );
  const asked = figureWords(question);
  const previous = earlier?.map(figureWords);
  const [first = asked] = figureChain(asked, previous);
  if (!compute || !tool || !asksOfTable(first)) return undefined;
  const named = source === undefined ? sources : [source];
  const scope = {
    ...(named && { sources: named }),
    ...(documents && { documents }),
    ...(within && { within }),
    ...(previous && { previous }),
  };
  const found = await compute(asked, scope, signal).catch(() => undefined);
  if (!found) return undefined;
  const { sql, document, title, of, where, rows, list, columns, hasCents, lacks } = found;
  const { name, description } = tool;
  const from = { id: document, title, source: found.source, source_id: found.source_id };
  const args = { sql, document, ...(list && { limit: TABLE_ROWS.most }) };
  const computes = {
    of,
    ...(where !== undefined && { where }),
    ...(rows !== undefined && { rows }),
    ...(list && { list }),
    ...(columns && { columns }),
    ...(hasCents && { hasCents }),
    ...(lacks && { lacks }),
  };
  return { name, description, args, runs: true, isWhole: true, source: from, computes };
}

function none(kind: 'greeting' | 'tool', confidence: number): LibraryAnswer {
  return { kind, answer: null, confidence, passages: [] };
}
