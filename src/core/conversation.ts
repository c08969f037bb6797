// Conversations: what is kept of them, the events an answer is made of, and the one reducer from events to kept parts.
import type { AnswerOptions, LibraryAnswer } from './answer.ts';
import type { DigestKind } from './digest.ts';
import type { ErrorData } from './errors.ts';
import type { SearchHit } from './document.ts';
import type { JsonObject } from '../base/json.ts';
import type { Picture } from './picture.ts';
import type { ModelChoice } from './model-choice.ts';
import type { CallReport } from './tool.ts';
import type { LogLine } from './call.ts';

export interface Conversation {
  id: string;
  title: string;
  createdAt: string;
  modifiedAt: string;
  /** The last message of the branch that is shown; absent, or gone: the latest message. */
  head?: string;
  /** What answers here instead of the default. */
  model?: ModelChoice;
  /** The id of the profile that answers here. */
  profile?: string;
  /** What its script is given, by the name of the argument. */
  profileArguments?: Readonly<Record<string, string>>;
  /** The id of the collection that it is limited to. */
  collection?: string;
  /** Names of the tools that are switched off in it. */
  toolsOff?: string[];
  /** It stands first in the list. */
  pinned?: boolean;
  /** What the person files it under. */
  tags?: string[];
  /** The name of its folder in the list. */
  folder?: string;
  /** Kept in memory only, and gone with the page. */
  temporary?: boolean;
  /** The conversation that it was made from, and the message after which the two part. */
  forkedFrom?: { conversation: string; message: string };
}

/** What a new conversation begins with. */
export type Beginning = Pick<
  Conversation,
  'model' | 'profile' | 'profileArguments' | 'collection' | 'toolsOff' | 'temporary'
>;

/** What a question brings along: documents and sources that it is answered from, and pictures. */
export type Mention =
  | Picture
  /** `attached`: it belongs to the chat, and later questions of the chat may be answered from it too. */
  | { kind: 'document'; id: string; title: string; attached?: true }
  | { kind: 'source' | 'collection'; id: string; title: string };

/** A numbered source of an answer. `verified` is false when the model cites a number that it was never given. */
export interface Citation {
  number: number;
  verified: boolean;
  hit?: SearchHit;
}

/** A tool that search mode offers as a form. */
export interface ToolOffer {
  name: string;
  description: string;
  /** Arguments guessed from the question: what the form starts with. */
  args: JsonObject;
}

export type ToolCallState = 'writing' | 'waiting' | 'running' | 'done' | 'failed';

/** What a notice says, for those who say it in another language or place. */
export type NoticeCode =
  | 'not_saved'
  | 'not_searched'
  | 'nothing_found'
  /** Nothing but tools that may help. */
  | 'only_tools'
  | 'many_calls'
  | 'out_of_time'
  | 'waiting'
  /** Of the browser's own model: how much of it is there, in `percent`. */
  | 'downloading'
  | 'cut_off'
  /** Of a digest: how much of the documents the model has read, in `percent`. */
  | 'reading'
  | 'filtered'
  /** The model failed before its first word, and the next one answers: its name is in the text. */
  | 'fell_back'
  /** Nothing looks at the pictures of the question. */
  | 'no_pictures'
  /** The earlier part of the chat is longer than the model holds, and is being summed up; or could not be, and is left out. */
  | 'summing_up'
  | 'left_out'
  /** The page was closed while this answer was made; it goes on. */
  | 'resumed';

export interface Notice {
  type: 'notice';
  /** In English. */
  text: string;
  code?: NoticeCode;
  percent?: number;
  /** True only until something else happens, such as “still waiting”. */
  passing?: boolean;
}

export interface ToolPart {
  type: 'tool';
  id: string;
  name: string;
  args: JsonObject;
  state: ToolCallState;
  report?: CallReport;
  /** While it runs: what it logged and gave out so far, and how far it says it is. The report takes their place. */
  logs?: LogLine[];
  emitted?: string;
  progress?: ToolProgress;
}

export interface ToolProgress {
  /** 0 to 1. */
  fraction: number;
  text?: string;
}

/** Stands for all exchanges of the branch up to the message `upTo`, which are sent to models no more. */
export interface Summary {
  type: 'summary';
  text: string;
  upTo: string;
  /** How many exchanges it stands for. */
  exchanges: number;
}

/** An answer made of the documents. The `passages` part that follows it names its place and others worth a look. */
export interface FoundPart {
  type: 'answer';
  question: string;
  found: FoundAnswer;
  /** Where it was looked for, and what was asked before. */
  options?: AnswerOptions;
}

/** Its other places are in the part that follows. */
export type FoundAnswer = Omit<LibraryAnswer, 'passages'>;

export type Part =
  | { type: 'text'; text: string }
  | ToolPart
  /** What the model thinks before it answers, where the endpoint tells it. Never sent back. */
  | { type: 'reasoning'; text: string; milliseconds?: number }
  | Summary
  | FoundPart
  /** In answers of earlier versions these stand alone, and the best one is the answer. */
  | { type: 'passages'; query: string; hits: SearchHit[] }
  | { type: 'offers'; offers: ToolOffer[] }
  /** What can be asked next, by a click. */
  | { type: 'suggestions'; questions: string[] }
  | { type: 'citations'; citations: Citation[] }
  | Notice
  | { type: 'error'; error: ErrorData };

