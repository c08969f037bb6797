// A tool proposed by a model: a new one, or a change to an existing one. Nothing is installed before a person agrees.
import type { ToolCase } from './tool-case.ts';

/** The built-in with which models propose tools. */
export const PROPOSE_TOOL = 'propose_tool';

export interface Proposal {
  id: string;
  name: string;
  kind: 'new' | 'fix';
  /** Lua text. */
  source: string;
  cases?: ToolCase[];
  /** The model's reason for the proposal. */
  reason: string;
  /** Problems found by the checks, including failed test cases, as sentences. */
  problems: string[];
}

/** Result returned to the model. */
export interface ProposalResult {
  /** Its id: `#/studio?proposal=ID` shows it. */
  proposal: string;
  name: string;
  /** A removal is decided on its card, so it isn't stored. */
  kind: Proposal['kind'] | 'removal';
  /** Number of test cases included. */
  cases: number;
  problems: string[];
  next: string;
}
