// The Lua code style, and the first error of invalid text. Pure.

/** Style of the bundled tools. */
export const STYLE = {
  syntax: 'Lua54',
  indent_style: 'space',
  indent_width: 2,
  line_width: 100,
  quote_style: 'AutoPreferDouble',
} as const;

/** The formatter lists problems as `- unexpected token `=` (1:9 to 1:10), expected an expression`. */
export function firstProblem(message: string): string {
  const [, what = message.trim(), line, why] =
    /(?:error parsing:\s*(?:-\s*)?)?([^\n]*?) \((\d+):\d+ to \d+:\d+\)(?:, ([^\n]*))?/.exec(message) ?? [];
  if (line === undefined) return what;
  return `line ${line} has an ${what}${why ? `, ${why}` : ''}.`;
}