export interface Message {
  id: string;
  conversation: string;
  /** In the order of their making, all branches together. */
  seq: number;
  /** The message that it follows; null: none. Absent in what was kept before there were branches: the one before by `seq`. */
  parent?: string | null;
  role: 'user' | 'assistant';
  parts: Part[];
  createdAt: string;
  /** The model that answered; absent in search mode and for the user's own messages. */
  model?: string;
  /** Why the answer ended; absent while it is being made. */
  ended?: EndReason;
  /** What the answer took. */
  usage?: Usage;
  /** What the question points at. */
  mentions?: Mention[];
  /** It is answered with a digest of what it points at. */
  digest?: DigestKind;
  /** A command or the run of a tool, and what came of it: to do it again needs no model. */
  byHand?: boolean;
  feedback?: 'up' | 'down';
}

export type EndReason = 'answered' | 'stopped' | 'budget' | 'failed';

/** Token counts as the endpoint reported them, summed over an answer. */
export interface Usage {
  input: number;
  output: number;
  /** Of the input: what the endpoint had kept from before, and bills for less. */
  cached?: number;
  /** Of the output: what the model thought. */
  reasoning?: number;
  /** Input and output of the last request alone: how much of its context is taken. */
  context?: number;
}

/** Everything that happens while one question is answered, in order. `end` comes exactly once, last. */
export type AgentEvent =
  | {
      type: 'start';
      conversation: string;
      /** The id of the answer, and of its question. */
      message: string;
      question?: string;
      mode: 'search' | 'model';
      model?: string;
    }
  | { type: 'text'; delta: string }
  | { type: 'tool_call'; id: string; name: string; args: JsonObject; state: ToolCallState }
  | { type: 'tool_state'; id: string; state: ToolCallState }
  | { type: 'tool_log'; id: string; line: LogLine }
  | { type: 'tool_output'; id: string; delta: string }
  | ({ type: 'tool_progress'; id: string } & ToolProgress)
  | { type: 'tool_result'; id: string; name: string; report: CallReport }
  /** `milliseconds`: how long it has thought so far. */
  | { type: 'reasoning'; delta: string; milliseconds?: number }
  | Summary
  /** Complete and final: a better one is never sent after it. */
  | FoundPart
  /** After an answer: the place of the answer first, then others worth a look. Again for a query: replaces the one before. */
  | { type: 'passages'; query: string; hits: SearchHit[] }
  | { type: 'offers'; offers: ToolOffer[] }
  | { type: 'suggestions'; questions: string[] }
  | { type: 'citations'; citations: Citation[] }
  | Notice
  | { type: 'error'; error: ErrorData }
  /** `model`: another one than at the start, which stood in for it. */
  | { type: 'end'; reason: EndReason; usage?: Usage; model?: string };

/** The parts of a message after one more event. Pure: the given parts are not changed. */
export function applyEvent(before: Part[], event: AgentEvent): Part[] {
  const shown = before.at(-1);
  const parts = shown?.type === 'notice' && shown.passing ? before.slice(0, -1) : before;
  switch (event.type) {
    case 'text': {
      const last = parts.at(-1);
      return last?.type === 'text'
        ? [...parts.slice(0, -1), { type: 'text', text: last.text + event.delta }]
        : [...parts, { type: 'text', text: event.delta }];
    }
    case 'tool_call': {
      // Told again once its arguments are complete: the second telling updates the first.
      const { id, name, args, state } = event;
      return parts.some((part) => part.type === 'tool' && part.id === id)
        ? parts.map((part) =>
            part.type === 'tool' && part.id === id ? { ...part, name, args, state } : part,
          )
        : [...parts, { type: 'tool', id, name, args, state }];
    }
    case 'tool_state':
      return changeTool(parts, event.id, (part) => ({ ...part, state: event.state }));
    case 'tool_log':
      return changeTool(parts, event.id, (part) => ({ ...part, logs: [...(part.logs ?? []), event.line] }));
    case 'tool_output':
      return changeTool(parts, event.id, (part) => ({
        ...part,
        emitted: (part.emitted ?? '') + event.delta,
      }));
    case 'tool_progress': {
      const { fraction, text } = event;
      const progress = { fraction, ...(text !== undefined && { text }) };
      return changeTool(parts, event.id, (part) => ({ ...part, progress }));
    }
    case 'tool_result': {
      const { report } = event;
      return changeTool(parts, event.id, ({ type, id, name }) => ({
        type,
        id,
        name,
        args: report.args,
        state: report.outcome.error ? 'failed' : 'done',
        report,
      }));
    }
    case 'reasoning': {
      const last = parts.at(-1);
      const { delta, milliseconds } = event;
      const taken = milliseconds !== undefined && { milliseconds };
      return last?.type === 'reasoning'
        ? [...parts.slice(0, -1), { ...last, text: last.text + delta, ...taken }]
        : [...parts, { type: 'reasoning', text: delta, ...taken }];
    }
    case 'summary':
    case 'answer':
    case 'suggestions':
      return [...parts, event];
    case 'passages': {
      const { query, hits } = event;
      const isBetter = (part: Part): boolean => part.type === 'passages' && part.query === query;
      return parts.some(isBetter)
        ? parts.map((part) => (isBetter(part) ? { type: 'passages', query, hits } : part))
        : [...parts, { type: 'passages', query, hits }];
    }
    case 'offers':
      return [...parts, { type: 'offers', offers: event.offers }];
    case 'citations':
      return [...parts, { type: 'citations', citations: event.citations }];
    case 'notice':
      return [...parts, event];
    case 'error':
      return [...parts, { type: 'error', error: event.error }];
    case 'start':
    case 'end':
      return parts;
  }
}

function changeTool(parts: Part[], id: string, change: (part: ToolPart) => ToolPart): Part[] {
  return parts.map((part) => (part.type === 'tool' && part.id === id ? change(part) : part));
}

/** All the text of a message, for titles, copying and models. */
export function textOf(parts: Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n');
}
