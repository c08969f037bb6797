// Reads and checks the steps of a flow: their shape, and that each refers only to values available when it runs.
import { isObject, type Json } from '../../base/json.ts';
import { TOOL_NAME } from '../tool.ts';
import { COMPARISONS, STATES, type Condition } from './condition.ts';
import { checkDepth, checkKeys, quoted, refuse, textAt } from './flow-fields.ts';
import type { Step } from './flow-types.ts';
import { isReference, parseTemplate, referenceText, type Reference } from './template.ts';

const MAX_STEPS = 200;
/** Maximum nesting of steps, and of groups in a condition. */
const MAX_NESTING = 8;
/** Maximum length of a title, in characters. */
const MAX_TITLE = 200;

const STEP_ID = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const ITEM_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,31}$/;
const ROOTS = ['params', 'steps', 'errors', 'index'];

/** Each kind by the key that only it has. */
const KINDS = { tool: 'call', if: 'condition', items: 'forEach', branches: 'parallel' } as const;

const STEP_KEYS = {
  call: ['id', 'kind', 'title', 'tool', 'args', 'when', 'onError'],
  condition: ['id', 'kind', 'title', 'if', 'then', 'else'],
  forEach: ['id', 'kind', 'title', 'items', 'as', 'steps', 'result'],
  parallel: ['id', 'kind', 'title', 'branches'],
};

type Fields = Record<string, unknown>;

/** References available at one place. */
interface Scope {
  /** Steps that have run by then. */
  before: Set<string>;
  /** Item names of the enclosing loops. */
  items: readonly string[];
  depth: number;
}

export class StepReader {
  readonly #given: unknown;
  /** Every step read so far. Steps around the current one are still open. */
  readonly #read = new Map<string, 'open' | 'done'>();
  /** All ids of the flow, to distinguish a later step from one that does not exist. */
  readonly #ids = new Set<string>();
  readonly #scope: Scope = { before: new Set(), items: [], depth: 0 };

  /** @param given the unchecked steps. */
  constructor(given: unknown) {
    this.#given = given;
  }

  steps(): Step[] {
    this.#collectIds(this.#given, 0);
    return this.#list(this.#given, 'the flow', 'steps', this.#scope);
  }

  /** Reads the result of the flow, which can refer to all steps. Call it after `steps`. */
  result(given: unknown): Json {
    return this.#value(given, "the flow's result", this.#scope);
  }

