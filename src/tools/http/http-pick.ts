// Picks the fields of an answer that an HTTP tool returns: paths such as `items[*].title`, parsed and followed. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { refuse } from './spec-fields.ts';

/** Represents every item of a list. */
export const EACH: unique symbol = Symbol('each item');

/** A field, a list index, or every item of a list. */
export type PickStep = string | number | typeof EACH;

/** One path: the value there. Several: the answer reduced to these fields. */
export type Pick = string | string[];

/** The wanted part of a value: all of it, some fields of an object, or parts of every item of a list. */
export type Wanted = true | { fields: ReadonlyMap<string, Wanted> } | { each: Wanted };

const FIELD = 'response.pick';
const MAX_PATHS = 200;
const STEP = /\.?([A-Za-z_][A-Za-z0-9_-]*)|\[(\d{1,6})\]|\[(\*)\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** @throws Failure `bad_request` for an invalid path */
export function parsePick(path: string): PickStep[] {
  const steps: PickStep[] = [];
  let at = 0;
  while (at < path.length && steps.length <= 50) {
    STEP.lastIndex = at;
    const found = STEP.exec(path);
    if (!found || (found[0].startsWith('.') && at === 0) || (at > 0 && /^[A-Za-z_]/.test(found[0]))) break;
    const [, name, index, each, quoted] = found;
    if (name !== undefined) steps.push(name);
    else if (index !== undefined) steps.push(Number(index));
    else if (each !== undefined) steps.push(EACH);
    else steps.push(unquoted(quoted ?? '', path));
    at = STEP.lastIndex;
  }
  if (at < path.length || path === '') refusePath(path);
  return steps;
}

/** Formats a path so that `parsePick` reads it. */
export function pickText(steps: readonly PickStep[]): string {
  return steps
    .map((step, index) => {
      if (step === EACH) return '[*]';
      if (typeof step === 'number') return `[${step}]`;
      if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(step)) return index === 0 ? step : `.${step}`;
      return `[${JSON.stringify(step)}]`;
    })
    .join('');
}

/** @throws Failure `bad_request` where two paths contradict each other */
export function wantedOf(paths: readonly string[]): Wanted {
  if (paths.length === 0 || paths.length > MAX_PATHS) refuse(FIELD, `must have 1 to ${MAX_PATHS} paths`);
  return paths.reduce<Wanted | undefined>(
    (wanted, path) => join(wanted, parsePick(path), path),
    undefined,
  ) as Wanted;
}

function join(wanted: Wanted | undefined, [step, ...rest]: readonly PickStep[], path: string): Wanted {
  if (step === undefined || wanted === true) return true;
  if (typeof step === 'number')
    refuse(FIELD, `${path} names one item; with several paths, write [*] for every item`);
  if (step === EACH) {
    if (wanted && !('each' in wanted)) refuseMix(path);
    return { each: join(wanted && 'each' in wanted ? wanted.each : undefined, rest, path) };
  }
  if (wanted && !('fields' in wanted)) refuseMix(path);
  const fields = new Map(wanted && 'fields' in wanted ? wanted.fields : []);
  return { fields: fields.set(step, join(fields.get(step), rest, path)) };
}

/** @throws Failure `bad_request` that names the invalid path */
export function checkPick(pick: unknown): void {
  if (typeof pick === 'string') parsePick(pick);
  else if (Array.isArray(pick) && pick.every((path) => typeof path === 'string')) wantedOf(pick);
  else refuse(FIELD, 'must be a path such as "items[*].title", or a list of paths');
}

/** Applies a tool's pick to an answer; undefined where there is nothing at the path. */
export function picked(answer: Json, pick: Pick): Json | undefined {
  return typeof pick === 'string' ? valueAt(answer, parsePick(pick)) : kept(answer, wantedOf(pick));
}

function valueAt(value: Json | undefined, [step, ...rest]: readonly PickStep[]): Json | undefined {
  if (step === undefined || value === undefined) return value;
  if (step === EACH) {
    return Array.isArray(value) ? value.map((item) => valueAt(item, rest) ?? null) : undefined;
  }
  if (typeof step === 'number') return Array.isArray(value) ? valueAt(value[step], rest) : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? valueAt(value[step] as Json, rest) : undefined;
}

function kept(value: Json | undefined, wanted: Wanted): Json | undefined {
  if (wanted === true || value === undefined) return value;
  if ('each' in wanted) {
    return Array.isArray(value) ? value.map((item) => kept(item, wanted.each) ?? null) : undefined;
  }
  if (!isObject(value)) return undefined;
  const members = [...wanted.fields].flatMap(([name, inner]): [string, Json][] => {
    const item = Object.hasOwn(value, name) ? kept((value as JsonObject)[name], inner) : undefined;
    return item === undefined ? [] : [[name, item]];
  });
  return Object.fromEntries(members);
}

function unquoted(text: string, path: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return refusePath(path);
  }
}

function refusePath(path: string): never {
  return refuse(
    FIELD,
    `${JSON.stringify(path.slice(0, 60))} is not a path; write one such as "items[*].title" or "data[0]"`,
  );
}

function refuseMix(path: string): never {
  return refuse(
    FIELD,
    `${path} treats a value as a list that another path treats as an object, or the reverse`,
  );
}
