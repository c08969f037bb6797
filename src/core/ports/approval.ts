// The question a person is asked before a call runs, and the answer.
import type { JsonObject } from '../../base/json.ts';
import type { RunApproval } from '../run-record.ts';
import type { Tool } from '../tool.ts';
import type { Act, Caller } from '../call.ts';

/** Scope of an approval: this call, this conversation, or every call of this version with these grants. */
export type Scope = RunApproval['scope'];

export interface CallToApprove {
  tool: Tool;
  /** The name it is called by. */
  name: string;
  /** Checked, with defaults filled in, and frozen: exactly what runs after approval. */
  args: JsonObject;
  caller: Caller;
}

/**
 * Permissions that the tool asks for and lacks: hosts in the spelling of grants, and writing to its folder without
 * asking.
 */
export interface Lacking {
  hosts: readonly string[];
  writes: boolean;
}

export interface Question extends CallToApprove {
  /** The act that waits: the call itself, or something the run wants to do. */
  act: Act;
  /** What an approval can grant along with the call; absent when nothing is missing. */
  lacking?: Lacking;
  /** Names of the secrets in the tool's config. */
  secrets: readonly string[];
  /** SHA-256 of everything that is approved: the tool's text and grants, the arguments and the act. */
  digest: string;
  /** Scopes to choose from. */
  scopes: readonly Scope[];
}

export interface Answer {
  yes: boolean;
  scope: Scope;
  /** Of a script: the text as edited by the person. This text runs. */
  edited?: string;
  /** The person granted the missing permissions. */
  grants?: true;
}

/** Asks a person. Resolves to a refusal when `signal` aborts. */
export type Approve = (question: Question, signal: AbortSignal) => Promise<Answer>;