  #collectIds(steps: unknown, depth: number): void {
    if (!Array.isArray(steps) || depth > MAX_NESTING) return;
    for (const step of steps as unknown[]) {
      if (!isObject(step)) continue;
      if (typeof step['id'] === 'string') this.#ids.add(step['id']);
      const { branches } = step;
      const inside = [
        step['then'],
        step['else'],
        step['steps'],
        ...(Array.isArray(branches) ? branches : []),
      ];
      for (const list of inside) this.#collectIds(list, depth + 1);
    }
  }

  #list(given: unknown, where: string, key: string, scope: Scope): Step[] {
    if (!Array.isArray(given) || given.length === 0)
      refuse(where, `${key} must be a list of at least one step`);
    if (scope.depth >= MAX_NESTING) refuse(where, `steps can be nested at most ${MAX_NESTING} deep`);
    return (given as unknown[]).map((step, index) => this.#step(step, `${where}, ${key}[${index}]`, scope));
  }

  #step(given: unknown, place: string, scope: Scope): Step {
    if (!isObject(given)) refuse(place, 'a step must be a JSON object');
    const { id } = given;
    if (id === undefined) refuse(place, 'the step needs an id');
    if (typeof id !== 'string' || !STEP_ID.test(id)) {
      refuse(
        place,
        `the id ${quoted(id)} is not allowed: begin with a letter, then letters, digits, '_' or '-'`,
      );
    }
    const where = `step '${id}'`;
    if (this.#read.has(id)) refuse(where, 'the id is used twice; each step needs a unique id');
    this.#read.set(id, 'open');
    if (this.#read.size > MAX_STEPS) refuse('the flow', `it can have at most ${MAX_STEPS} steps`);
    const kind = kindOf(given, where);
    checkKeys(given, where, STEP_KEYS[kind]);
    const step = { id, ...titleOf(given, where), ...this.#body(kind, given, where, scope) } as Step;
    this.#read.set(id, 'done');
    scope.before.add(id);
    return step;
  }

  #body(kind: Step['kind'], given: Fields, where: string, scope: Scope): object {
    if (kind === 'call') return { kind, ...this.#call(given, where, scope) };
    if (kind === 'condition') return { kind, ...this.#condition(given, where, scope) };
    if (kind === 'forEach') return { kind, ...this.#forEach(given, where, scope) };
    const { branches } = given;
    if (!Array.isArray(branches) || branches.length === 0) {
      refuse(where, 'branches must be a list of at least one branch, each a list of steps');
    }
    return { kind, branches: this.#apart(branches as unknown[], where, 'a branch', scope) };
  }

  #call(given: Fields, where: string, scope: Scope): object {
    const { tool, args, when, onError } = given;
    if (typeof tool !== 'string' || !TOOL_NAME.test(tool)) {
      refuse(where, `${quoted(tool)} is not a tool name: use 1 to 64 letters, digits, '_' or '-'`);
    }
    if (args !== undefined && !isObject(args) && !isReference(args)) {
      refuse(where, 'args must be an object, or one reference to an object');
    }
    if (onError !== undefined && onError !== 'stop' && onError !== 'continue') {
      refuse(where, "onError must be 'stop' or 'continue'");
    }
    return {
      tool,
      ...(args !== undefined && { args: this.#value(args, where, scope) }),
      ...(when !== undefined && { when: this.#test(when, where, scope) }),
      ...(onError !== undefined && { onError }),
    };
  }

  #condition(given: Fields, where: string, scope: Scope): object {
    const test = this.#test(given['if'], where, scope);
    const otherwise = given['else'];
    const lists = otherwise === undefined ? [given['then']] : [given['then'], otherwise];
    const [then, other] = this.#apart(lists, where, "'then' or 'else'", scope);
    return { if: test, then, ...(other && { else: other }) };
  }

  #forEach(given: Fields, where: string, scope: Scope): object {
    const { items, result } = given;
    const as = given['as'] ?? 'item';
    if (!Array.isArray(items) && !isReference(items)) {
      refuse(where, 'items must be a list, or one reference to a list');
    }
    if (typeof as !== 'string' || !ITEM_NAME.test(as) || ROOTS.includes(as)) {
      refuse(
        where,
        `as: ${quoted(as)} cannot name an item; use letters, digits and '_', and none of ${ROOTS.join(', ')}`,
      );
    }
    if (scope.items.includes(as)) refuse(where, `as: an outer loop already names its item '${as}'`);
    const list = this.#value(items, where, scope);
    const inner = inside(scope, [...scope.items, as]);
    const steps = this.#list(given['steps'], where, 'steps', inner);
    return {
      items: list,
      as,
      steps,
      ...(result !== undefined && { result: this.#value(result, where, inner) }),
    };
  }

  /** Reads lists of steps that cannot see each other; later steps see all of them. */
  #apart(lists: unknown[], where: string, what: string, scope: Scope): Step[][] {
    const inners = lists.map(() => inside(scope, scope.items));
    const steps = lists.map((list, index) => this.#list(list, where, what, inners[index] as Scope));
    for (const { before } of inners) for (const id of before) scope.before.add(id);
    return steps;
  }

  #test(given: unknown, where: string, scope: Scope, depth = 0): Condition {
    if (!isObject(given)) refuse(where, 'a condition must be an object, such as { value, is, to }');
    if (depth >= MAX_NESTING) refuse(where, `conditions can be nested at most ${MAX_NESTING} deep`);
    const group = (['and', 'or', 'not'] as const).find((word) => Object.hasOwn(given, word));
    if (group === undefined) return this.#comparison(given, where, scope);
    checkKeys(given, where, [group]);
    const inner = given[group];
    if (group === 'not') return { not: this.#test(inner, where, scope, depth + 1) };
    if (!Array.isArray(inner) || inner.length === 0) refuse(where, `'${group}' must be a list of conditions`);
    const tests = (inner as unknown[]).map((test) => this.#test(test, where, scope, depth + 1));
    return group === 'and' ? { and: tests } : { or: tests };
  }

  #comparison(given: Fields, where: string, scope: Scope): Condition {
    checkKeys(given, where, ['value', 'is', 'to']);
    if (given['value'] === undefined) refuse(where, 'the condition needs a value');
    const value = this.#value(given['value'], where, scope);
    const { is, to } = given;
    const state = STATES.find((word) => word === is);
    if (state) {
      if (to !== undefined) refuse(where, `the condition '${state}' takes no 'to'; remove it`);
      return { value, is: state };
    }
    const comparison = COMPARISONS.find((word) => word === is);
    if (!comparison) {
      refuse(
        where,
        `the condition ${quoted(is)} is not known; use one of ${[...COMPARISONS, ...STATES].join(', ')}`,
      );
    }
    if (to === undefined) refuse(where, `the condition '${comparison}' needs 'to'`);
    return { value, is: comparison, to: this.#value(to, where, scope) };
  }

  /** Returns the value after checking every reference in it. */
  #value(given: unknown, where: string, scope: Scope): Json {
    checkDepth(given, where);
    const check = (value: unknown): void => {
      if (typeof value === 'string') {
        for (const part of parseTemplate(value, where)) {
          if (typeof part !== 'string') this.#checkReference(part, where, scope);
        }
      } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(check);
    };
    check(given);
    return given as Json;
  }

  #checkReference(reference: Reference, where: string, { before, items }: Scope): void {
    const { root, path } = reference;
    const shown = referenceText(reference);
    if (root === 'params' || items.includes(root)) return;
    if (root === 'index') {
      if (items.length === 0) refuse(where, `${shown} has a value only inside a forEach`);
      if (path.length > 0) refuse(where, `${shown}: the index is a number and has no fields`);
      return;
    }
    if (root !== 'steps' && root !== 'errors') {
      const known = ['params', 'steps', 'errors', ...items];
      refuse(where, `${shown} is not known here; references begin with ${known.join(', ')}`);
    }
    const [id] = path;
    if (typeof id !== 'string') refuse(where, `${shown} must name a step, such as \${${root}.ID}`);
    if (before.has(id)) return;
    if (!this.#ids.has(id)) refuse(where, `${shown}: there is no step '${id}'`);
    if (this.#read.get(id) === 'open')
      refuse(where, `${shown} refers to a step that has not finished at that point`);
    if (this.#read.get(id) === 'done') {
      refuse(
        where,
        `${shown}: step '${id}' is not visible here, because it is inside a forEach or another branch; refer to the enclosing step`,
      );
    }
    refuse(where, `${shown} refers to a later step; a step can use only earlier steps`);
  }
}

function inside(scope: Scope, items: readonly string[]): Scope {
  return { before: new Set(scope.before), items, depth: scope.depth + 1 };
}

function kindOf(given: Fields, where: string): Step['kind'] {
  const keys = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const found = keys.filter((key) => Object.hasOwn(given, key));
  const [key] = found;
  if (key === undefined || found.length > 1) {
    refuse(where, `a step needs exactly one of these keys: ${keys.join(', ')}`);
  }
  const kind = KINDS[key];
  if (given['kind'] !== undefined && given['kind'] !== kind) {
    refuse(where, `kind is ${quoted(given['kind'])}, but a step with '${key}' is of kind '${kind}'`);
  }
  return kind;
}

function titleOf(given: Fields, where: string): { title?: string } {
  const title = textAt(given, 'title', where);
  if (title === undefined) return {};
  if (title.length > MAX_TITLE) refuse(where, `title can have at most ${MAX_TITLE} characters`);
  return { title };
}
