// One path to an answer without a model: a greeting, a tool that answers at once, else a block of the documents.
import { ANSWER_FLOOR, type AnswerOptions, type LibraryAnswer } from '../core/answer.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import { requestedTool, type RequestedTool } from './requested-tool.ts';
import { greetingIn, type Greeting } from './greetings.ts';

export interface QuestionDeps {
  tools: readonly ToolInfo[];
  /** `only` this tool, and nothing that it would call. */
  call(tool: RequestedTool, signal: AbortSignal): Promise<CallReport>;
  answer(question: string, options: AnswerOptions, signal: AbortSignal): Promise<LibraryAnswer>;
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
  const asked = requestedTool(question, deps.tools, deps.today);
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

function none(kind: 'greeting' | 'tool', confidence: number): LibraryAnswer {
  return { kind, answer: null, confidence, passages: [] };
}
