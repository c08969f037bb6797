// The problems of a flow in words, at the step concerned, with possible fixes. Pure.
import { readFlowSpec } from '../../core/flow/flow-spec.ts';
import { toErrorData } from '../../core/errors.ts';
import { referenceText, type Reference } from '../../core/flow/template.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { ToolInfo } from '../../core/tool.ts';
import { freeId, hasSteps, movedStep, placeOf, withValue } from './edit-flow.ts';
import {
  idOf,
  innerLists,
  isWithin,
  kindOfStep,
  listAt,
  placedSteps,
  stepName,
  valueAt,
  type Path,
  type Placed,
} from './flow-places.ts';
import { partsOf, plainText, referencesIn, renameItem, usersOf, valuesOf } from './flow-references.ts';
import { itemOf, scopeAt, scopeInLoop, scopeOfResult, type Scope } from './flow-scope.ts';

export interface FlowProblem {
  /** Path of the step; absent for a problem of the whole flow. */
  path?: Path;
  /** The input concerned. */
  input?: string;
  message: string;
  fix?: { label: string; apply: (flow: JsonObject) => JsonObject };
}

type KnownTool = Pick<ToolInfo, 'name' | 'parameters' | 'enabled'>;

/** @param tools all installed tools, by name */
export function flowProblems(flow: JsonObject, tools: ReadonlyMap<string, KnownTool>): FlowProblem[] {
  const problems: FlowProblem[] = [];
  if (!hasSteps(flow)) problems.push({ message: 'The flow has no steps yet. Add a tool as the first step.' });
  const seen = new Set<string>();
  for (const placed of placedSteps(flow)) {
    problems.push(...idProblems(placed, seen), ...shapeProblems(placed), ...itemProblems(flow, placed));
    if (kindOfStep(placed.step) === 'call') problems.push(...callProblems(placed, tools));
    problems.push(...valueProblems(flow, placed));
  }
  if (flow['result'] !== undefined) {
    problems.push(...referenceProblems(flow, ['result'], flow['result'], scopeOfResult(flow)));
  }
  return problems.length > 0 ? problems : readingProblems(flow);
}

/** The reader's errors that were not found here. */
function readingProblems(flow: JsonObject): FlowProblem[] {
  try {
    readFlowSpec(JSON.stringify(flow));
    return [];
  } catch (problem) {
    return [{ message: toErrorData(problem).message }];
  }
}

function idProblems({ path, step }: Placed, seen: Set<string>): FlowProblem[] {
  const id = idOf(step);
  if (id !== undefined && !seen.has(id)) {
    seen.add(id);
    return [];
  }
  const message =
    id === undefined
      ? 'This step has no ID.'
      : `Another step also has the ID ${id}. Each step needs a unique ID.`;
  const wish = String(id ?? step['tool'] ?? 'step');
  const fix = {
    label: 'Assign a new ID',
    apply: (flow: JsonObject) => withValue(flow, [...path, 'id'], freeId(flow, wish)),
  };
  return [{ path, message, fix }];
}

/** Nested loops with the same item name: a reference could mean either. */
function itemProblems(flow: JsonObject, { path, step }: Placed): FlowProblem[] {
  if (kindOfStep(step) !== 'forEach') return [];
  const item = itemOf(step);
  const taken = new Set(scopeAt(flow, path).loops.map((loop) => loop.item));
  if (!taken.has(item)) return [];
  let free = `${item}_2`;
  for (let number = 3; taken.has(free); number += 1) free = `${item}_${number}`;
  return [
    {
      path,
      message: `The outer loop also names its item ${item}. Each loop needs a unique item name.`,
      fix: { label: `Rename to ${free}`, apply: (now) => renameItem(now, path, free) },
    },
  ];
}

function shapeProblems({ path, step }: Placed): FlowProblem[] {
  const inner = innerLists(step);
  return inner
    .filter(({ at }) => listAt(step, at).length === 0)
    .map(({ at, words }): FlowProblem => {
      const message = `“${words}” has no steps yet. Add one.`;
      // One of several branches can be removed; a loop or a condition needs its list.
      if (at[0] !== 'branches' || inner.length < 2) return { path, message };
      const apply = (flow: JsonObject): JsonObject =>
        withValue(
          flow,
          [...path, 'branches'],
          listAt(flow, [...path, 'branches']).filter((_, index) => index !== at[1]),
        );
      return { path, message, fix: { label: 'Remove it', apply } };
    });
}

function callProblems({ path, step }: Placed, tools: ReadonlyMap<string, KnownTool>): FlowProblem[] {
  const name = String(step['tool']);
  const tool = tools.get(name);
  if (!tool) return [{ path, message: `No tool is called ${name}. Install it, or use another.` }];
  const problems: FlowProblem[] = [];
  if (!tool.enabled) problems.push({ path, message: `The tool ${name} is switched off.` });
  const args = step['args'] ?? {};
  if (!isObject(args)) return problems;
  for (const input of tool.parameters.required ?? []) {
    if (!Object.hasOwn(args, input)) problems.push({ path, input, message: `${input} needs a value.` });
  }
  return problems;
}

