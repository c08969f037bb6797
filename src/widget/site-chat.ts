// The chat of a site as the widget uses it. apps/widget/chat.ts builds it from the agent, the index, the sandbox and
// the page's tools.
import type { AnswerBlock, AnswerSection } from '../core/answer.ts';
import type { AgentEvent, ToolCallState } from '../core/conversation.ts';
import type { ContextPassage, GatherOptions } from '../core/context-passage.ts';
import type { DocumentView, SearchHit, SearchOptions, SourceInfo } from '../core/document.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { ObjectSchema } from '../core/schema.ts';
import type { SiteFilters, SitePack } from '../core/site-pack.ts';
import type { CallableTools } from '../core/ports/callable-tools.ts';
import type { CallReport } from '../core/tool.ts';
import type { Act, Caller, LogLine } from '../core/call.ts';
import type { Taint } from '../core/taint.ts';

/** Who answers: no model (search), the site's endpoint, the visitor's own endpoint, or the browser's model. */
export type ModelChoice =
  | { kind: 'none' }
  | { kind: 'site' }
  | {
      kind: 'own';
      /** Of an OpenAI-compatible endpoint: a provider's, or a local one such as `http://localhost:11434/v1`. */
      baseUrl: string;
      model: string;
      /** Empty: none is sent. */
      key: string;
      /** Stored in this browser, where every script of the site can read it; otherwise only until the page is left. */
      keep: boolean;
    }
  | { kind: 'browser' };

/** A choice available on this page, in this browser. */
export interface ModelOffer {
  kind: ModelChoice['kind'];
  /** Whether the browser's model must be downloaded first. */
  isDownload?: boolean;
}

/** A tool the page registers. It is trusted: it runs on the page, and asks only if it says so. */
export interface HostTool {
  /** As in `TOOL_NAME`. */
  name: string;
  description: string;
  /** An object schema; default: no arguments. */
  parameters?: ObjectSchema;
  /** Asks the visitor before each call. Default false. */
  approve?: boolean;
  /** Returns JSON data; an error it throws is passed to the model. */
  execute(
    args: JsonObject,
    context: {
      signal: AbortSignal;
      /** When a tool of the index calls it, the visitor has approved this call. */
      caller: { kind: 'model' } | { kind: 'tool'; name: string };
    },
  ): unknown;
}

/** A call, or an action of a call, that needs the visitor's approval. */
export interface PendingApproval {
  id: string;
  tool: string;
  description: string;
  /** The tool of the index that wants to call it; undefined when the model does. */
  by?: string;
  /** Exactly what runs after approval. */
  args: JsonObject;
  act: Act;
  /** The exact hosts it may reach after approval; empty: none. */
  hosts: readonly string[];
  /** Whether the approval may cover the whole chat; never for a call that can send data. */
  canRemember: boolean;
}

/** A tool of the index or of the page, as shown to the visitor. */
export interface SiteToolInfo {
  name: string;
  description: string;
  from: 'pack' | 'page';
  parameters: ObjectSchema;
}

export interface SiteChat {
  /** Returns the choices; asks the browser for its model. */
  models(): Promise<readonly ModelOffer[]>;
  readonly model: ModelChoice;
  /** @throws Failure `bad_request` for an invalid address. */
  choose(choice: ModelChoice): Promise<void>;
  /** Tests a choice by asking for one word; the result has a sentence that says what is wrong. */
  test(choice: ModelChoice, signal: AbortSignal): Promise<{ ok: true } | { ok: false; message: string }>;

  /**
   * Answers a question, with the earlier ones as context until `clear`. Yields `start` first and exactly one `end`
   * last, and does not reject for anything a visitor or an endpoint can cause. A hit's `source_url` is relative to
   * the site's root. Texts are in English: notices and errors have a `code` to translate; with `rate_limited`,
   * `details.retry_after` may be a number of seconds. `again`: replaces the last answer, which is dropped together
   * with its question.
   */
  ask(
    question: string,
    options?: { signal?: AbortSignal; again?: boolean },
  ): AsyncGenerator<AgentEvent, void>;
  /** Returns the whole section around an answer to `question`; undefined when its page shows it better. */
  section(question: string, answer: AnswerBlock): Promise<AnswerSection | undefined>;
  /** Clears the conversation. */
  clear(): void;

