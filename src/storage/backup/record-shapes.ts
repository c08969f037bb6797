// Validates chats and runs from an untrusted file: parts that Perilune would not have written are dropped before a
// screen shows them.
import type { Conversation, Message, Part } from '../../core/conversation.ts';
import { DIGEST_KINDS } from '../../core/digest.ts';
import {
  anything,
  distinct,
  either,
  flag,
  listOf,
  number,
  object,
  oneOf,
  record,
  text,
  type Shape,
} from '../../base/shape.ts';
import { fittingMentions } from './mention-shapes.ts';

const pairs: Shape = listOf(
  (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isFinite),
);
const hit = record(
  {
    id: text,
    score: number,
    source: text,
    source_id: text,
    updated_at: text,
    snippet: text,
    marks: pairs,
    chunk: number,
  },
  {
    ...{ title: text, source_url: text, heading: text, remote: text, relevance: number, page: number },
    ...{ sentences: pairs, explain: object },
  },
);

const error = record({ code: text, message: text }, { details: anything });
const line = record({ level: oneOf('debug', 'info', 'warn', 'error', 'print'), text });
const outcome: Shape = (value) =>
  object(value) &&
  record({}, { error })(value) &&
  ('result' in (value as object) || (value as { error?: unknown }).error !== undefined);

const span = record({ at: number, milliseconds: number });
const hostCall = record(
  { operation: text, payload: text, at: number, milliseconds: number, sent: number, received: number },
  {
    ...{ body: text, error, answer: record({ json: text }, { bytes: text }), warnings: listOf(text) },
    ...{ open: oneOf(true), waits: listOf(span), hashed: oneOf(true) },
  },
);
const trace = record(
  { hostCalls: listOf(hostCall) },
  {
    ...{ moreCalls: number, chances: listOf(text), secrets: listOf(text), ready: number },
    ...{ logTimes: listOf(number), failure: record({ code: text }) },
  },
);

const coverage: Shape = (value) =>
  object(value) &&
  Object.values(value as object).every(
    (lines) => object(lines) && Object.values(lines as object).every(number),
  );
const report = record(
  { outcome, args: object, logs: listOf(line), milliseconds: number },
  { emitted: text, trace, run: text, coverage, answer: object },
);

const kind = oneOf('text', 'steps', 'list', 'table', 'code', 'definition', 'tool', 'greeting', 'none');
const range = record({ start: number, end: number });
const section = record(
  { markdown: text, start: number, end: number, complete: flag },
  { marks: listOf(range), plain: flag },
);
const block = record(
  {
    ...{ text, markdown: text, heading: text, start: number, end: number, section },
    document: record({ id: text, title: text, source: text }),
  },
  { page: number, mark: range, marks: listOf(range), chunk: number, url: text },
);
const answered = { kind, answer: either(oneOf(null), block), confidence: number };
const found = record(answered, {
  parts: listOf(record({ question: text, ...answered })),
  near: record(
    { passages: distinct('id', hit), missing: listOf(text) },
    { ask: text, languages: listOf(text) },
  ),
  asked: text,
  tool: record({ name: text }, { arguments: object }),
});
const asking = record(
  {},
  {
    limit: number,
    source: text,
    sources: listOf(text),
    documents: listOf(text),
    previous: listOf(text),
    within: listOf(listOf(text)),
  },
);

const PARTS: Record<Part['type'], Shape> = {
  text: record({ text }),
  reasoning: record({ text }, { milliseconds: number }),
  tool: record(
    { id: text, name: text, args: object, state: oneOf('writing', 'waiting', 'running', 'done', 'failed') },
    { report, logs: listOf(line), emitted: text, progress: record({ fraction: number }, { text }) },
  ),
  summary: record({ text, upTo: text, exchanges: number }),
  answer: record({ question: text, found }, { options: asking }),
  passages: record({ query: text, hits: listOf(hit) }),
  offers: record({ offers: distinct('name', record({ name: text, description: text, args: object })) }),
  suggestions: record({
    questions: (value) =>
      listOf(text)(value) && new Set(value as string[]).size === (value as string[]).length,
  }),
  citations: record({
    citations: distinct('number', record({ number, verified: flag }, { hit })),
  }),
  notice: record({ text }, { code: text, percent: number, passing: flag }),
  error: record({ error }),
};

const OF_MESSAGE: Record<string, Shape> = {
  parent: either(oneOf(null), text),
  model: text,
  ended: oneOf('answered', 'stopped', 'budget', 'failed'),
  usage: record({ input: number, output: number }, { cached: number, reasoning: number, context: number }),
  digest: oneOf(...DIGEST_KINDS),
  feedback: oneOf('up', 'down'),
};
const OF_CONVERSATION: Record<string, Shape> = {
  head: text,
  collection: text,
  toolsOff: listOf(text),
  readOnly: flag,
  // Only this browser knows its folders.
  project: () => false,
  pinned: flag,
  tags: listOf(text),
  folder: text,
  forkedFrom: record({ conversation: text, message: text }),
};

function isPart(part: Part): boolean {
  return Object.hasOwn(PARTS, part.type) && PARTS[part.type](part);
}

function withFitting<T extends object>(whole: T, shapes: Record<string, Shape>): T {
  const fits = ([field, value]: [string, unknown]): boolean =>
    value === undefined || !Object.hasOwn(shapes, field) || shapes[field]!(value);
  return Object.fromEntries(Object.entries(whole).filter(fits)) as T;
}

/** Returns the message without its invalid parts. */
export function fittingMessage(message: Message): Message {
  const { mentions: given, ...rest } = message;
  const mentions = fittingMentions(given);
  return {
    ...withFitting(rest, OF_MESSAGE),
    ...(mentions && { mentions }),
    parts: message.parts.filter(isPart),
  };
}

export function fittingConversation(conversation: Conversation): Conversation {
  return withFitting(conversation, OF_CONVERSATION);
}

const first = either(
  record({ kind: oneOf('agent'), conversation: text, call: text }, { automation: text }),
  record({ kind: oneOf('user') }, { conversation: text }),
  record({ kind: oneOf('page', 'browser', 'http') }),
  record({ kind: oneOf('schedule') }, { feed: text, automation: text }),
  record({ kind: oneOf('app'), server: text, conversation: text }),
);
const caller = either(
  first,
  record({ kind: oneOf('tool'), name: text, depth: number, first }, { run: text }),
);
const summary = record(
  {
    ...{ id: text, startedAt: text, caller, status: text, milliseconds: number, size: number },
    tool: record({ id: text, name: text, version: text, bundle: text, kind: text }),
  },
  {
    parent: text,
    replayOf: text,
    reportsFailure: oneOf(true),
    approval: record({ answer: oneOf('yes', 'no'), scope: oneOf('once', 'chat', 'version'), waited: number }),
  },
);
const details = record(
  { id: text, args: object, outcome, logs: listOf(line), trace },
  { config: object, emitted: text, cut: record({}, { result: number, args: number }) },
);

/** Tells whether both halves of a run's record are valid. */
export function isRun(one: unknown, more: unknown): boolean {
  return summary(one) && details(more);
}
