// Spans of code by token kind, for syntax highlighting.

export const CODE_KINDS = ['keyword', 'name', 'string', 'number', 'comment', 'removed'] as const;

export type CodeKind = (typeof CODE_KINDS)[number];

/** `[start, end)` in the code. */
export interface CodeStretch {
  kind: CodeKind;
  start: number;
  end: number;
}

/** @returns nothing for an unknown language, or for code that takes too long */
export type ReadCode = (code: string, language: string) => Promise<readonly CodeStretch[]>;