  /** Oldest first; a new array after every change. */
  readonly pending: readonly PendingApproval[];
  onPending(listener: () => void): () => void;
  answer(id: string, yes: boolean, remember?: boolean): void;

  /** The index's tools once they have been read, and the page's. */
  tools(): readonly SiteToolInfo[];
  /** Why the index's tools are off, if they are: for instance, the page's policy blocks the sandbox's frame. */
  readonly toolsProblem: { message: string; directive?: string; address?: string } | undefined;
  registerTool(tool: HostTool): () => void;
  /** Calls a tool of the index for the browser's agent. Each call needs an approval. Rejects when there are no tools. */
  callTool(name: string, args: JsonObject, signal: AbortSignal): Promise<CallReport>;
  /**
   * Facts for the model from the page: where the visitor is, which version they use. Plain data, at most 8 KB as
   * JSON.
   */
  setContext(context: Json): void;
  close(): void;
}

/** State of the embedding model for questions. `loaded`: bytes so far. */
export type MeaningState =
  | { state: 'loading'; loaded: number }
  | { state: 'ready'; milliseconds: number }
  | { state: 'off'; message: string };

/** Replies without a model to greetings, thanks, and questions about what the chat can do. Markdown. */
export interface SiteGreetings {
  hello: string;
  thanks: string;
  help: string;
}

/** The widget's side of a new chat. */
export interface SiteChatPlace {
  /** Base of the addresses in the index. */
  readonly site: string;
  /** Tells this index from others on the same origin, for stored data. */
  readonly packName: string;
  /** Base URL of the site's own endpoint, from the attribute or the index; undefined without one. */
  readonly endpoint: string | undefined;
  /** Model requested from the endpoint, which may use another. */
  readonly endpointModel: string;
  /** Set by the page: answers use only pages that match. */
  readonly filters?: SiteFilters;
  /** In the visitor's current language. */
  readonly greetings?: SiteGreetings;
  /** Questions to choose from after a greeting. */
  readonly questions?: readonly string[];
  /** Folder of the widget's script, with the sandbox's frame, its worker and wasm. */
  readonly ownFolder: string;
  /** The page or the site turns the index's tools off; the page's own stay. */
  readonly packTools?: 'off';
  /** Enables semantic search for questions, if the index has vectors: 20 MB, with the first one. */
  readonly meaning?: {
    /** Address of the index folder, with a trailing slash. */
    readonly pack: string;
    readonly told: (state: MeaningState) => void;
  };
}

/** The index as a library, for answers and the built-in tools. Ids are page addresses, relative to the site's root. */
export interface SiteLibrary {
  /** Returns passages as written on the page, one per matching section; `source_url` leads to the section. */
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  /** Returns the context for a model: whole sections up to a number of tokens. */
  gather?(question: string, options: GatherOptions, signal: AbortSignal): Promise<ContextPassage[]>;
  /** @throws Failure `not_found`. */
  get(id: string): Promise<DocumentView>;
  sources(): Promise<SourceInfo[]>;
}

/** Options of `openSiteTools` in apps/widget/tools.ts. */
export interface SiteToolsOptions {
  pack: SitePack;
  place: SiteChatPlace;
  library: SiteLibrary;
}

/** How a chat calls a tool. */
export interface SiteCall {
  caller: Caller;
  signal: AbortSignal;
  taint?: Taint;
  onState?: (state: ToolCallState) => void;
  onLog?: (line: LogLine) => void;
}

/**
 * The tools of one chat: the built-ins over its library, those of the index and of the page. Loaded with the first
 * question to a model.
 */
export interface SiteTools extends CallableTools<SiteCall> {
  /** Resolves once the index's tools have been read in the sandbox, or are known to be off; never rejects. */
  ready(): Promise<void>;
  readonly pending: SiteChat['pending'];
  onPending: SiteChat['onPending'];
  answer: SiteChat['answer'];
  /** As `SiteChat.tools`. */
  tools(): readonly SiteToolInfo[];
  readonly toolsProblem: SiteChat['toolsProblem'];
  /** @throws Failure `bad_request` for an invalid name or parameters, `conflict` for a taken name. */
  registerTool: SiteChat['registerTool'];
  /** Denies pending approvals, ends running calls, removes the frame from the page. */
  close(): void;
}