function valueProblems(flow: JsonObject, { path, step }: Placed): FlowProblem[] {
  const outside = scopeAt(flow, path);
  return valuesOf(step).flatMap(({ at, value }) => {
    const scope = at[0] === 'result' ? scopeInLoop(flow, path) : outside;
    if (at[0] !== 'args' || !isObject(value))
      return referenceProblems(flow, [...path, ...at], value, scope, { path });
    return Object.entries(value).flatMap(([input, given]) =>
      referenceProblems(flow, [...path, ...at, input], given as Json, scope, { path, input }),
    );
  });
}

function referenceProblems(
  flow: JsonObject,
  place: Path,
  value: Json,
  scope: Scope,
  where: Pick<FlowProblem, 'path' | 'input'> = {},
): FlowProblem[] {
  if (typeof value === 'string' && !partsOf(value)) {
    const message = `${value.slice(0, 60)} is not a valid reference. Write values like \${params.city}, and $\${ for a literal.`;
    return [{ ...where, message }];
  }
  return referencesIn(value).flatMap((reference) => {
    const found = problemOf(flow, reference, scope, where.path);
    if (!found) return [];
    const fix = found.fix ?? takeOut(place, value, reference);
    return [{ ...where, message: found.message, ...(fix && { fix }) }];
  });
}

function problemOf(
  flow: JsonObject,
  { root, path: [first] }: Reference,
  scope: Scope,
  from: Path | undefined,
): Pick<FlowProblem, 'message' | 'fix'> | undefined {
  if (root === 'params') return parameterProblem(flow, first);
  if (scope.loops.some(({ item }) => item === root)) return undefined;
  if (root === 'index') {
    return scope.loops.length > 0
      ? undefined
      : { message: 'The iteration number is available only inside a loop.' };
  }
  if (root !== 'steps' && root !== 'errors') {
    const loop = placedSteps(flow).some(
      ({ step }) => kindOfStep(step) === 'forEach' && itemOf(step) === root,
    );
    return {
      message: loop ? `${root} is available only inside its loop.` : `There is no value called ${root} here.`,
    };
  }
  if (scope.steps.some(({ step }) => idOf(step) === first)) return undefined;
  const target = placedSteps(flow).find(({ step }) => idOf(step) === first);
  if (!target) return { message: `It uses the step ${String(first)}, which does not exist.` };
  const name = stepName(target.step);
  if (from === undefined || isWithin(from, target.path)) {
    return { message: `It uses the output of ${name}, which is not available here.` };
  }
  const { list, index } = placeOf(from);
  const at = target.path[list.length];
  if (!isWithin(target.path, list) || typeof at !== 'number' || at <= index) {
    return {
      message: `It uses the output of ${name}, which is not available here. Use the enclosing step.`,
    };
  }
  const later = `It uses the output of ${name}, which runs later`;
  if (needs(flow, list, index).has(at)) return { message: `${later} and needs the output of this step.` };
  return {
    message: `${later}.`,
    fix: {
      label: `Move it after ${name}`,
      apply: (flow) => movedStep(flow, from, list, at + 1).flow,
    },
  };
}

/** Indexes of the steps that depend on the one at `index`, directly or indirectly. */
function needs(flow: JsonObject, list: Path, index: number): Set<number> {
  const found = new Set<number>();
  const open = [index];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const user of usersOf(flow, [...list, at])) {
      const place = user[list.length];
      if (!isWithin(user, list) || typeof place !== 'number' || found.has(place)) continue;
      found.add(place);
      open.push(place);
    }
  }
  return found;
}

function parameterProblem(
  flow: JsonObject,
  name: string | number | undefined,
): Pick<FlowProblem, 'message' | 'fix'> | undefined {
  const parameters = flow['parameters'];
  // The reader checks lists in the short notation, and schemas that accept anything.
  if (name === undefined || (parameters !== undefined && !isObject(valueAt(parameters, ['properties']))))
    return undefined;
  if (valueAt(flow, ['parameters', 'properties', name]) !== undefined) return undefined;
  return {
    message: `The flow has no parameter called ${name}.`,
    fix: {
      label: `Add the parameter ${name}`,
      apply: (flow) => {
        const schema = isObject(flow['parameters']) ? (flow['parameters'] as JsonObject) : { type: 'object' };
        const known = isObject(schema['properties']) ? (schema['properties'] as JsonObject) : {};
        return { ...flow, parameters: { ...schema, properties: { ...known, [name]: { type: 'string' } } } };
      },
    },
  };
}

/** Removes a reference where it is used: from a text, or as the whole input. */
function takeOut(place: Path, value: Json, reference: Reference): FlowProblem['fix'] {
  const key = place.at(-1);
  if (key === 'if' && typeof place.at(-2) === 'number') return undefined;
  const text = referenceText(reference);
  const parts = typeof value === 'string' ? (partsOf(value) ?? []) : [];
  const kept = parts.filter((part) => typeof part === 'string' || referenceText(part) !== text);
  const left = kept
    .map((part) => (typeof part === 'string' ? plainText(part) : referenceText(part)))
    .join('');
  const rest: Json | undefined = left === '' ? (key === 'items' ? [] : undefined) : left;
  return { label: 'Remove it', apply: (flow) => withValue(flow, place, rest) };
}
