// Conversations: what is kept of them, the events an answer is made of, and the one reducer from events to kept parts.
import type { ErrorData } from './errors.ts';
import type { SearchHit } from './document.ts';
import type { JsonObject } from './json.ts';
import type { CallReport } from './tool.ts';

export interface Conversation {
  id: string;
  title: string;
  createdAt: string;
  modifiedAt: string;
}

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
  | 'filtered';

export interface Notice {
  type: 'notice';
  /** In English. */
  text: string;
  code?: NoticeCode;
  percent?: number;
  /** True only until something else happens, such as “still waiting”. */
  passing?: boolean;
}

export type Part =
  | { type: 'text'; text: string }
  | { type: 'tool'; id: string; name: string; args: JsonObject; state: ToolCallState; report?: CallReport }
  | { type: 'passages'; query: string; hits: SearchHit[] }
  | { type: 'offers'; offers: ToolOffer[] }
  | { type: 'citations'; citations: Citation[] }
  | Notice
  | { type: 'error'; error: ErrorData };

export interface Message {
  id: string;
  conversation: string;
  /** Order inside the conversation. */
  seq: number;
  role: 'user' | 'assistant';
  parts: Part[];
  createdAt: string;
  /** The model that answered; absent in search mode and for the user's own messages. */
  model?: string;
  /** Why the answer ended; absent while it is being made. */
  ended?: EndReason;
}

export type EndReason = 'answered' | 'stopped' | 'budget' | 'failed';

/** Token counts as the endpoint reported them, summed over an answer. */
export interface Usage {
  input: number;
  output: number;
}

/** Everything that happens while one question is answered, in order. `end` comes exactly once, last. */
export type AgentEvent =
  | { type: 'start'; conversation: string; message: string; mode: 'search' | 'model'; model?: string }
  | { type: 'text'; delta: string }
  | { type: 'tool_call'; id: string; name: string; args: JsonObject; state: ToolCallState }
  | { type: 'tool_state'; id: string; state: ToolCallState }
  | { type: 'tool_result'; id: string; name: string; report: CallReport }
  /** Comes again for the same query when a better order is known: it takes the place of the one before. */
  | { type: 'passages'; query: string; hits: SearchHit[] }
  | { type: 'offers'; offers: ToolOffer[] }
  | { type: 'citations'; citations: Citation[] }
  | Notice
  | { type: 'error'; error: ErrorData }
  | { type: 'end'; reason: EndReason; usage?: Usage };

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
      return parts.map((part) =>
        part.type === 'tool' && part.id === event.id ? { ...part, state: event.state } : part,
      );
    case 'tool_result':
      return parts.map((part) =>
        part.type === 'tool' && part.id === event.id
          ? {
              ...part,
              args: event.report.args,
              state: event.report.outcome.error ? 'failed' : 'done',
              report: event.report,
            }
          : part,
      );
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

/** All the text of a message, for titles, copying and models. */
export function textOf(parts: Part[]): string {
  return parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n');
}
