// What a person is asked before a call runs, and what they answer.
import type { JsonObject } from '../../base/json.ts';
import type { RunApproval } from '../run-record.ts';
import type { Tool } from '../tool.ts';
import type { Act, Caller } from '../call.ts';

/** How far a yes reaches: this call, this conversation, or every call of this version with these grants. */
export type Scope = RunApproval['scope'];

export interface CallToApprove {
  tool: Tool;
  /** The name it is called by. */
  name: string;
  /** Checked, defaults filled in, frozen: exactly what runs after a yes. */
  args: JsonObject;
  caller: Caller;
}

/** What a tool asks for and was not granted: hosts in the spelling of grants, and to write into its folder unasked. */
export interface Lacking {
  hosts: readonly string[];
  writes: boolean;
}

export interface Question extends CallToApprove {
  /** What waits: the call itself, or something that the run wants to do. */
  act: Act;
  /** What a yes can grant along with the call; absent where nothing lacks. */
  lacking?: Lacking;
  /** Names of the secrets that the tool's config refers to. */
  secrets: readonly string[];
  /** SHA-256 of all that a yes is given to: the tool's text and grants, the arguments and the act. */
  digest: string;
  /** The scopes that may be chosen. */
  scopes: readonly Scope[];
}

export interface Answer {
  yes: boolean;
  scope: Scope;
  /** Of a script: what the person made of it. That is what runs. */
  edited?: string;
  /** The person granted what was lacking. */
  grants?: true;
}

/** Asks a person. Answers no when `signal` aborts. */
export type Approve = (question: Question, signal: AbortSignal) => Promise<Answer>;
