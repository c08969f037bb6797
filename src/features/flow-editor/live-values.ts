// The inputs and outputs of a flow's steps in a run, and the flow's values resolved with them. Pure.
import { isReference, type Reference } from '../../core/flow/template.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { ErrorData } from '../../core/errors.ts';
import type { HostCallRecord } from '../../core/run-record.ts';
import type { CallReport } from '../../core/tool.ts';
import { idOf, innerLists, kindOfStep, listAt, placedSteps, stepAt, type Path } from './flow-places.ts';
import { partsOf } from './flow-references.ts';
import type { Scope } from './flow-scope.ts';

export interface StepCall {
  args: Json;
  result?: Json;
  error?: Pick<ErrorData, 'message'>;
  milliseconds: number;
}

/** Calls by step id: a step in a loop has several, a skipped one has none. */
export type StepCalls = ReadonlyMap<string, readonly StepCall[]>;

export function stepCalls(report: Pick<CallReport, 'trace'> | undefined): StepCalls {
  const calls = new Map<string, StepCall[]>();
  for (const record of report?.trace?.hostCalls ?? []) {
    if (record.operation !== 'tool.calls') continue;
    for (const [id, call] of callsIn(record)) calls.set(id, [...(calls.get(id) ?? []), call]);
  }
  return calls;
}

function callsIn({ payload, answer, error, milliseconds }: HostCallRecord): [string, StepCall][] {
  const asked = listAt(jsonOf(payload), ['calls']);
  const answers = jsonOf(`{"answers":${answer?.json ?? '[]'}}`);
  return asked.flatMap((entry, index): [string, StepCall][] => {
    if (!isObject(entry) || typeof entry['step'] !== 'string') return [];
    const given = listAt(answers, ['answers'])[index];
    const failed =
      isObject(given) && isObject(given['error']) ? String(given['error']['message']) : error?.message;
    const outcome =
      failed !== undefined
        ? { error: { message: failed } }
        : isObject(given) && given['result'] !== undefined
          ? { result: given['result'] as Json }
          : {};
    return [[entry['step'], { args: (entry['args'] ?? {}) as Json, milliseconds, ...outcome }]];
  });
}

/** A truncated record is no longer valid JSON, and yields nothing. */
function jsonOf(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}

/** Resolves values from the last run; undefined without a run, or when unknown. */
export class LiveValues {
  readonly #flow: JsonObject;
  readonly #calls: StepCalls;
  readonly #params: JsonObject;

  constructor(flow: JsonObject, calls: StepCalls, params: JsonObject) {
    this.#flow = flow;
    this.#calls = calls;
    this.#params = params;
  }

  callsOf(step: JsonObject): readonly StepCall[] {
    return this.#calls.get(idOf(step) ?? '') ?? [];
  }

  /** A step's output; in a loop, its last one. */
  answerOf(path: Path): Json | undefined {
    const step = stepAt(this.#flow, path);
    if (!step) return undefined;
    switch (kindOfStep(step)) {
      case 'call':
        return this.callsOf(step).at(-1)?.result;
      case 'forEach':
        return this.#loopAnswer(path, step);
      case 'parallel':
        return innerLists(step).map(({ at }) => this.#lastOf([...path, ...at]) ?? null);
      case 'condition': {
        const answers = innerLists(step).map(({ at }) => this.#lastOf([...path, ...at]));
        return answers.find((answer) => answer !== undefined);
      }
      default:
        return undefined;
    }
  }

  lookUp({ root, path }: Reference, scope: Scope): Json | undefined {
    if (root === 'params') return inside(this.#params, path);
    if (root === 'index') return 0;
    const [id, ...rest] = path;
    if (root === 'steps') {
      const found = placedSteps(this.#flow).find(({ step }) => idOf(step) === id);
      return found && inside(this.answerOf(found.path), rest);
    }
    const at = scope.loops.findIndex(({ item }) => item === root);
    const loop = scope.loops[at];
    if (!loop) return undefined;
    const outer = { ...scope, loops: scope.loops.slice(0, at) };
    const items = this.fill(stepAt(this.#flow, loop.path)?.['items'], outer);
    return Array.isArray(items) ? inside(items[0], path) : undefined;
  }

  /** Resolves the references in a value; in a loop, for the first item. */
  fill(value: Json | undefined, scope: Scope): Json | undefined {
    if (typeof value === 'string') return this.#fillText(value, scope);
    if (Array.isArray(value)) return value.map((item) => this.fill(item, scope) ?? null);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        const filled = this.fill(item as Json, scope);
        return filled === undefined ? [] : [[key, filled]];
      }),
    );
  }

  #fillText(text: string, scope: Scope): Json | undefined {
    const parts = partsOf(text);
    if (!parts) return text;
    const [only] = parts;
    if (typeof only === 'object' && isReference(text)) return this.lookUp(only, scope);
    return parts
      .map((part) => {
        const value = typeof part === 'string' ? part : this.lookUp(part, scope);
        if (value === undefined || value === null) return '';
        return typeof value === 'string' ? value : JSON.stringify(value);
      })
      .join('');
  }

  #lastOf(list: Path): Json | undefined {
    const { length } = listAt(this.#flow, list);
    return length === 0 ? undefined : this.answerOf([...list, length - 1]);
  }

  /** Known if each iteration ends with a call, and the loop returns that call's output. */
  #loopAnswer(path: Path, step: JsonObject): Json | undefined {
    const list = [...path, 'steps'];
    const last = stepAt(this.#flow, [...list, listAt(this.#flow, list).length - 1]);
    if (step['result'] !== undefined || !last || kindOfStep(last) !== 'call' || last['when'] !== undefined)
      return undefined;
    const calls = this.callsOf(last);
    return calls.length === 0 ? undefined : calls.map(({ result }) => result ?? null);
  }
}

function inside(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, Json>)[key];
  }
  return at;
}
