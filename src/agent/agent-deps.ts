// What an agent is given by the program that it runs in: model, tools, library and the store of conversations.
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
import type { CallReport, ToolInfo } from '../core/tool.ts';
import type { Caller } from '../core/call.ts';
import type { QuestionDeps } from './answer-question.ts';
import type { Budget } from './budget.ts';
import type { CallObserver } from './loop-calls.ts';
import type { Model } from '../models/model.ts';
import type { Setting } from './setting.ts';

export interface AgentDeps {
  /** The model that answers: the chosen one, else the default. Undefined: search mode. */
  model(choice?: ModelChoice): Promise<Model | undefined>;
  tools: {
    list(): ToolInfo[];
    /** Tools that models may be told of and that fit best, built-ins left out; best first. */
    find(query: string, limit: number): Promise<readonly ToolInfo[]>;
    /** @param options.taint what the answer has read so far; what the tool reads is added to it. */
    call(
      name: string,
      args: unknown,
      options: {
        caller: Caller;
        signal: AbortSignal;
        taint: Taint;
        /** The tools of the profile: nothing else is called, by no tool either. */
        only?: readonly string[];
        /** What the call may let out and read; absent: anything. */
        outbound?: Outbound;
      } & Partial<CallObserver>,
    ): Promise<CallReport>;
  };
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  /** What a model is given with the question. */
  gather(question: string, options: GatherOptions, signal: AbortSignal): Promise<ContextPassage[]>;
  /** What the library holds, for models. Absent: they are not told. */
  overview?(): Promise<LibraryOverview>;
  /** The text in a picture, for models that take none; empty where there is none. Never rejects. Absent: they are not read. */
  readPicture?(picture: Picture, signal: AbortSignal): Promise<string>;
  /** Called before the tools are listed for a model. */
  prepare?(signal: AbortSignal): Promise<void>;
  /** The block of the documents that answers; complete and final. */
  answer(question: string, options: AnswerOptions, signal: AbortSignal): Promise<LibraryAnswer>;
  /** The SELECT to a table of the library that answers a question in words. Absent: no tables can be asked. */
  compute?: QuestionDeps['compute'];
  /** A document that a question points at. @throws Failure `not_found` */
  document?(id: string): Promise<DocumentView>;
  /** Ids of the documents of a source or collection. Absent: they are not read whole. */
  documentsOf?(name: string, kind?: 'source' | 'collection'): Promise<string[]>;
  /** What a model is told in a chat that is limited to a collection; undefined: nothing. */
  collectionText?(id: string): Promise<string | undefined>;
  /** True when all of these passages are text that ships with the program, and so nobody else's. Never rejects. */
  isBundledText?(hits: readonly ContextPassage[]): Promise<boolean>;
  /** Called for each answer; default: the workspace. */
  setting?(): Setting;
  /** What the profile of a conversation comes to. Never rejects: what is wrong is its `problem`. */
  profile?(conversation: Conversation, signal: AbortSignal): Promise<ResolvedProfile | undefined>;
  /** What a model is told of writing scripts, given the tools that it may call; undefined: nothing. */
  codeMode?(tools: readonly ToolInfo[], canFindMore: boolean): string | undefined;
  /** Keeps a result that is too long for the model, for this conversation; answers how it can be read in parts. */
  keepOutput?(conversation: string, name: string, text: string): string | undefined;
  conversations: Conversations;
  newId(): string;
  /** ISO 8601. */
  now(): string;
  budget?: Partial<Budget>;
}

export interface Conversations {
  get(id: string): Promise<Conversation | undefined>;
  put(conversation: Conversation): Promise<void>;
  /** Changes what is stored now, in one step. Nothing when it is gone. */
  change(id: string, change: (conversation: Conversation) => Conversation): Promise<void>;
  messages(id: string): Promise<Message[]>;
  putMessage(message: Message): Promise<void>;
}
