// What the page can ask of the widget, and what it is told: composed, bubbling events from the element, each with its `detail`.
import type { EndReason } from '../core/conversation.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { SiteFilters, SiteHit } from '../core/site-pack.ts';
import type { Act } from '../core/call.ts';
import type { MeaningState, ModelChoice, SiteToolInfo } from './site-chat.ts';

/** Who opened it: the widget's own button, its keys, an element of the page that `trigger` names, or a script. */
export type OpenedBy = 'button' | 'hotkey' | 'trigger' | 'script';

/** The window shows the search, or the assistant. */
export type Mode = 'search' | 'ask';

export interface OpenOptions {
  /** Default: what was shown last; the search at first. */
  mode?: Mode | undefined;
  /** For the field; it is searched, but not asked. */
  query?: string | undefined;
}

export interface AskOptions {
  /** The window stays as it is. */
  silent?: boolean;
}

/** `denied`: the visitor said no. `stopped`: the answer was stopped while it ran. */
export type ToolOutcome = 'done' | 'failed' | 'denied' | 'stopped';

export interface WidgetEvents {
  /** The element can be used. Once for each element. */
  'perilune:ready': Record<never, never>;
  'perilune:open': { by: OpenedBy; mode: Mode };
  'perilune:close': Record<never, never>;
  /** A search begins; while someone types, not each letter is one. */
  'perilune:search': { query: string; filters: SiteFilters };
  /** A search ended well; `total` 0 is what a site is asked for and does not have. */
  'perilune:results': {
    query: string;
    filters: SiteFilters;
    total: number;
    isAtLeast: boolean;
    hits: readonly SiteHit[];
    milliseconds: number;
  };
  /** A result was chosen. `preventDefault()` leaves going there to the page. */
  'perilune:select': {
    url: string;
    title: string;
    heading: readonly string[];
    query: string;
    /** From 1, sections counted. */
    position: number;
    newTab: boolean;
  };
  /** A question to the assistant. */
  'perilune:ask': { question: string };
  /** Its answer is complete, stopped or has failed. Without a model, `text` is the best passage that was found. */
  'perilune:answer': {
    question: string;
    /** Markdown. */
    text: string;
    citations: readonly { number: number; title: string; url: string }[];
    reason: EndReason;
    /** Names of the tools that were called. */
    tools: readonly string[];
    milliseconds: number;
    /** Whose model it was. */
    model: ModelChoice['kind'];
  };
  /** What a visitor thinks of an answer: it goes nowhere but to the page. With a comment it comes a second time. */
  'perilune:feedback': { question: string; answer: string; vote: 'up' | 'down'; comment?: string };
  /** A tool was called. `from`: the pack, the page, or the widget's own search. */
  'perilune:tool': {
    name: string;
    from: SiteToolInfo['from'] | 'perilune';
    outcome: ToolOutcome;
    milliseconds: number;
  };
  /** Something waits for the visitor's yes. `preventDefault()` keeps a closed window closed. */
  'perilune:approval': { tool: string; args: JsonObject; act: Act['kind']; hosts: readonly string[] };
  /** With `meaning`: the model that reads questions comes, is there, or is not to be had; words answer in any case. */
  'perilune:meaning': MeaningState;
  /** Something could not be loaded or searched. `directive` and `address`: what a page's security policy forbids. */
  'perilune:error': { code: ErrorCode; message: string; directive?: string; address?: string };
}

export type WidgetEvent = keyof WidgetEvents;

/** @returns false when the page prevented what follows. */
export type Emit = <Name extends WidgetEvent>(name: Name, detail: WidgetEvents[Name]) => boolean;
