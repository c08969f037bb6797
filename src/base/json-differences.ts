// Compares a JSON value with an expected one, and describes each difference in a sentence with its path.
import { shortened } from './shortened.ts';
import { isObject } from './json.ts';

/** Maximum sentences per comparison; more would add nothing. */
const MOST = 10;
/** Maximum length of a quoted value, in characters. */
const QUOTED = 80;

/**
 * @param part expected is partial: fields of objects, the first items of lists, a substring of a text
 * @param name what the value is called, such as `result`
 */
export function jsonDifferences(expected: unknown, actual: unknown, name: string, part: boolean): string[] {
  const found: string[] = [];
  compare(expected, actual, name, part, (sentence) => void found.push(sentence));
  if (found.length <= MOST) return found;
  return [...found.slice(0, MOST), `${found.length - MOST} more differences.`];
}

type Tell = (sentence: string) => void;

function compare(expected: unknown, actual: unknown, path: string, part: boolean, tell: Tell): void {
  if (Array.isArray(expected) && Array.isArray(actual)) return lists(expected, actual, path, part, tell);
  if (isObject(expected) && isObject(actual)) return objects(expected, actual, path, part, tell);
  if (part && typeof expected === 'string' && typeof actual === 'string') {
    if (!actual.includes(expected))
      tell(`${path} does not contain ${quoted(expected)}: it is ${quoted(actual)}.`);
    return;
  }
  if (expected !== actual) tell(`${path} is ${quoted(actual)}, expected ${quoted(expected)}.`);
}

function lists(expected: unknown[], actual: unknown[], path: string, part: boolean, tell: Tell): void {
  if (part ? actual.length < expected.length : actual.length !== expected.length) {
    tell(
      `${path} has ${items(actual.length)}, expected ${part ? 'at least ' : ''}${items(expected.length)}.`,
    );
  }
  expected.forEach((item, index) => {
    if (index < actual.length) compare(item, actual[index], `${path}[${index}]`, part, tell);
  });
}

function objects(
  expected: Record<string, unknown>,
  actual: Record<string, unknown>,
  path: string,
  part: boolean,
  tell: Tell,
): void {
  for (const [key, value] of Object.entries(expected)) {
    const place = pathTo(path, key);
    if (Object.hasOwn(actual, key)) compare(value, actual[key], place, part, tell);
    else tell(`${place} is missing, expected ${quoted(value)}.`);
  }
  if (part) return;
  for (const [key, value] of Object.entries(actual)) {
    if (!Object.hasOwn(expected, key))
      tell(`${pathTo(path, key)} is ${quoted(value)}, and was not expected.`);
  }
}

function pathTo(path: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${count} items`;
}

function quoted(value: unknown): string {
  return shortened(value === undefined ? 'missing' : JSON.stringify(value), QUOTED);
}
