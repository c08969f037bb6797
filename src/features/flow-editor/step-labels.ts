// References and conditions of a flow in words. Pure.
import type { Reference } from '../../core/flow/template.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { idOf, placedSteps, stepName } from './flow-places.ts';
import { partsOf } from './flow-references.ts';

/** The comparisons, and whether each takes a second value. */
export const TESTS: readonly { is: string; words: string; compares: boolean; many?: boolean }[] = [
  { is: 'not empty', words: 'is not empty', compares: false },
  { is: 'empty', words: 'is empty', compares: false },
  { is: 'equal', words: 'is', compares: true },
  { is: 'not equal', words: 'is not', compares: true },
  { is: 'greater', words: 'is more than', compares: true },
  { is: 'less', words: 'is less than', compares: true },
  { is: 'contains', words: 'contains', compares: true },
  { is: 'one of', words: 'is one of', compares: true, many: true },
  { is: 'true', words: 'is true', compares: false },
];

/** A comparison as the builder edits it. */
export interface Test {
  value: Json;
  is: string;
  to?: Json;
}

/** A list of comparisons joined by all or any; undefined for a more complex condition. */
export interface Tests {
  join: 'and' | 'or';
  tests: Test[];
}

export function testsOf(condition: Json | undefined): Tests | undefined {
  if (isTest(condition)) return { join: 'and', tests: [condition] };
  if (!isObject(condition) || Object.keys(condition).length !== 1) return undefined;
  const join = 'and' in condition ? 'and' : 'or';
  const inner: unknown = condition[join];
  if (!Array.isArray(inner) || inner.length === 0) return undefined;
  const tests = (inner as unknown[]).filter(isTest);
  return tests.length === inner.length ? { join, tests } : undefined;
}

/** A single comparison is written without a list. */
export function conditionOf({ join, tests }: Tests): Json {
  const written = tests.map((test) => ({ ...test }) as unknown as Json);
  return written.length === 1 ? (written[0] as Json) : { [join]: written };
}

function isTest(value: unknown): value is Test {
  if (!isObject(value) || Object.keys(value).some((key) => !['value', 'is', 'to'].includes(key)))
    return false;
  return value['value'] !== undefined && TESTS.some(({ is }) => is === value['is']);
}

/** `Search › results › first › id`. */
export function referenceWords({ root, path }: Reference, flow: JsonObject): string {
  const [id, ...inside] = path;
  switch (root) {
    case 'params':
      return placeWords(path) || 'all parameters';
    case 'steps':
      return [stepWords(flow, id), placeWords(inside)].filter(Boolean).join(' › ');
    case 'errors':
      return ['problem of ' + stepWords(flow, id), placeWords(inside)].filter(Boolean).join(' › ');
    case 'index':
      return 'iteration number';
    default:
      return [root.replaceAll('_', ' '), placeWords(path)].filter(Boolean).join(' › ');
  }
}

function stepWords(flow: JsonObject, id: string | number | undefined): string {
  const found = placedSteps(flow).find(({ step }) => idOf(step) === id);
  return found ? stepName(found.step) : String(id ?? 'no step');
}

export function placeWords(path: readonly (string | number)[]): string {
  return path
    .map((key) => (typeof key === 'string' ? key : key === 0 ? 'first' : `no. ${key + 1}`))
    .join(' › ');
}

/** A value in a sentence, with references in words between ‹ ›. */
export function valueWords(value: Json | undefined, flow: JsonObject): string {
  if (value === undefined) return 'nothing';
  if (typeof value !== 'string') return JSON.stringify(value);
  const parts = partsOf(value);
  if (!parts) return JSON.stringify(value);
  const words = parts.map((part) => (typeof part === 'string' ? part : `‹${referenceWords(part, flow)}›`));
  return parts.some((part) => typeof part !== 'string') ? words.join('') : JSON.stringify(words.join(''));
}

export function conditionWords(condition: Json | undefined, flow: JsonObject): string {
  if (!isObject(condition)) return JSON.stringify(condition ?? null);
  for (const [join, word] of [
    ['and', ' and '],
    ['or', ' or '],
  ] as const) {
    const inner = condition[join];
    if (Array.isArray(inner)) return `(${inner.map((one: Json) => conditionWords(one, flow)).join(word)})`;
  }
  if (condition['not'] !== undefined) return `not ${conditionWords(condition['not'] as Json, flow)}`;
  if (!isTest(condition)) return JSON.stringify(condition);
  const { value, is, to } = condition;
  const test = TESTS.find((one) => one.is === is);
  const compared = test?.compares ? ` ${valueWords(to, flow)}` : '';
  return `${valueWords(value, flow)} ${test?.words ?? is}${compared}`;
}
