// Formats a call's arguments on one line: `query "backup live database", limit 3`.
import { shortened } from '../../base/shortened.ts';
import type { Json, JsonObject } from '../../base/json.ts';

/** About what fits next to a tool's name on one line of an answer. */
const MAX_LENGTH = 90;
const MAX_VALUE = 48;

export function shortArguments(args: JsonObject): string {
  const line = Object.entries(args)
    .map(([name, value]) => `${name} ${shortened(oneLine(value), MAX_VALUE)}`)
    .join(', ');
  return shortened(line, MAX_LENGTH);
}

/** A text with double quotes in it, such as SQL, stands between single ones: escapes would be harder to read. */
function oneLine(value: Json): string {
  if (typeof value === 'string' && value.includes('"') && /^[^'\\\p{Cc}]*$/u.test(value)) return `'${value}'`;
  return JSON.stringify(value);
}
