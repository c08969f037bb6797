// Answers without a model: a block of the documents, a tool's result, or a form that is ready to run.
import { ANSWER_FLOOR, type AnswerBlock, type AnswerOptions, type LibraryAnswer } from '../core/answer.ts';
import { isObject, type Json } from '../base/json.ts';
import type { AgentEvent, ToolOffer } from '../core/conversation.ts';
import type { SearchHit } from '../core/document.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import { answerQuestion, type QuestionAnswer, type QuestionDeps } from './answer-question.ts';
import { DATES, type RequestedTool } from './requested-tool.ts';
import { plain, resultWords } from './result-words.ts';
import { isSpelledOut, offerTools } from './offer-tools.ts';
import type { Setting } from './setting.ts';

export interface SearchModeOptions {
  question: string;
  /** Where the search looks, and which questions preceded it. */
  options: AnswerOptions;
  tools: ToolInfo[];
  call(tool: RequestedTool, signal: AbortSignal): Promise<CallReport>;
  answer(question: string, options: AnswerOptions, signal: AbortSignal): Promise<LibraryAnswer>;
  compute?: QuestionDeps['compute'];
  setting: Setting;
  /** ISO 8601 date in the caller's zone. */
  today: string;
  signal: AbortSignal;
}

/** Yields the answer; the caller yields `start` and `end`. Everything yielded is complete and final. */
export async function* answerBySearch(given: SearchModeOptions): AsyncGenerator<AgentEvent, void> {
  const { question, options, tools, setting, signal } = given;
  const made = await answerQuestion(question, options, given, signal);
  signal.throwIfAborted();
  if (made.greeting && setting.greetings) {
    yield { type: 'text', delta: setting.greetings[made.greeting] };
    if (setting.starters?.length && made.greeting !== 'thanks')
      yield { type: 'suggestions', questions: [...setting.starters] };
    return;
  }
  if (made.report) {
    yield* toolAnswer(made, setting);
    return;
  }
  const { passages, ...found } = made.found;
  const hits = found.answer ? [hitOf(found.answer), ...passages] : (found.near?.passages ?? passages);
  const offers = offersOf(made, question, tools);
  if (found.kind === 'tool') {
    yield { type: 'offers', offers };
    return;
  }
  yield { type: 'answer', question, found, ...(Object.keys(options).length > 0 && { options }) };
  if (hits.length > 0) yield { type: 'passages', query: question, hits };
  if (offers.length > 0) yield { type: 'offers', offers };
  if (found.answer || hits.length > 0) return;
  yield offers.length > 0
    ? { type: 'notice', code: 'only_tools', text: setting.nothing.butTools }
    : { type: 'notice', code: 'nothing_found', text: setting.nothing.found };
}

/** The only call of its answer, named like a model's calls. */
const CALL = 'call-1';

function* toolAnswer(
  { asked, report }: QuestionAnswer,
  { computedFrom, moment, span }: Setting,
): Generator<AgentEvent, void> {
  if (!asked || !report) return;
  const { name } = asked;
  const result = report.outcome.result ?? null;
  const dated = name === DATES ? (momentIn(result, moment) ?? spanIn(result, span)) : undefined;
  const said = dated ?? resultWords(result, asked.computes);
  const { source } = asked;
  const from = source && computedFrom?.(plain(source.title));
  if (said !== undefined) yield { type: 'text', delta: from === undefined ? said : `${said}\n\n${from} [1]` };
  yield { type: 'tool_call', id: CALL, name, args: report.args, state: 'running' };
  yield { type: 'tool_result', id: CALL, name, report };
  if (source && from !== undefined)
    yield { type: 'citations', citations: [{ number: 1, verified: true, hit: tableHit(source) }] };
}

/** A day or a time in a result of `date_calculator`. Undefined for a span. */
function momentIn(result: Json, moment: Setting['moment']): string | undefined {
  if (!moment || result === null || typeof result !== 'object' || Array.isArray(result)) return undefined;
  const { date, weekday, time } = result;
  if (typeof date !== 'string' || typeof weekday !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date))
    return undefined;
  return plain(typeof time === 'string' ? moment(date, time) : moment(date));
}

const UNITS = ['years', 'months', 'weeks', 'days'] as const;

/** The time between two days in a result of `date_calculator`. */
function spanIn(result: Json, span: Setting['span']): string | undefined {
  if (!span || !isObject(result)) return undefined;
  const { from, to, span: counts } = result;
  if (typeof from !== 'string' || typeof to !== 'string' || !isObject(counts)) return undefined;
  const parts = UNITS.flatMap((unit) => {
    const count = counts[unit];
    return typeof count === 'number' ? [{ count, unit }] : [];
  });
  const said = parts.length > 0 ? span(parts, from < to ? [from, to] : [to, from]) : undefined;
  return said === undefined ? undefined : `**${plain(said.length)}**\n\n${plain(said.days)}`;
}

function tableHit({ id, title, source, source_id }: NonNullable<RequestedTool['source']>): SearchHit {
  return {
    ...{ id, source, source_id, title, chunk: 0 },
    ...{ score: 1, updated_at: '', snippet: '', marks: [] },
  };
}

/** With an answer, offers only tools that the question asks for or spells out; otherwise any that may help. */
function offersOf({ asked, found }: QuestionAnswer, question: string, tools: ToolInfo[]): ToolOffer[] {
  const own: ToolOffer[] = asked
    ? [{ name: asked.name, description: asked.description, args: asked.args }]
    : [];
  if (asked?.isWhole && found.kind === 'tool') return own;
  const isAnswered = found.answer !== null && found.confidence >= ANSWER_FLOOR;
  const fitting = isAnswered ? tools.filter((tool) => isSpelledOut(question, tool)) : tools;
  return [...own, ...offerTools(question, fitting).filter(({ name }) => name !== asked?.name)];
}

/** Returns the place of an answer as a search hit. */
function hitOf({ document, text, heading, chunk = 0, page, recognised, url }: AnswerBlock): SearchHit {
  return {
    id: document.id,
    score: 1,
    source: document.source,
    source_id: document.source_id ?? document.id,
    updated_at: '',
    title: document.title,
    snippet: text,
    marks: [],
    chunk,
    ...(heading !== '' && { heading }),
    ...(page !== undefined && { page }),
    ...(recognised && { recognised }),
    ...(url !== undefined && { source_url: url }),
  };
}
