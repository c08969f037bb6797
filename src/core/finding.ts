// Findings of the static checks of a tool: errors that stop it from working, and warnings.

/**
 * Lines and columns start at 1; columns count UTF-16 units. `endLine` and `endColumn` are just after the last
 * character.
 */
export interface Place {
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** A syntax error. Lua stops at the first one, so each file has at most one. */
export interface SyntaxProblem extends Place {
  message: string;
}

export type FindingCode =
  /** Errors: the tool can't be installed, or fails as soon as it is called. */
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
  /** For people: the problem and, if known, its solution. */
  message: string;
}

export interface Validation {
  /** True if there are no errors. */
  valid: boolean;
  errors: Finding[];
  warnings: Finding[];
}
