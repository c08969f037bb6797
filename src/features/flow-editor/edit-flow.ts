// Changes to a flow: each takes its JSON and gives another, and touches nothing that it is not about. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { idOf, isWithin, listAt, placedSteps, samePath, STEPS, stepAt, type Path } from './flow-places.ts';

/** @param value undefined takes the key out; the last key of the path may be new. A path that leads nowhere changes nothing. */
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

/** An id that no step has: `search`, `search_2` … */
export function freeId(flow: JsonObject, wish: string): string {
  const taken = new Set(placedSteps(flow).map(({ step }) => idOf(step)));
  const cleaned = wish.replace(/[^A-Za-z0-9_]/g, '_').slice(0, 50);
  const base = /^[A-Za-z_]/.test(cleaned) ? cleaned : `step_${cleaned}`;
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}_${number}`;
  return id;
}

/** A step that calls a tool, ready to be put in. */
export function callStep(flow: JsonObject, tool: string): JsonObject {
  return { id: freeId(flow, tool), tool, args: {} };
}

/** A step that goes through a list; what is done each time is put in. */
export function eachStep(flow: JsonObject): JsonObject {
  return { id: freeId(flow, 'each'), items: [], as: 'item', steps: [] };
}

/** A step that does others only when something holds. */
export function choiceStep(flow: JsonObject): JsonObject {
  return { id: freeId(flow, 'choice'), if: { value: '', is: 'not empty' }, then: [] };
}

/** A step that does others beside each other. */
export function besideStep(flow: JsonObject): JsonObject {
  return { id: freeId(flow, 'beside'), branches: [[], []] };
}

/** One more list of steps beside the others. */
export function branchWith(flow: JsonObject, path: Path): JsonObject {
  const at = [...path, 'branches'];
  return withValue(flow, at, [...listAt(flow, at), []]);
}

/** @param index its place in the list once it is there */
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
 * @param to the gap it goes into, counted before it is taken out of where it is: 0 stands before the first step
 * @returns the flow, and where the step is now; a step cannot go into itself, and stays.
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

/** Where a list is once a step before it, or before the step it is in, has been taken out. */
function shiftedBy(list: Path, old: Path, index: number): Path {
  const at = list[old.length];
  if (list.length <= old.length || !isWithin(list, old) || typeof at !== 'number' || at < index) return list;
  return [...old, at - 1, ...list.slice(old.length + 1)];
}

export function placeOf(path: Path): { list: Path; index: number } {
  return { list: path.slice(0, -1), index: Number(path.at(-1)) };
}

/** The step goes into a loop of its own over a list, and is done for each of its items. */
export function inLoop(flow: JsonObject, path: Path): JsonObject {
  const step = stepAt(flow, path);
  return step ? withValue(flow, path, { ...eachStep(flow), steps: [step] }) : flow;
}

/** A flow with no step yet, and its name kept. */
export function hasSteps(flow: JsonObject): boolean {
  return listAt(flow, STEPS).length > 0;
}
