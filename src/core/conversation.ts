// Conversations: the stored records, the events of an answer, and the one reducer from events to stored parts.
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
  /** Last message of the branch shown. If absent or deleted, the latest message. */
  head?: string;
  /** The model that answers here instead of the default. */
  model?: ModelChoice;
  /** Id of the profile that answers here. */
  profile?: string;
  /** Arguments of the profile's script, by name. */
  profileArguments?: Readonly<Record<string, string>>;
  /** Id of the collection that the conversation is limited to. */
  collection?: string;
  /** Names of the tools switched off in it. */
  toolsOff?: string[];
  /** Refuses calls that write, send or need an approval. */
  readOnly?: boolean;
  /** Id of its project folder. */
  project?: string;
  /** Shown first in the list. */
  pinned?: boolean;
  /** Labels set by the person. */
  tags?: string[];
  /** Name of its folder in the list. */
  folder?: string;
  /** Kept only in memory, and gone with the page. */
  temporary?: boolean;
  /** The conversation that it was branched from, and the last message they share. */
  forkedFrom?: { conversation: string; message: string };
}

/** Settings that a new conversation can start with. */
export type Beginning = Pick<
  Conversation,
  'model' | 'profile' | 'profileArguments' | 'collection' | 'toolsOff' | 'readOnly' | 'project' | 'temporary'
>;

/** What a question refers to: documents and sources to answer from, and pictures. */
export type Mention =
  | Picture
  /** `attached`: it belongs to the chat, and later questions of the chat can use it too. */
  | { kind: 'document'; id: string; title: string; attached?: true }
  | { kind: 'source' | 'collection'; id: string; title: string }
  /** The question was filled in from an imported prompt or one of an MCP server: its text is untrusted. */
  | { kind: 'prompt'; id: string; title: string };

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
  /** Arguments guessed from the question, filled into the form. */
  args: JsonObject;
}

export type ToolCallState = 'writing' | 'waiting' | 'running' | 'done' | 'failed';

/** Code of a notice, for translation and for placing it. */
export type NoticeCode =
  | 'not_saved'
  | 'not_searched'
  | 'nothing_found'
  /** Only tools that may help. */
  | 'only_tools'
  | 'many_calls'
  | 'out_of_time'
  | 'waiting'
  /** Too many requests: the model is asked again after a pause. */
  | 'asked_to_wait'
  /** Download progress of the browser's own model, in `percent`. */
  | 'downloading'
  | 'cut_off'
  /** Reading progress of a digest, in `percent`. */
  | 'reading'
  | 'filtered'
  /** The model failed before its first word, and the next one answers. Its name is in the text. */
  | 'fell_back'
  /** No model looks at the pictures of the question. */
  | 'no_pictures'
  /** The chat is longer than the context window, so its earlier part is summarised, or left out if that fails. */
  | 'summing_up'
  | 'left_out'
  /** The page was closed during this answer; the answer continues. */
  | 'resumed';

export interface Notice {
  type: 'notice';
  /** In English. */
  text: string;
  code?: NoticeCode;
  percent?: number;
  /** Removed on the next event, such as “still waiting”. */
  passing?: boolean;
}

export interface ToolPart {
  type: 'tool';
  id: string;
  name: string;
  args: JsonObject;
  state: ToolCallState;
  report?: CallReport;
  /** During the run: log lines, output and progress so far. The report replaces them. */
  logs?: LogLine[];
  emitted?: string;
  progress?: ToolProgress;
}

export interface ToolProgress {
  /** 0 to 1. */
  fraction: number;
  text?: string;
}

/** Stands for all exchanges of the branch up to the message `upTo`. They are no longer sent to models. */
export interface Summary {
  type: 'summary';
  text: string;
  upTo: string;
  /** Number of exchanges that it stands for. */
  exchanges: number;
}

/** An answer made of document blocks. The `passages` part after it gives its place and other relevant places. */
export interface FoundPart {
  type: 'answer';
  question: string;
  found: FoundAnswer;
  /** Where the search looked, and which questions preceded it. */
  options?: AnswerOptions;
}

/** Its other places are in the part that follows. */
export type FoundAnswer = Omit<LibraryAnswer, 'passages'>;

