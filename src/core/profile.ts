// A profile: a named agent with its own instructions, model, tools and sources.
import type { Upstream } from './bundle.ts';
import type { ModelChoice } from './model-choice.ts';

/** Where its instructions come from: a text, or a Lua script whose `agent.resolve` returns them for each conversation. */
export type ProfileKind = 'text' | 'lua';

export interface ProfileArgument {
  name: string;
  description: string;
  required: boolean;
}

export interface Profile {
  /** UUIDv7. */
  id: string;
  /** Unique. The composer finds the profile by it. */
  name: string;
  description: string;
  kind: ProfileKind;
  /** The instructions, or the Lua source, depending on the kind. */
  text: string;
  model?: ModelChoice;
  /** Names of the tools that it may call; absent: all. */
  tools?: string[];
  /** Sources that it searches; absent: all. */
  sources?: string[];
  /** Ids of the collections that it searches and its tools may read; absent: all documents. */
  collections?: string[];
  /** Of a Lua profile: arguments to ask for when a chat starts. */
  arguments?: ProfileArgument[];
  /** Of a Lua profile: its config, and default values of its arguments. */
  config?: Record<string, string>;
  /** Imported from a file and not saved here since: its content is untrusted. */
  imported?: boolean;
  /** The registry that it came from, for updates. */
  from?: Upstream;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

/** A profile resolved for one conversation. */
export interface ResolvedProfile {
  name: string;
  /** Replaces the default system prompt. */
  system?: string;
  model?: ModelChoice;
  tools?: readonly string[];
  sources?: readonly string[];
  collections?: readonly string[];
  /** Messages before the first question. */
  opening?: readonly { role: 'user' | 'assistant'; text: string }[];
  /** Untrusted input, as a phrase: what its script may have read, or everything that came with a file. */
  reads?: string;
  /** Why it can't be used, as a sentence for the user. Nothing is sent to a model then. */
  problem?: string;
}
