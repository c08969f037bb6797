// Edits of a flow: each takes its JSON and returns new JSON, changing nothing else. Pure.
import { freeName } from '../../base/free-name.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { idOf, isWithin, listAt, placedSteps, samePath, STEPS, stepAt, type Path } from './flow-places.ts';

/**
 * @param value undefined removes the key; the last key of the path may be new. A path that leads nowhere changes
 *   nothing.
 */
export function withValue(flow: JsonObject, path: Path, value: Json | undefined): JsonObject {
  return put(flow, path, value) as JsonObject;
}

function put(root: Json, [key, ...rest]: Path, value: Json | undefined): Json {
  if (key === undefined) return value as Json;
  if (Array.isArray(root)) {
    const at = Number(key);
    if (rest.length > 0 && root[at] === undefined) return root;
    return root.map((item, index) => (index === at ? put(item, rest, value) : item));
  }
  if (!isObject(root)) return root;
  if (rest.length > 0) {
    const inner = root[key];
    return inner === undefined ? root : ({ ...root, [key]: put(inner as Json, rest, value) } as Json);
  }
  if (value !== undefined) return { ...root, [key]: value } as Json;
  return Object.fromEntries(Object.entries(root).filter(([name]) => name !== String(key))) as Json;
}

/** Returns an unused step id: `search`, `search_2` … */
export function freeId(flow: JsonObject, wish: string): string {
  const taken = new Set(placedSteps(flow).map(({ step }) => idOf(step)));
  const cleaned = wish.replace(/[^A-Za-z0-9_]/g, '_').slice(0, 50);
  const base = /^[A-Za-z_]/.test(cleaned) ? cleaned : `step_${cleaned}`;
  return freeName(
    base,
    (id) => taken.has(id),
    (number) => `${base}_${number}`,
  );
}

/** Returns a step that calls a tool, ready to insert. */
export function callStep(flow: JsonObject, tool: string): JsonObject {
  return { id: freeId(flow, tool), tool, args: {} };
}

/** Returns a step that loops over a list, to be filled with steps. */
export function eachStep(flow: JsonObject): JsonObject {
  return { id: freeId(flow, 'each'), items: [], as: 'item', steps: [] };
}

/** Returns a step that runs others only under a condition. */
export function choiceStep(flow: JsonObject): JsonObject {
  return { id: freeId(flow, 'choice'), if: { value: '', is: 'not empty' }, then: [] };
}

/** Returns a step that runs others in parallel. */
export function besideStep(flow: JsonObject): JsonObject {
  return { id: freeId(flow, 'beside'), branches: [[], []] };
}

/** Adds a branch to a parallel step. */
export function branchWith(flow: JsonObject, path: Path): JsonObject {
  const at = [...path, 'branches'];
  return withValue(flow, at, [...listAt(flow, at), []]);
}

/** @param index its index in the list after insertion */
export function withStep(flow: JsonObject, list: Path, index: number, step: Json): JsonObject {
  const steps = listAt(flow, list);
  const at = Math.max(0, Math.min(index, steps.length));
  return withValue(flow, list, [...steps.slice(0, at), step, ...steps.slice(at)]);
}

export function withoutStep(flow: JsonObject, path: Path): JsonObject {
  const { list, index } = placeOf(path);
  return withValue(
    flow,
    list,
    listAt(flow, list).filter((_, at) => at !== index),
  );
}

/**
 * @param to the target gap, counted before the step is taken out: 0 is before the first step
 * @returns the flow, and the step's new path; a step cannot move into itself, and stays.
 */
export function movedStep(
  flow: JsonObject,
  from: Path,
  list: Path,
  to: number,
): { flow: JsonObject; path: Path } {
  const step = stepAt(flow, from);
  if (!step || isWithin(list, from)) return { flow, path: from };
  const { list: old, index } = placeOf(from);
  const gap = samePath(old, list) && to > index ? to - 1 : to;
  const shifted = shiftedBy(list, old, index);
  const moved = withStep(withoutStep(flow, from), shifted, gap, step);
  const at = Math.max(0, Math.min(gap, listAt(moved, shifted).length - 1));
  return { flow: moved, path: [...shifted, at] };
}

/** Returns a list's path after a step before it, or before its containing step, was taken out. */
function shiftedBy(list: Path, old: Path, index: number): Path {
  const at = list[old.length];
  if (list.length <= old.length || !isWithin(list, old) || typeof at !== 'number' || at < index) return list;
  return [...old, at - 1, ...list.slice(old.length + 1)];
}

export function placeOf(path: Path): { list: Path; index: number } {
  return { list: path.slice(0, -1), index: Number(path.at(-1)) };
}

/** Wraps the step in a new loop over a list, so it runs once per item. */
export function inLoop(flow: JsonObject, path: Path): JsonObject {
  const step = stepAt(flow, path);
  return step ? withValue(flow, path, { ...eachStep(flow), steps: [step] }) : flow;
}

/** A flow with no step yet, and its name kept. */
export function hasSteps(flow: JsonObject): boolean {
  return listAt(flow, STEPS).length > 0;
}
