// A profile: a named agent with its own instructions, model, tools and sources.
import type { ModelChoice } from './model-choice.ts';

/** Where its instructions come from: a text, or a Lua script whose `agent.resolve` makes them for each conversation. */
export type ProfileKind = 'text' | 'lua';

export interface ProfileArgument {
  name: string;
  description: string;
  required: boolean;
}

export interface Profile {
  /** UUIDv7. */
  id: string;
  /** Unique. What the composer finds it by. */
  name: string;
  description: string;
  kind: ProfileKind;
  /** The instructions; the Lua source where the kind says so. */
  text: string;
  model?: ModelChoice;
  /** Names of the tools that it may call; absent: all. */
  tools?: string[];
  /** The sources that it answers from; absent: all. */
  sources?: string[];
  /** Ids of the collections that it answers from, and that its tools may read; absent: all documents. */
  collections?: string[];
  /** Of a Lua profile: what a chat is begun with. */
  arguments?: ProfileArgument[];
  /** Of a Lua profile: its config, and what stands for the arguments that a chat says nothing of. */
  config?: Record<string, string>;
  /** It came with a file, and nobody has saved it here since: what it says may be anybody's. */
  imported?: boolean;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

/** What a profile comes to in one conversation. */
export interface ResolvedProfile {
  name: string;
  /** Takes the place of the first instruction. */
  system?: string;
  model?: ModelChoice;
  tools?: readonly string[];
  sources?: readonly string[];
  collections?: readonly string[];
  /** Said before the first question. */
  opening?: readonly { role: 'user' | 'assistant'; text: string }[];
  /** What others wrote of it, as a phrase: what its script may have read, or all that came with a file. */
  reads?: string;
  /** Why it cannot be used, as a sentence for the user: nothing is sent to a model then. */
  problem?: string;
}
