// What is found in a tool's text without running it: the problems that keep it from working, and what may surprise.

/** Lines and columns begin at 1; columns count UTF-16 units. `endLine` and `endColumn` are just behind the last character. */
export interface Place {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** What Lua has against a text. It stops at the first problem, so each file has one at most. */
export interface SyntaxProblem extends Place {
  message: string;
}

export type FindingCode =
  /** Errors: it cannot be installed, or fails as soon as it is called. */
  | 'syntax'
  | 'metadata'
  | 'schema'
  | 'unknown_module'
  /** Warnings. */
  | 'unknown_call'
  | 'colon_call'
  | 'unknown_tool'
  | 'unknown_global'
  | 'unused_local'
  | 'wrong_argument'
  | 'missing_grant'
  | 'missing_secret'
  | 'missing_setting'
  | 'no_description'
  | 'unused_parameter'
  | 'name'
  | 'approve';

export interface Finding extends Partial<Place> {
  code: FindingCode;
  /** For people: what, and where known what to do. */
  message: string;
}

export interface Validation {
  /** No errors. */
  valid: boolean;
  errors: Finding[];
  warnings: Finding[];
}