/** Parts that one event brings whole. */
type WholePart =
  | Summary
  /** Complete and final: a better one is never sent after it. */
  | FoundPart
  /**
   * After an answer: its place first, then other relevant places. A second event for the same query replaces the
   * first. In answers of earlier versions these stand alone, and the best one is the answer.
   */
  | { type: 'passages'; query: string; hits: SearchHit[] }
  | { type: 'offers'; offers: ToolOffer[] }
  /** Follow-up questions to choose from. */
  | { type: 'suggestions'; questions: string[] }
  | { type: 'citations'; citations: Citation[] }
  | Notice
  | { type: 'error'; error: ErrorData };

export type Part =
  | WholePart
  | { type: 'text'; text: string }
  | ToolPart
  /** The model's reasoning before it answers, if the endpoint sends it. Never sent back. */
  | { type: 'reasoning'; text: string; milliseconds?: number };

export interface Message {
  id: string;
  conversation: string;
  /** In order of creation, across all branches. */
  seq: number;
  /**
   * The message that it follows; null for the first. Absent in records older than branches: then the previous message
   * by `seq`.
   */
  parent?: string | null;
  role: 'user' | 'assistant';
  parts: Part[];
  createdAt: string;
  /** The model that answered; absent in search mode and for the user's own messages. */
  model?: string;
  /** Why the answer ended; absent while it is streaming. */
  ended?: EndReason;
  /** Token usage of the answer. */
  usage?: Usage;
  /** What the question refers to. */
  mentions?: Mention[];
  /** Answered with a digest of the documents that the question refers to. */
  digest?: DigestKind;
  /** A command or tool run with its result. Repeating it needs no model. */
  byHand?: boolean;
  feedback?: 'up' | 'down';
}

export type EndReason = 'answered' | 'stopped' | 'budget' | 'failed';

/** Token counts reported by the endpoint, summed over an answer. */
export interface Usage {
  input: number;
  output: number;
  /** Input tokens that the endpoint had cached and bills at a lower price. */
  cached?: number;
  /** Output tokens spent on reasoning. */
  reasoning?: number;
  /** Input and output of the last request alone: how much of the context window is used. */
  context?: number;
}

/** Events of one answer, in order. `end` comes exactly once, last. */
export type AgentEvent =
  | {
      type: 'start';
      conversation: string;
      /** Ids of the answer and of its question. */
      message: string;
      question?: string;
      mode: 'search' | 'model';
      model?: string;
    }
  | { type: 'text'; delta: string }
  | { type: 'tool_call'; id: string; name: string; args: JsonObject; state: ToolCallState }
  /** The next piece of a script that the model is writing, before its call is complete. */
  | { type: 'tool_source'; id: string; delta: string }
  | { type: 'tool_state'; id: string; state: ToolCallState }
  | { type: 'tool_log'; id: string; line: LogLine }
  | { type: 'tool_output'; id: string; delta: string }
  | ({ type: 'tool_progress'; id: string } & ToolProgress)
  | { type: 'tool_result'; id: string; name: string; report: CallReport }
  /** `milliseconds`: duration of the reasoning so far. */
  | { type: 'reasoning'; delta: string; milliseconds?: number }
  | WholePart
  /** `model`: the model that stood in, if it differs from the first one. */
  | { type: 'end'; reason: EndReason; usage?: Usage; model?: string };

/** Returns the parts of a message after one more event. Pure: the given parts are not changed. */
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
      // Reported again once its arguments are complete: the second report updates the first.
      const { id, name, args, state } = event;
      return parts.some((part) => part.type === 'tool' && part.id === id)
        ? parts.map((part) =>
            part.type === 'tool' && part.id === id ? { ...part, name, args, state } : part,
          )
        : [...parts, { type: 'tool', id, name, args, state }];
    }
    case 'tool_source':
      return changeTool(parts, event.id, (part) => {
        const source = `${part.args['source'] ?? ''}${event.delta}`;
        return { ...part, args: { ...part.args, source } };
      });
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

/** Returns all text of a message, for titles, copying and models. */
export function textOf(parts: Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n');
}
