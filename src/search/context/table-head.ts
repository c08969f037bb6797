// Finds the head of a Markdown table for rows separated from it. Pure.

/** The delimiter row below the column names. */
const RULE =
  /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$|^[ \t]*\|[ \t]*:?-+:?[ \t]*\|[ \t]*$/;
const ROW = /^[ \t]*\|/;
/** Longer column names are useless. */
const LONGEST = 2_000;

/** Tells whether a text begins with table rows whose head precedes it. */
export function beginsInTable(text: string): boolean {
  const [first = '', second = ''] = text.split('\n', 2);
  return ROW.test(first) && !RULE.test(first) && !RULE.test(second);
}

/**
 * Searches the text before: returns the table's head if the text ends with rows of it, `further` if it consists of
 * rows only.
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
