// Says in plain words what to do about an error of Lua, whose own messages assume that the reader knows Lua. Pure.
import type { ErrorData } from './errors.ts';

type Hint = (...found: string[]) => string;

/** What is written in other languages, and its Lua. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '!': 'Lua writes ~= for != and not for !.',
  '&': 'Lua writes and for &&.',
  '|': 'Lua writes or for ||.',
  '+': 'Lua has no += and ++: write x = x + 1.',
  '-': 'Lua has no -=: write x = x - 1.',
};

/** The first match counts. `(…)` after a message says what Lua was looking at, as in `(local 'answer')`. */
const HINTS: readonly (readonly [RegExp, Hint])[] = [
  [
    /'}' expected (?:\(to close '\{' at line \d+\) )?near '([\w"'{[][^']*)'/,
    (near) => `A comma is probably missing before ${near}.`,
  ],
  [
    /'end' expected (?:\(to close '(\w+)' at line (\d+)\) )?near <eof>/,
    (opened, line) =>
      line ? `An end is missing: it closes the ${opened} of line ${line}.` : 'An end is missing.',
  ],
  [
    /'then' expected near '([^']+)'/,
    (near) => ELSEWHERE[near] ?? 'An if needs a then after its condition: if x == 1 then … end.',
  ],
  [/<name> expected near '["\d{]/, () => 'Lua writes = between a key and its value: name = "a".'],
  [
    /'=' expected near '([^']+)'/,
    (near) => ELSEWHERE[near] ?? 'A statement is a call or an assignment, such as x = 1.',
  ],
  [/unfinished string/, () => 'The quotation mark at the end is missing. [[ … ]] holds several lines.'],
  [/(?:syntax error|unexpected symbol) near '([^']+)'/, (near) => ELSEWHERE[near] ?? ''],
  [
    /attempt to call a nil value \((?:global|field|method|local|upvalue) '([^']+)'\)/,
    (name) => `No function is called ${name} here: check its spelling, and define it above this line.`,
  ],
  [
    /attempt to index a nil value \((?:global|field|local|upvalue) '([^']+)'\)/,
    (name) =>
      `${name} is nil: it was never set, or the call that set it found nothing. Test it with if ${name} then.`,
  ],
  [
    /attempt to concatenate a (nil|boolean|table) value(?: \(\w+ '([^']+)'\))?/,
    (type, name = 'it') =>
      type === 'nil'
        ? `${name} is nil. Write (${name} or "") where it may be missing.`
        : `${name} is not a string. Use ${type === 'table' ? 'json.encode' : 'tostring'}(${name}).`,
  ],
  [
    /attempt to perform arithmetic on a (nil|string|table|boolean) value(?: \(\w+ '([^']+)'\))?/,
    (type, name = 'it') =>
      type === 'string'
        ? `${name} is a string. tonumber(${name}) converts it to a number.`
        : `${name} is ${type === 'nil' ? 'nil' : `a ${type}`}, not a number.`,
  ],
  [
    /attempt to (?:add|sub|mul|div|mod|pow|unm|idiv) a '(?:string|\w+' with a 'string)'/,
    () => 'One of the values is a string. tonumber(…) converts it to a number.',
  ],
  [
    /attempt to compare (\w+) with (\w+)/,
    (one, other) => `One side is a ${one}, the other a ${other}. Compare two numbers or two strings.`,
  ],
  [/not enough memory/, () => 'Keep less at a time, or raise the memory under Settings, Limits.'],
];

/** @returns a sentence, or undefined if nothing is known beyond the message. */
export function scriptHint({ code, message }: Pick<ErrorData, 'code' | 'message'>): string | undefined {
  if (code === 'timeout' && /^tool '.*' timed out/i.test(message))
    return 'Look for a loop that never ends, or raise the time under Settings, Limits.';
  for (const [pattern, hint] of HINTS) {
    const found = pattern.exec(message);
    if (found) return hint(...(found.slice(1) as string[])) || undefined;
  }
  return undefined;
}
