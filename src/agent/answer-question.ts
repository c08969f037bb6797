// One path to an answer without a model: a greeting, a tool that answers at once, else a block of the documents.
import { ANSWER_FLOOR, type AnswerOptions, type LibraryAnswer } from '../core/answer.ts';
import { asksForFigure } from '../core/asked-figure.ts';
import type { ComputedQuestion, TabularScope } from '../core/ports/tables.ts';
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
  const asked =
    requestedTool(question, deps.tools, deps.today) ?? (await computation(question, options, deps, signal));
  if (asked?.runs) {
    const report = await deps.call(asked, signal);
    signal.throwIfAborted();
    const { error, result } = report.outcome;
    if (!error) {
      const tool = { name: asked.name, arguments: report.args, result };
      return { asked, report, found: { ...none('tool', 1), tool } };
    }
    // What the tool could not make sense of may stand in a document, and the form shows what was tried.
    return { asked: { ...asked, runs: false }, found: await deps.answer(question, options, signal) };
  }
  if (asked?.isWhole) {
    const tool = { name: asked.name, arguments: asked.args };
    return { asked, found: { ...none('tool', ANSWER_FLOOR), tool } };
  }
  const found = await deps.answer(question, options, signal);
  return asked ? { asked, found } : { found };
}

const QUERY = 'query_table';
/** Milliseconds to find out whether a table answers: then the documents do. What was read meanwhile is kept. */
const PATIENCE = 1_500;

/** A figure that a table of the library holds: the same SQL that a model would write, shown with its answer. */
async function computation(
  question: string,
  { source, sources, documents, within }: AnswerOptions,
  { tools, compute }: QuestionDeps,
  signal: AbortSignal,
): Promise<RequestedTool | undefined> {
  const tool = tools.find(({ name, enabled, policy }) => name === QUERY && enabled && policy === 'allow');
  if (!compute || !tool || !asksForFigure(question)) return undefined;
  const named = source === undefined ? sources : [source];
  const scope = {
    ...(named && { sources: named }),
    ...(documents && { documents }),
    ...(within && { within }),
  };
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
  const found = await Promise.race([compute(question, scope, signal).catch(() => undefined), late]);
  signal.throwIfAborted();
  if (!found) return undefined;
  const { sql, document, title } = found;
  const { name, description } = tool;
  const args = { sql, document };
  return { name, description, args, runs: true, isWhole: true, source: { id: document, title } };
}

function none(kind: 'greeting' | 'tool', confidence: number): LibraryAnswer {
  return { kind, answer: null, confidence, passages: [] };
}
