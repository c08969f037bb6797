// What the widget asks of a site's chat: made by apps/widget/chat.ts from the agent, the pack, the sandbox and the page's own tools.
import type { AnswerBlock, AnswerSection } from '../core/answer.ts';
import type { AgentEvent, ToolCallState } from '../core/conversation.ts';
import type { ContextPassage, GatherOptions } from '../core/context-passage.ts';
import type { DocumentView, SearchHit, SearchOptions, SourceInfo } from '../core/document.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { ObjectSchema } from '../core/schema.ts';
import type { SiteFilters, SitePack } from '../core/site-pack.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import type { Act, Caller, LogLine } from '../core/call.ts';

/** Who answers: nobody (search), the site's endpoint, one that the visitor names, the browser's own model. */
export type ModelChoice =
  | { kind: 'none' }
  | { kind: 'site' }
  | {
      kind: 'own';
      /** Of an endpoint that speaks as OpenAI's: a provider's, or a local one such as `http://localhost:11434/v1`. */
      baseUrl: string;
      model: string;
      /** Empty: none is sent. */
      key: string;
      /** Kept in this browser, where every script of the site can read it; else only as long as the page. */
      keep: boolean;
    }
  | { kind: 'browser' };

/** What can be chosen on this page, in this browser. */
export interface ModelOffer {
  kind: ModelChoice['kind'];
  /** Of the browser's own model: whether it must be downloaded first. */
  isDownload?: boolean;
}

/** A tool that the page itself offers. It is trusted: it runs on the page, without being asked about unless it says so. */
export interface HostTool {
  /** As in `TOOL_NAME`. */
  name: string;
  description: string;
  /** Of an object; default: no arguments. */
  parameters?: ObjectSchema;
  /** Ask the visitor before each call. Default false. */
  approve?: boolean;
  /** Answers what JSON can hold; what it throws is told to the model. */
  execute(
    args: JsonObject,
    context: {
      signal: AbortSignal;
      /** A tool of the pack that calls it has asked the visitor for this call. */
      caller: { kind: 'model' } | { kind: 'tool'; name: string };
    },
  ): unknown;
}

/** A call, or something a call wants to do, that waits for the visitor's yes. */
export interface PendingApproval {
  id: string;
  tool: string;
  description: string;
  /** The tool of the pack that wants to call it; undefined: the model does. */
  by?: string;
  /** Exactly what runs after a yes. */
  args: JsonObject;
  act: Act;
  /** Exact hosts it may reach after a yes; empty: none. */
  hosts: readonly string[];
  /** “For this chat” may be said as well; never of what can send something away. */
  canRemember: boolean;
}

/** A tool of the pack or of the page, as the visitor may see it. */
export interface SiteToolInfo {
  name: string;
  description: string;
  from: 'pack' | 'page';
  parameters: ObjectSchema;
}

export interface SiteChat {
  /** What can be chosen; asks the browser for its model. */
  models(): Promise<readonly ModelOffer[]>;
  readonly model: ModelChoice;
  /** @throws Failure `bad_request` for an address that is none. */
  choose(choice: ModelChoice): Promise<void>;
  /** Asks for a word: does the choice work? A sentence says why not. */
  test(choice: ModelChoice, signal: AbortSignal): Promise<{ ok: true } | { ok: false; message: string }>;

  /**
   * Answers; the questions before are known until `clear`. Yields `start` first and exactly one `end` last, and does not
   * reject for what a visitor or an endpoint can cause. The `source_url` of a hit is from the root of the site.
   * Texts are in English: notices have a `code` and errors theirs, to be said in the visitor's language; with
   * `rate_limited`, `details.retry_after` may be a number of seconds.
   * `again`: the answer takes the place of the last one, which is forgotten with its question.
   */
  ask(
    question: string,
    options?: { signal?: AbortSignal; again?: boolean },
  ): AsyncGenerator<AgentEvent, void>;
  /** The whole section that an answer to `question` stands in; undefined: it is better read on its page. */
  section(question: string, answer: AnswerBlock): Promise<AnswerSection | undefined>;
  /** Forgets the conversation. */
  clear(): void;

