// The commands and events of the widget: composed, bubbling events of the element, each with a `detail`.
import type { EndReason } from '../core/conversation.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { SiteFilters, SiteHit } from '../core/site-pack.ts';
import type { Act } from '../core/call.ts';
import type { MeaningState, ModelChoice, SiteToolInfo } from './site-chat.ts';

/** What opened it: the widget's button, its hotkey, an element named by `trigger`, or a script. */
export type OpenedBy = 'button' | 'hotkey' | 'trigger' | 'script';

/** The window shows the search or the assistant. */
export type Mode = 'search' | 'ask';

export interface OpenOptions {
  /** Default: what was shown last; at first, the search. */
  mode?: Mode | undefined;
  /** Text for the field; searched, but not asked. */
  query?: string | undefined;
}

export interface AskOptions {
  /** Leaves the window as it is. */
  silent?: boolean;
}

/** `denied`: the visitor said no. `stopped`: the answer was stopped while the tool ran. */
export type ToolOutcome = 'done' | 'failed' | 'denied' | 'stopped';

export interface WidgetEvents {
  /** The element can be used. Fires once per element. */
  'perilune:ready': Record<never, never>;
  'perilune:open': { by: OpenedBy; mode: Mode };
  'perilune:close': Record<never, never>;
  /** A search begins; while typing, not after every letter. */
  'perilune:search': { query: string; filters: SiteFilters };
  /** A search has succeeded; `total` 0 shows what visitors miss on a site. */
  'perilune:results': {
    query: string;
    filters: SiteFilters;
    total: number;
    isAtLeast: boolean;
    hits: readonly SiteHit[];
    milliseconds: number;
  };
  /** A result was chosen. `preventDefault()` leaves the navigation to the page. */
  'perilune:select': {
    url: string;
    title: string;
    heading: readonly string[];
    query: string;
    /** From 1, counting sections. */
    position: number;
    newTab: boolean;
  };
  /** A question to the assistant. */
  'perilune:ask': { question: string };
  /** Its answer is complete, stopped or has failed. Without a model, `text` is the best passage. */
  'perilune:answer': {
    question: string;
    /** Markdown. */
    text: string;
    citations: readonly { number: number; title: string; url: string }[];
    reason: EndReason;
    /** Names of the called tools. */
    tools: readonly string[];
    milliseconds: number;
    /** Which model answered. */
    model: ModelChoice['kind'];
  };
  /** A visitor's vote on an answer, sent to the page alone. Fires again when a comment is added. */
  'perilune:feedback': { question: string; answer: string; vote: 'up' | 'down'; comment?: string };
  /** A tool was called. `from`: the index, the page, or the widget's own search. */
  'perilune:tool': {
    name: string;
    from: SiteToolInfo['from'] | 'perilune';
    outcome: ToolOutcome;
    milliseconds: number;
  };
  /** A call needs the visitor's approval. `preventDefault()` keeps a closed window closed. */
  'perilune:approval': { tool: string; args: JsonObject; act: Act['kind']; hosts: readonly string[] };
  /** With `meaning`: the embedding model is loading, ready or unavailable; keyword search works in any case. */
  'perilune:meaning': MeaningState;
  /** Loading or searching has failed. `directive` and `address`: what a page's security policy blocks. */
  'perilune:error': { code: ErrorCode; message: string; directive?: string; address?: string };
}

export type WidgetEvent = keyof WidgetEvents;

/** @returns false when the page called `preventDefault()`. */
export type Emit = <Name extends WidgetEvent>(name: Name, detail: WidgetEvents[Name]) => boolean;
