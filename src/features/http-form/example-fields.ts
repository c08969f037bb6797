// An example of an answer, and the fields of it that a tool returns. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { EACH, parsePick, type Pick, type PickStep } from '../../tools/http/http-pick.ts';

/** Items of a list that are looked at for their fields. */
const MOST_ITEMS = 50;

/** One item that stands for all of a list of objects: with the fields of each. Undefined for what is no such list. */
export function itemExample(value: Json): Json | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.slice(0, MOST_ITEMS);
  if (items.length > 0 && items.every((item) => Array.isArray(item))) return items[0];
  const objects = items.filter((item): item is JsonObject => isObject(item));
  if (objects.length === 0) return undefined;
  return Object.fromEntries(objects.reverse().flatMap((item) => Object.entries(item)));
}

export function pathsOf(pick: Json | undefined): string[] {
  if (typeof pick === 'string') return [pick];
  return Array.isArray(pick) ? pick.filter((path) => typeof path === 'string') : [];
}

/** As it is stored: nothing for everything, the path itself for one. */
export function pickOf(paths: readonly string[]): Pick | undefined {
  return paths.length > 1 ? [...paths] : paths[0];
}

/** Takes a field in or out. It takes the place of fields inside it, and of those that it is inside of. */
export function toggled(paths: readonly string[], path: string): string[] {
  if (paths.includes(path)) return paths.filter((one) => one !== path);
  const steps = stepsOf(path);
  // With several paths, one item of a list cannot be meant.
  const others = paths.filter((one) => {
    const other = stepsOf(one);
    return (
      !isWithin(other, steps) && !isWithin(steps, other) && !other.some((step) => typeof step === 'number')
    );
  });
  return [...others, path];
}

function isWithin(steps: readonly PickStep[], outer: readonly PickStep[]): boolean {
  return outer.length <= steps.length && outer.every((step, index) => step === steps[index]);
}

function stepsOf(path: string): PickStep[] {
  try {
    return parsePick(path);
  } catch {
    return [EACH];
  }
}
