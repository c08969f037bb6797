// Says in plain words what to do about an error of Lua, whose own messages assume that the reader knows Lua. Pure.
import type { ErrorData } from './errors.ts';
import { inEnglish, type Words } from './words.ts';

type Hint = (words: Words, ...found: string[]) => string;

/** What is written in other languages, and its Lua. */
const elsewhere = (words: Words, near: string): string | undefined => {
  switch (near) {
    case '!':
      return words`In Lua, write ~= instead of != and “not” instead of !.`;
    case '&':
      return words`In Lua, write “and” instead of &&.`;
    case '|':
      return words`In Lua, write “or” instead of ||.`;
    case '+':
      return words`Lua has no += and ++: write x = x + 1.`;
    case '-':
      return words`Lua has no -=: write x = x - 1.`;
    default:
      return undefined;
  }
};

/** The first match counts. `(…)` after a message says what Lua was looking at, as in `(local 'answer')`. */
const HINTS: readonly (readonly [RegExp, Hint])[] = [
  [
    /'}' expected (?:\(to close '\{' at line \d+\) )?near '([\w"'{[][^']*)'/,
    (words, near) => words`A comma is probably missing before ${near}.`,
  ],
  [
    /'end' expected (?:\(to close '(\w+)' at line (\d+)\) )?near <eof>/,
    (words, opened, line) =>
      line ? words`An end is missing: it closes the ${opened} of line ${line}.` : words`An end is missing.`,
  ],
  [
    /'then' expected near '([^']+)'/,
    (words, near) =>
      elsewhere(words, near!) ?? words`An if needs a then after its condition: if x == 1 then … end.`,
  ],
  [
    /<name> expected near '["\d{]/,
    (words) => words`In Lua, write = between a key and its value: name = "a".`,
  ],
  [
    /'=' expected near '([^']+)'/,
    (words, near) => elsewhere(words, near!) ?? words`A statement is a call or an assignment, such as x = 1.`,
  ],
  [
    /unfinished string/,
    (words) => words`The quotation mark at the end is missing. [[ … ]] holds several lines.`,
  ],
  [/(?:syntax error|unexpected symbol) near '([^']+)'/, (words, near) => elsewhere(words, near!) ?? ''],
  [
    /attempt to call a nil value \((?:global|field|method|local|upvalue) '([^']+)'\)/,
    (words, name) =>
      words`No function is called ${name} here: check its spelling, and define it above this line.`,
  ],
  [
    /attempt to index a nil value \((?:global|field|local|upvalue) '([^']+)'\)/,
    (words, name) =>
      words`${name} is nil: it was never set, or the call that set it found nothing. Test it with if ${name} then.`,
  ],
  [
    /attempt to concatenate a (nil|boolean|table) value(?: \(\w+ '([^']+)'\))?/,
    (words, type, name) => {
      const toText = type === 'table' ? 'json.encode' : 'tostring';
      if (name === undefined)
        return type === 'nil'
          ? words`A value here is nil. Write (value or "") where it may be missing.`
          : words`A value here is not a string. Use ${toText}(value).`;
      return type === 'nil'
        ? words`${name} is nil. Write (${name} or "") where it may be missing.`
        : words`${name} is not a string. Use ${toText}(${name}).`;
    },
  ],
  [
    /attempt to perform arithmetic on a (nil|string|table|boolean) value(?: \(\w+ '([^']+)'\))?/,
    (words, type, name) => {
      if (name === undefined)
        return type === 'string'
          ? words`A value here is a string. tonumber(value) converts it to a number.`
          : words`A value here has the type ${type}, not number.`;
      return type === 'string'
        ? words`${name} is a string. tonumber(${name}) converts it to a number.`
        : type === 'nil'
          ? words`${name} is nil, not a number.`
          : words`${name} is a ${type}, not a number.`;
    },
  ],
  [
    /attempt to (?:add|sub|mul|div|mod|pow|unm|idiv) a '(?:string|\w+' with a 'string)'/,
    (words) => words`One of the values is a string. tonumber(…) converts it to a number.`,
  ],
  [
    /attempt to compare (\w+) with (\w+)/,
    (words, one, other) =>
      words`One side is a ${one}, the other a ${other}. Compare two numbers or two strings.`,
  ],
  [/not enough memory/, (words) => words`Keep less in memory, or raise the memory under Settings, Limits.`],
];

/** @returns a sentence, in English unless `words` translates it, or undefined if nothing is known beyond the message. */
export function scriptHint(
  { code, message }: Pick<ErrorData, 'code' | 'message'>,
  words: Words = inEnglish,
): string | undefined {
  if (code === 'timeout' && /^tool '.*' timed out/i.test(message))
    return words`Look for a loop that never ends, or raise the time under Settings, Limits.`;
  for (const [pattern, hint] of HINTS) {
    const found = pattern.exec(message);
    if (found) return hint(words, ...(found.slice(1) as string[])) || undefined;
  }
  return undefined;
}
