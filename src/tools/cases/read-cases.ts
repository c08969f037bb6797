// Reads a tool's test cases from the text of its `cases.json`, with errors by case and field; and writes that text.
import { HTTP_STATUS } from '../../core/error-codes.ts';
import { Failure } from '../../core/errors.ts';
import { isDeeperThan } from '../../base/json-depth.ts';
import { isObject } from '../../base/json.ts';
import { SECRET_MIN_LENGTH } from '../../core/secrets.ts';
import { CASES_FILE, type ToolCase } from '../../core/tool-case.ts';

/** Maximum test cases of one tool: each has a card on the page, and its own run. */
const MOST = 500;
/** Maximum nesting of a test case: a result may have 512 levels. */
const DEEPEST = 520;

type Check = (value: unknown) => string | undefined;
type Fields = Readonly<Record<string, Check>>;

const anything: Check = () => undefined;
const text: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
const object: Check = (value) => (isObject(value) ? undefined : 'must be an object');
const texts: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? undefined
    : 'must be a list of strings';
const lines: Check = (value) =>
  Array.isArray(value) && value.every((line) => Number.isSafeInteger(line) && line > 0)
    ? undefined
    : 'must be a list of line numbers from 1';
const code: Check = (value) =>
  Object.hasOwn(HTTP_STATUS, String(value))
    ? undefined
    : `must be one of ${Object.keys(HTTP_STATUS).join(', ')}`;
const schema: Check = (value) => (isObject(value) ? undefined : 'must be a JSON Schema');
const secrets: Check = (value) => {
  if (!isObject(value)) return 'must be an object of strings by name';
  const short = Object.entries(value).find(
    ([, secret]) => typeof secret !== 'string' || secret.length < SECRET_MIN_LENGTH,
  );
  return short && `must have a text of at least ${SECRET_MIN_LENGTH} characters for ${short[0]}`;
};

const ERROR: Fields = { code, message: text, contains: text };
const ANSWERED: Fields = { code, message: text, details: anything };
const CALL: Fields = {
  call: text,
  with: anything,
  sends: text,
  answer: anything,
  body: text,
  bytes: text,
  error: (value) => (isObject(value) ? problemIn(value, ANSWERED, ['code', 'message']) : 'must be an object'),
};
const EXPECT: Fields = {
  result: anything,
  contains: anything,
  schema,
  error: (value) => (isObject(value) ? problemIn(value, ERROR, []) : 'must be an object'),
  lines,
  log: text,
};
const CASE: Fields = {
  name: (value) =>
    typeof value === 'string' && value.trim() !== '' ? undefined : 'must be a non-empty string',
  args: object,
  config: object,
  secrets,
  host: (value) => {
    if (!Array.isArray(value)) return 'must be a list of host calls';
    for (const [index, call] of value.entries()) {
      const problem = isObject(call) ? problemIn(call, CALL, ['call']) : 'must be an object';
      if (problem) return `has a call ${index + 1} whose ${problem}`;
    }
    return undefined;
  },
  chances: texts,
  expect: (value) => (isObject(value) ? problemIn(value, EXPECT, []) : 'must be an object'),
};

/** @throws Failure `bad_request` that names the case and the field */
export function readCases(source: string): ToolCase[] {
  if (source.trim() === '') return [];
  const list = parse(source);
  if (!Array.isArray(list)) throw wrong('must be a list of cases');
  if (list.length > MOST) throw wrong(`has ${list.length} cases; at most ${MOST} are allowed`);
  const names = new Set<string>();
  for (const [index, item] of list.entries()) {
    const known = isObject(item) && typeof item['name'] === 'string' && item['name'] !== '';
    const called = known ? `case ${index + 1} (${String(item['name'])})` : `case ${index + 1}`;
    if (!isObject(item)) throw wrong(`${called} must be an object`);
    if (isDeeperThan(DEEPEST, item)) throw wrong(`${called} is nested deeper than ${DEEPEST} levels`);
    const problem = problemIn(item, CASE, ['name', 'args', 'expect']);
    if (problem) throw wrong(`${called}: ${problem}`);
    const name = String(item['name']);
    if (names.has(name)) throw wrong(`${called}: another case has the same name; use a unique one`);
    names.add(name);
  }
  return list as ToolCase[];
}

/** Returns the text of the file, or '' when there are no test cases. */
export function writeCases(cases: readonly ToolCase[]): string {
  return cases.length === 0 ? '' : `${JSON.stringify(cases, null, 2)}\n`;
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch (error) {
    throw wrong(`is not valid JSON: ${(error as Error).message}`);
  }
}

function wrong(problem: string): Failure {
  return new Failure('bad_request', `${CASES_FILE}: ${problem}`);
}

/** Returns `FIELD must be …` for the first invalid field. */
function problemIn(
  value: Record<string, unknown>,
  fields: Fields,
  required: readonly string[],
): string | undefined {
  const missing = required.find((field) => value[field] === undefined);
  if (missing) return `${missing} is missing`;
  for (const [field, given] of Object.entries(value)) {
    const check = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!check) return `${field} is unknown; known are ${Object.keys(fields).join(', ')}`;
    const problem = given === undefined ? undefined : check(given);
    if (problem) return `${field} ${problem}`;
  }
  return undefined;
}
