// Finds the line of a script in an error message. Pure.

/**
 * Reads the first `NAME:LINE:` of a message.
 * @param names possible names of the script: the tool's name, its file's name, a module's path.
 * @returns the line, from 1; undefined when the message has none.
 */
export function lineOf(message: string, names: readonly string[]): number | undefined {
  for (const [, name = '', line] of message.matchAll(/([\w./-]+|\[string "[^"]*"\]):(\d+):/g)) {
    if (name.startsWith('[string') || names.some((known) => sameScript(known, name))) return Number(line);
  }
  return undefined;
}

function sameScript(known: string, found: string): boolean {
  const plain = (name: string): string => name.replace(/\.lua$/i, '');
  return plain(known) === plain(found);
}

/** A line and its neighbours, for a preview: `[number, text, isIt]`. */
export function linesAround(source: string, line: number, around = 2): [number, string, boolean][] {
  const lines = source.split('\n');
  const first = Math.max(1, line - around);
  return lines
    .slice(first - 1, line + around)
    .map((text, index) => [first + index, text, first + index === line]);
}
