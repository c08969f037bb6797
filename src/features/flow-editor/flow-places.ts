// Paths of steps in a flow's JSON, whatever else it contains. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';

/** From the flow to a step (`['steps', 0]`) or to a list of steps (`['steps', 0, 'then']`). */
export type Path = readonly (string | number)[];

/** A list of steps inside a step. */
export interface InnerList {
  /** From the step: `['then']`, `['branches', 1]`. */
  at: Path;
  /** When or how often its steps run, in words. */
  words: string;
}

export interface Placed {
  path: Path;
  step: JsonObject;
}

export type StepKind = 'call' | 'condition' | 'forEach' | 'parallel' | 'unknown';

export const STEPS: Path = ['steps'];

export function valueAt(root: Json | undefined, path: Path): Json | undefined {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, Json>)[key];
  }
  return value;
}

/** Undefined when there is none, or the value is not a step. */
export function stepAt(flow: JsonObject, path: Path): JsonObject | undefined {
  const step = valueAt(flow, path);
  return isObject(step) ? (step as JsonObject) : undefined;
}

export function listAt(flow: JsonObject, path: Path): Json[] {
  const list = valueAt(flow, path);
  return Array.isArray(list) ? list : [];
}

/** Detects the kind by the one key that only it has. */
export function kindOfStep(step: JsonObject): StepKind {
  const kinds = { tool: 'call', if: 'condition', items: 'forEach', branches: 'parallel' } as const;
  const found = Object.entries(kinds).filter(([key]) => Object.hasOwn(step, key));
  return found.length === 1 ? (found[0]?.[1] ?? 'unknown') : 'unknown';
}

export function innerLists(step: JsonObject): InnerList[] {
  switch (kindOfStep(step)) {
    case 'condition':
      return [
        { at: ['then'], words: 'then' },
        ...(Object.hasOwn(step, 'else') ? [{ at: ['else'], words: 'else' }] : []),
      ];
    case 'forEach':
      return [{ at: ['steps'], words: 'each time' }];
    case 'parallel':
      return listAt(step, ['branches']).map((_, index) => ({
        at: ['branches', index],
        words: `branch ${index + 1}`,
      }));
    default:
      return [];
  }
}

/** Every step in reading order: nested steps come right after their parent. */
export function placedSteps(flow: JsonObject, list: Path = STEPS): Placed[] {
  return listAt(flow, list).flatMap((entry, index) => {
    if (!isObject(entry)) return [];
    const path = [...list, index];
    const step = entry as JsonObject;
    return [{ path, step }, ...innerLists(step).flatMap(({ at }) => placedSteps(flow, [...path, ...at]))];
  });
}

export function idOf(step: JsonObject): string | undefined {
  return typeof step['id'] === 'string' ? step['id'] : undefined;
}

/** True when it equals or begins with the other. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((key, index) => key === path[index]);
}

export function samePath(one: Path, other: Path): boolean {
  return one.length === other.length && isWithin(one, other);
}

/** A step's display name: its title, or else what it does. */
export function stepName(step: JsonObject): string {
  if (typeof step['title'] === 'string' && step['title'].trim() !== '') return step['title'];
  const name = idOf(step) ?? (typeof step['tool'] === 'string' ? step['tool'] : 'a step');
  return name.replaceAll('_', ' ');
}
