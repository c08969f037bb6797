// Calls of the program's own functions with wrong arguments: too few or too many, unknown option fields, values of
// another type. Only literal arguments are checked; the value of a variable is unknown.
import type { Finding } from '../../core/finding.ts';
import { alternativesOf, signatureOf, type ApiClass, type ApiEntry } from '../../lua-language/api-entry.ts';
import { apiEntry } from '../../lua-language/host-api.ts';
import { hostClass } from '../../lua-language/host-classes.ts';
import type { CallNode, Expression, LuaTree, TableNode } from '../../lua-language/lua-tree.ts';
import { globalPath } from '../../lua-language/scopes.ts';
import { nearName } from './near-name.ts';
import { placeIn } from './tree-place.ts';

/** @param assigned names and fields that the tool's files assign, such as `http.get`: those belong to the script */
export function argumentFindings(file: string, tree: LuaTree, assigned: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  for (const call of tree.calls) {
    // A call with a colon is reported as that.
    if (call.callee.kind === 'field' && call.callee.method) continue;
    const name = globalPath(tree, call.callee);
    const entry = name === undefined ? undefined : apiEntry(name);
    if (!entry?.params || entry.lua || assigned.has(entry.name) || assigned.has(rootOf(entry.name))) continue;
    for (const { node, message } of judge(tree, call, entry)) {
      findings.push({ code: 'wrong_argument', message, ...placeIn(tree, file, node.first, node.last) });
    }
  }
  return findings;
}

interface Wrong {
  node: { first: number; last: number };
  message: string;
}

function rootOf(name: string): string {
  return name.split('.')[0] as string;
}

function judge(tree: LuaTree, call: CallNode, entry: ApiEntry): Wrong[] {
  const params = entry.params ?? [];
  if (params.some(({ name }) => name === '...')) return [];
  const { args } = call;
  const count = countOf(args);
  const needed = params.filter(({ optional }) => !optional).length;
  const wants = `${signatureOf(entry)} takes`;
  if (count.atMost < needed) {
    return [
      { node: call, message: `${wants} ${many(needed, params.length)}, but ${given(count.atMost)} given` },
    ];
  }
  const wrong: Wrong[] = [];
  const extra = args[params.length];
  if (count.atLeast > params.length && extra) {
    wrong.push({
      node: extra,
      message: `${wants} ${many(needed, params.length)}, but ${given(count.atLeast)} given`,
    });
  }
  for (const [index, param] of params.entries()) {
    const argument = args[index];
    if (argument)
      wrong.push(
        ...judgeValue(tree, argument, param.type, `'${param.name}' of ${entry.name}`, param.optional),
      );
  }
  return wrong;
}

/** A call at the end may return any number of values, and so may `...`. */
function countOf(args: readonly Expression[]): { atLeast: number; atMost: number } {
  const last = args.at(-1);
  const open = last?.kind === 'call' || last?.kind === 'vararg';
  return { atLeast: open ? args.length - 1 : args.length, atMost: open ? Infinity : args.length };
}

function many(needed: number, most: number): string {
  if (most === 0) return 'no arguments';
  const count = needed === most ? String(most) : `${needed} to ${most}`;
  return `${count} argument${most === 1 ? '' : 's'}`;
}

function given(count: number): string {
  return count === 0 ? 'none is' : `${count} ${count === 1 ? 'is' : 'are'}`;
}

function judgeValue(
  tree: LuaTree,
  node: Expression,
  type: string,
  what: string,
  optional: boolean | undefined,
): Wrong[] {
  const kind =
    node.kind === 'literal'
      ? node.type
      : node.kind === 'table' || node.kind === 'function'
        ? node.kind
        : undefined;
  if (kind === undefined || (kind === 'nil' && optional)) return [];
  const types = alternativesOf(type);
  if (kind === 'table' && node.kind === 'table') {
    const of = types.map(hostClass).find(Boolean);
    if (of) return judgeFields(tree, node, of);
  }
  if (types.some((one) => takes(one, kind))) return judgeText(tree, node, types, what);
  return [{ node, message: `${what} must be ${wordsFor(types)}, not ${A[kind]}` }];
}

type Kind = 'string' | 'number' | 'boolean' | 'nil' | 'table' | 'function';

const A: Readonly<Record<Kind, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  nil: 'nil',
  table: 'a table',
  function: 'a function',
};

function takes(type: string, kind: Kind): boolean {
  if (type === 'any') return true;
  if (type === 'integer' || type === 'number') return kind === 'number';
  // A number is accepted as text, by its digits.
  if (type === 'string' || type.startsWith('"'))
    return kind === 'string' || (kind === 'number' && type === 'string');
  if (type === 'table' || type.startsWith('table<') || type.endsWith('[]')) return kind === 'table';
  return type === kind || (hostClass(type) !== undefined && kind === 'table');
}

/** Checks a text that must be one of a few. */
function judgeText(tree: LuaTree, node: Expression, types: readonly string[], what: string): Wrong[] {
  const written = tree.code[node.first]?.text ?? '';
  if (!types.every((type) => type.startsWith('"')) || !/^["'][\w-]*["']$/.test(written)) return [];
  const value = `"${written.slice(1, -1)}"`;
  return types.includes(value) ? [] : [{ node, message: `${what} must be ${wordsFor(types)}, not ${value}` }];
}

function wordsFor(types: readonly string[]): string {
  const words = [...new Set(types.map(wordFor))];
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) as string}`;
}

function wordFor(type: string): string {
  if (type.startsWith('"')) return type;
  if (type === 'string') return 'a string';
  if (type === 'integer' || type === 'number') return 'a number';
  if (type === 'boolean') return 'a boolean';
  return type === 'any' ? 'a value' : 'a table';
}

function judgeFields(tree: LuaTree, table: TableNode, of: ApiClass): Wrong[] {
  return table.items.flatMap(({ key, keyAt, value }): Wrong[] => {
    if (key === undefined || keyAt === undefined) return [];
    const field = of.fields.find(({ name }) => name === key);
    if (field) return judgeValue(tree, value, field.type, `'${key}'`, true);
    const names = of.fields.map(({ name }) => name);
    const near = nearName(key, names);
    const hint = near === undefined ? `; the options are ${names.join(', ')}` : `; did you mean ${near}?`;
    return [{ node: { first: keyAt, last: keyAt }, message: `'${key}' is not an option here${hint}` }];
  });
}
