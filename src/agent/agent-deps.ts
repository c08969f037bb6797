// Dependencies of an agent, provided by its host program: model, tools, library and conversation store.
import type { AnswerOptions, LibraryAnswer } from '../core/answer.ts';
import type { Conversation, Message } from '../core/conversation.ts';
import type { ContextPassage, GatherOptions } from '../core/context-passage.ts';
import type { DocumentView, SearchHit, SearchOptions } from '../core/document.ts';
import type { LibraryOverview } from '../core/library-overview.ts';
import type { ModelChoice } from '../core/model-choice.ts';
import type { Picture } from '../core/picture.ts';
import type { ResolvedProfile } from '../core/profile.ts';
import type { Outbound } from '../core/outbound.ts';
import type { Taint } from '../core/taint.ts';
import type { CallableTools } from '../core/ports/callable-tools.ts';
import type { ToolInfo } from '../core/tool.ts';
import type { Caller } from '../core/call.ts';
import type { QuestionDeps } from './answer-question.ts';
import type { Budget } from './budget.ts';
import type { CallObserver } from './loop-calls.ts';
import type { Model } from '../models/model.ts';
import type { Setting } from './setting.ts';

/** How an agent calls a tool. */
export interface AgentCall extends Partial<CallObserver> {
  caller: Caller;
  signal: AbortSignal;
  /** What the answer has read so far; the tool adds what it reads. */
  taint: Taint;
  /** The tools of the profile: nothing else can be called, not even by one of these tools. */
  only?: readonly string[];
  /** What the call may send and read; absent: anything. */
  outbound?: Outbound;
}

export interface AgentDeps {
  /** Returns the chosen model, or the default one. Undefined: search mode. */
  model(choice?: ModelChoice): Promise<Model | undefined>;
  tools: CallableTools<AgentCall>;
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  /** Returns the context that a model gets with the question. */
  gather(question: string, options: GatherOptions, signal: AbortSignal): Promise<ContextPassage[]>;
  /** Returns the summary of the library for models. Absent: they get none. */
  overview?(): Promise<LibraryOverview>;
  /**
   * Returns the text in a picture, for models without image input; empty if there is none. Never rejects. Absent:
   * pictures are not read.
   */
  readPicture?(picture: Picture, signal: AbortSignal): Promise<string>;
  /** Called before the tools are listed for a model. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** Returns the block of the documents that answers; complete and final. */
  answer(question: string, options: AnswerOptions, signal: AbortSignal): Promise<LibraryAnswer>;
  /** Translates a question to a SELECT on a table of the library. Absent: tables can't be queried. */
  compute?: QuestionDeps['compute'];
  /** Returns a document that a question refers to. @throws Failure `not_found` */
  document?(id: string): Promise<DocumentView>;
  /** Returns the ids of the documents in a source or collection. Absent: they can't be read whole. */
  documentsOf?(name: string, kind?: 'source' | 'collection'): Promise<string[]>;
  /** Returns the instructions of a collection that a chat is limited to; undefined: none. */
  collectionText?(id: string): Promise<string | undefined>;
  /** Tells whether all of these passages ship with the program, and are therefore trusted. Never rejects. */
  isBundledText?(hits: readonly ContextPassage[]): Promise<boolean>;
  /** Tells whether read-only mode is on everywhere. */
  isReadOnly?(): boolean;
  /** Called for each answer; default: the workspace. */
  setting?(): Setting;
  /** Resolves the profile of a conversation. Never rejects: errors are in its `problem`. */
  profile?(conversation: Conversation, signal: AbortSignal): Promise<ResolvedProfile | undefined>;
  /** Returns the instructions for writing scripts, given the tools that the model may call; undefined: none. */
  codeMode?(tools: readonly ToolInfo[], canFindMore: boolean): string | undefined;
  /** Stores a result that is too long for the model, for this conversation. Returns how it can be read in parts. */
  keepOutput?(conversation: string, name: string, text: string): string | undefined;
  /**
   * Waits while the program is being closed: its requests fail then, and the answer must stay unfinished. Ends at once
   * otherwise, and when `signal` aborts. Absent: the host closes without such failures.
   */
  untilStays?(signal: AbortSignal): Promise<void>;
  conversations: Conversations;
  newId(): string;
  /** ISO 8601. */
  now(): string;
  budget?: Partial<Budget>;
}

export interface Conversations {
  get(id: string): Promise<Conversation | undefined>;
  put(conversation: Conversation): Promise<void>;
  /** Changes the stored conversation atomically. Does nothing if it is gone. */
  change(id: string, change: (conversation: Conversation) => Conversation): Promise<void>;
  messages(id: string): Promise<Message[]>;
  putMessage(message: Message): Promise<void>;
}
