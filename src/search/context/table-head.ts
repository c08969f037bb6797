// The head of a Markdown table for rows that stand apart from it. Pure.

/** The rule below the names of the columns. */
const RULE =
  /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$|^[ \t]*\|[ \t]*:?-+:?[ \t]*\|[ \t]*$/;
const ROW = /^[ \t]*\|/;
/** Names of columns that take more are no help. */
const LONGEST = 2_000;

/** True for a text that begins with rows of a table whose head stands before it. */
export function beginsInTable(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return ROW.test(first) && !RULE.test(first) && !RULE.test(second);
}

/**
 * What stands before such a text: the head of the table when the text ends with rows of it, `further` when all of it is rows.
 */
export function headBefore(text: string): { head: string } | 'further' | undefined {
  const lines = text.split('\n');
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at]!;
    if (RULE.test(line)) {
      const names = lines[at - 1];
      if (names === undefined || !ROW.test(names)) return undefined;
      const head = `${names}\n${line}`;
      return head.length <= LONGEST ? { head } : undefined;
    }
    if (!ROW.test(line)) return undefined;
  }
  return 'further';
}
