// References in a flow's values: find, rename, remove. A text that cannot be parsed stays as it is. Pure.
import { parseTemplate, referenceText, type Part, type Reference } from '../../core/flow/template.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { idOf, innerLists, listAt, placedSteps, stepAt, valueAt, type Path } from './flow-places.ts';
import { freeId, withValue } from './edit-flow.ts';
import { itemOf } from './flow-scope.ts';

/** Keys of a step whose values may contain references. */
const VALUES = ['args', 'when', 'if', 'items', 'result'] as const;

/** The parts of a text; undefined when it cannot be parsed. */
export function partsOf(text: string): Part[] | undefined {
  try {
    return parseTemplate(text, '');
  } catch {
    return undefined;
  }
}

/** The reference, if it is the whole value. */
export function soleReference(value: Json | undefined): Reference | undefined {
  const parts = typeof value === 'string' ? partsOf(value) : undefined;
  const [only] = parts ?? [];
  return parts?.length === 1 && typeof only === 'object' ? only : undefined;
}

/** Escapes a text so that it is taken literally. */
export function plainText(text: string): string {
  return text.replaceAll('${', () => '$${');
}

export function referencesIn(value: Json | undefined): Reference[] {
  if (typeof value === 'string') return (partsOf(value) ?? []).filter((part) => typeof part !== 'string');
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** Every value of a step that may contain references, with its path in the step, without nested steps. */
export function valuesOf(step: JsonObject): { at: Path; value: Json }[] {
  return VALUES.flatMap((key) => {
    const value = step[key];
    return value === undefined ? [] : [{ at: [key], value }];
  });
}

/** Replaces each reference with the result of `change`; unchanged ones keep their spelling. */
export function changeReferences(flow: JsonObject, change: (reference: Reference) => Reference): JsonObject {
  const places: Path[] = [
    ['result'],
    ...placedSteps(flow).flatMap(({ path, step }) => valuesOf(step).map(({ at }) => [...path, ...at])),
  ];
  let changed = flow;
  for (const place of places) {
    const value = valueAt(changed, place);
    if (value === undefined) continue;
    const next = changeIn(value, change);
    if (next !== value) changed = withValue(changed, place, next);
  }
  return changed;
}

function changeIn(value: Json, change: (reference: Reference) => Reference): Json {
  if (typeof value === 'string') return changeInText(value, change);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, changeIn(item, change)] as const);
  if (entries.every(([key, item]) => item === (value as JsonObject)[key])) return value;
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function changeInText(text: string, change: (reference: Reference) => Reference): string {
  const parts = partsOf(text);
  let same = true;
  const written = parts?.map((part) => {
    if (typeof part === 'string') return plainText(part);
    const next = change(part);
    if (next !== part) same = false;
    return referenceText(next);
  });
  return same || !written ? text : written.join('');
}

/** Changes a step's id and every reference to it. An empty or taken id changes nothing. */
export function renameStep(flow: JsonObject, path: Path, id: string): JsonObject {
  const step = stepAt(flow, path);
  const taken = placedSteps(flow).some((placed) => idOf(placed.step) === id);
  if (!step || taken || !/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(id)) return flow;
  const old = idOf(step);
  const renamed = withValue(flow, [...path, 'id'], id);
  const shared = placedSteps(renamed).some((placed) => idOf(placed.step) === old);
  if (old === undefined || shared) return renamed;
  return changeReferences(renamed, (reference) => {
    const [first, ...rest] = reference.path;
    const isIt = (reference.root === 'steps' || reference.root === 'errors') && first === old;
    return isIt ? { ...reference, path: [id, ...rest] } : reference;
  });
}

/** Gives a step the typed name: an id derived from it, and a title if the id cannot express it. */
export function nameStep(flow: JsonObject, path: Path, name: string): JsonObject {
  const old = stepAt(flow, path);
  if (!old) return flow;
  const free = withValue(flow, [...path, 'id'], '');
  const id = freeId(free, name);
  const renamed = renameStep(flow, path, id);
  return withValue(
    renamed,
    [...path, 'title'],
    id.replaceAll('_', ' ') === name || id === name ? undefined : name,
  );
}

/** Renames a loop's item, and every reference to it in the loop. */
export function renameItem(flow: JsonObject, path: Path, name: string): JsonObject {
  const loop = stepAt(flow, path);
  if (!loop) return flow;
  const old = itemOf(loop);
  const { steps = [], result } = loop;
  const inside = changeReferences({ steps, ...(result !== undefined && { result }) }, (reference) =>
    reference.root === old ? { ...reference, root: name } : reference,
  );
  return withValue(flow, path, { ...loop, as: name, ...inside });
}

/** Renames a parameter of the flow, keeping its position, and every reference to it. */
export function renameParameter(flow: JsonObject, from: string, to: string): JsonObject {
  const properties = valueAt(flow, ['parameters', 'properties']) as JsonObject | undefined;
  if (!properties || !Object.hasOwn(properties, from) || Object.hasOwn(properties, to) || to === '')
    return flow;
  const renamed = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name === from ? to : name, schema]),
  );
  const required = listAt(flow, ['parameters', 'required']);
  let next = withValue(flow, ['parameters', 'properties'], renamed);
  if (required.includes(from)) {
    const names = required.map((name) => (name === from ? to : name));
    next = withValue(next, ['parameters', 'required'], names);
  }
  return changeReferences(next, (reference) => {
    const [first, ...rest] = reference.path;
    return reference.root === 'params' && first === from ? { ...reference, path: [to, ...rest] } : reference;
  });
}

/** Steps that use the result of this one, or of one inside it. */
export function usersOf(flow: JsonObject, path: Path): Path[] {
  const step = stepAt(flow, path);
  if (!step) return [];
  const inside = innerLists(step).flatMap(({ at }) => placedSteps(flow, [...path, ...at]));
  const own = new Set([step, ...inside.map((placed) => placed.step)].map(idOf));
  const isUse = ({ root, path: [id] }: Reference): boolean =>
    (root === 'steps' || root === 'errors') && own.has(String(id));
  return placedSteps(flow)
    .filter(({ step: other }) => !own.has(idOf(other)))
    .filter(({ step: other }) => valuesOf(other).some(({ value }) => referencesIn(value).some(isUse)))
    .map((placed) => placed.path);
}
