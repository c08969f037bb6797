// Stretches of code by what they are: what coloured code is made of.

export const CODE_KINDS = ['keyword', 'name', 'string', 'number', 'comment', 'removed'] as const;

export type CodeKind = (typeof CODE_KINDS)[number];

/** `[start, end)` in the code. */
export interface CodeStretch {
  kind: CodeKind;
  start: number;
  end: number;
}

/** @returns none for a language that is not known, and for code that takes too long */
export type ReadCode = (code: string, language: string) => Promise<readonly CodeStretch[]>;