  /** Oldest first; a new array after every change. */
  readonly pending: readonly PendingApproval[];
  onPending(listener: () => void): () => void;
  answer(id: string, yes: boolean, remember?: boolean): void;

  /** Those of the pack once they were read, and those of the page. */
  tools(): readonly SiteToolInfo[];
  /** Why the pack's tools are off, if they are: for instance the page's policy forbids the sandbox's frame. */
  readonly toolsProblem: { message: string; directive?: string; address?: string } | undefined;
  registerTool(tool: HostTool): () => void;
  /** What the page wants the model to know: where the visitor is, which version they use. Plain data, at most 8 KB as JSON. */
  setContext(context: Json): void;
  close(): void;
}

/** Of the model that reads questions by their meaning. `loaded`: bytes so far. */
export type MeaningState =
  | { state: 'loading'; loaded: number }
  | { state: 'ready'; milliseconds: number }
  | { state: 'off'; message: string };

/** What is said without a model to a visitor who greets, says thanks, or asks what can be done here. Markdown. */
export interface SiteGreetings {
  hello: string;
  thanks: string;
  help: string;
}

/** What the widget has when a chat is made. */
export interface SiteChatPlace {
  /** Where addresses in the pack begin. */
  readonly site: string;
  /** Names this pack among others of the same origin, for what is kept. */
  readonly packName: string;
  /** Base URL of the site's own endpoint, from the attribute or the pack; undefined: it has none. */
  readonly endpoint: string | undefined;
  /** Model that the endpoint is asked for; the endpoint may put another in its place. */
  readonly endpointModel: string;
  /** Set by the page: answers keep to pages that have them. */
  readonly filters?: SiteFilters;
  /** In the visitor's language, as it is now. */
  readonly greetings?: SiteGreetings;
  /** What can be asked by a click after a greeting. */
  readonly questions?: readonly string[];
  /** Where the sandbox's frame, its worker and wasm lie: the folder of the widget's script. */
  readonly ownFolder: string;
  /** The page or the site does not want the pack's own tools; those of the page stay. */
  readonly packTools?: 'off';
  /** The page wants questions to be understood by their meaning, where the pack has vectors: 20 MB, with the first one. */
  readonly meaning?: {
    /** Address of the pack's folder, with a slash at the end. */
    readonly pack: string;
    readonly told: (state: MeaningState) => void;
  };
}

/** The pack as a library: what an answer and the built-in tools read. Ids are addresses of pages, from the site's root. */
export interface SiteLibrary {
  /** Passages as they stand on the page, one of each section that was found; `source_url` leads to the section. */
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  /** What a model is given: whole sections up to a number of tokens. */
  gather?(question: string, options: GatherOptions, signal: AbortSignal): Promise<ContextPassage[]>;
  /** @throws Failure `not_found`. */
  get(id: string): Promise<DocumentView>;
  sources(): Promise<SourceInfo[]>;
}

/** What `openSiteTools` of apps/widget/tools.ts is given. */
export interface SiteToolsOptions {
  pack: SitePack;
  place: SiteChatPlace;
  library: SiteLibrary;
}

/** The tools of one chat: the built-ins over its library, those of the pack, those of the page. Loaded with the first question to a model. */
export interface SiteTools {
  /** Resolves once the pack's tools were read in the sandbox, or are known to be off; never rejects. */
  ready(): Promise<void>;
  list(): ToolInfo[];
  /** Those that fit best, built-ins left out; best first. */
  find(query: string, limit: number): Promise<readonly ToolInfo[]>;
  call(
    name: string,
    args: unknown,
    options: {
      caller: Caller;
      signal: AbortSignal;
      onState?: (state: ToolCallState) => void;
      onLog?: (line: LogLine) => void;
    },
  ): Promise<CallReport>;
  readonly pending: SiteChat['pending'];
  onPending: SiteChat['onPending'];
  answer: SiteChat['answer'];
  /** As `SiteChat.tools`. */
  tools(): readonly SiteToolInfo[];
  readonly toolsProblem: SiteChat['toolsProblem'];
  /** @throws Failure `bad_request` for a name or parameters that cannot be, `conflict` for a name that is taken. */
  registerTool: SiteChat['registerTool'];
  /** Refuses what is pending, ends what runs, takes the frame off the page. */
  close(): void;
}
