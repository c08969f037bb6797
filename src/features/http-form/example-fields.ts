// An example response, and the fields of it that a tool returns. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { EACH, parsePick, type Pick, type PickStep } from '../../tools/http/http-pick.ts';

/** Items of a list examined for their fields. */
const MOST_ITEMS = 50;

/** Returns one item with the fields of all items; undefined when it is not a list of objects. */
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

/** The stored form: nothing for everything, a plain path for one field. */
export function pickOf(paths: readonly string[]): Pick | undefined {
  return paths.length > 1 ? [...paths] : paths[0];
}

/** Adds or removes a field. Adding one replaces fields inside it and around it. */
export function toggled(paths: readonly string[], path: string): string[] {
  if (paths.includes(path)) return paths.filter((one) => one !== path);
  const steps = stepsOf(path);
  // With several paths, one item of a list cannot be addressed.
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
