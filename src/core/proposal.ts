// A tool that a model proposes: new, or in the place of one that is there. Nothing of it is installed before a person says so.
import type { ToolCase } from './tool-case.ts';

/** The built-in that models propose tools with. */
export const PROPOSE_TOOL = 'propose_tool';

export interface Proposal {
  id: string;
  name: string;
  kind: 'new' | 'fix';
  /** Lua text. */
  source: string;
  cases?: ToolCase[];
  /** Why, in the words of the model. */
  reason: string;
  /** What the checks have against it, cases that fail among it: sentences. */
  problems: string[];
}

/** What the model is answered. */
export interface ProposalResult {
  /** Its id: `#/studio?proposal=ID` shows it. */
  proposal: string;
  name: string;
  kind: Proposal['kind'];
  /** How many cases came with it. */
  cases: number;
  problems: string[];
  next: string;
}
