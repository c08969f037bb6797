// What a step of a flow can refer to: the steps that have run before it, and the items of the loops around it. Pure.
import type { JsonObject } from '../../base/json.ts';
import {
  idOf,
  innerLists,
  isWithin,
  kindOfStep,
  listAt,
  placedSteps,
  samePath,
  STEPS,
  stepAt,
  type Path,
  type Placed,
} from './flow-places.ts';

export interface Scope {
  /** In the order they run. */
  steps: Placed[];
  /** The loops around it, outermost first. */
  loops: { path: Path; item: string }[];
}

/** @param path of the step; the index after the last step of a list stands for what follows all of them. */
export function scopeAt(flow: JsonObject, path: Path): Scope {
  const scope: Scope = { steps: [], loops: [] };
  walk(flow, STEPS, path, scope);
  return scope;
}

/** What the flow's result can refer to. */
export function scopeOfResult(flow: JsonObject): Scope {
  return scopeAt(flow, [...STEPS, listAt(flow, STEPS).length]);
}

/** What a loop's own result can refer to. */
export function scopeInLoop(flow: JsonObject, path: Path): Scope {
  const list = [...path, 'steps'];
  return scopeAt(flow, [...list, listAt(flow, list).length]);
}

export function itemOf(step: JsonObject): string {
  return typeof step['as'] === 'string' ? step['as'] : 'item';
}

function walk(flow: JsonObject, list: Path, path: Path, scope: Scope): void {
  for (let index = 0; index < listAt(flow, list).length; index += 1) {
    const here = [...list, index];
    if (samePath(here, path)) return;
    const step = stepAt(flow, here);
    if (!step) continue;
    if (isWithin(path, here)) {
      if (kindOfStep(step) === 'forEach') scope.loops.push({ path: here, item: itemOf(step) });
      const within = innerLists(step).find(({ at }) => isWithin(path, [...here, ...at]));
      if (within) walk(flow, [...here, ...within.at], path, scope);
      return;
    }
    scope.steps.push(...seenAfter(flow, here, step));
  }
}

/** The step and its nested steps; those of a loop are not visible outside it. */
function seenAfter(flow: JsonObject, path: Path, step: JsonObject): Placed[] {
  if (idOf(step) === undefined) return [];
  const own = [{ path, step }];
  if (kindOfStep(step) === 'forEach') return own;
  const inside = innerLists(step).flatMap(({ at }) => placedSteps(flow, [...path, ...at]));
  const loops = inside.filter((placed) => kindOfStep(placed.step) === 'forEach');
  const hidden = (one: Placed): boolean =>
    loops.some((loop) => loop.path.length < one.path.length && isWithin(one.path, loop.path));
  return [...own, ...inside.filter((placed) => !hidden(placed) && idOf(placed.step) !== undefined)];
}
