// Finds the line of a key in a TOML file, so that an error in its value can name it. Pure.

const HEADER = /^\s*\[([^[\]]+)\]/;
const KEY = /^\s*("[^"]*"|'[^']*'|[A-Za-z0-9_.-]+(?:\s*\.\s*[A-Za-z0-9_-]+)*)\s*=/;

/**
 * Counts from 1. If the key is not found, for example in an inline table, returns the line of the nearest enclosing
 * table.
 */
export function lineOf(text: string, key: readonly string[]): number {
  const wanted = key.join('.');
  let table = '';
  let best = 1;
  let longest = 0;
  text.split('\n').forEach((line, index) => {
    const header = HEADER.exec(line)?.[1];
    if (header !== undefined) table = plain(header);
    const name = header === undefined ? KEY.exec(line)?.[1] : undefined;
    if (header === undefined && name === undefined) return;
    const here = name === undefined ? table : [table, plain(name)].filter((part) => part !== '').join('.');
    const isAround = wanted === here || wanted.startsWith(`${here}.`);
    if (!isAround || here.length <= longest) return;
    best = index + 1;
    longest = here.length;
  });
  return best;
}

function plain(name: string): string {
  return name
    .split('.')
    .map((part) => part.trim().replace(/^["']|["']$/g, ''))
    .join('.');
}
