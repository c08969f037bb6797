// Finds names without a definition, accidental globals, and unused locals in a script.
import type { Finding } from '../../core/finding.ts';
import { API_TABLES, apiEntry } from '../../lua-language/host-api.ts';
import type { LuaTree, Use, Variable } from '../../lua-language/lua-tree.ts';
import { globalsOf } from '../../lua-language/scopes.ts';
import { nearName } from './near-name.ts';
import { placeIn } from './tree-place.ts';

/** Globals that a script defines for the app to read, and Lua's name for the environment. */
const ENTRIES: ReadonlySet<string> = new Set(['tool', 'connector', '_ENV']);
/** Names in other versions of Lua; a script may test for them. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  'unpack loadstring setfenv getfenv bit bit32 jit io debug package dofile loadfile module ngx'.split(' '),
);

/**
 * @param trees of all files of the tool, by path
 * @param told places with an earlier finding, as `file:line:column`
 */
export function scopeFindings(trees: ReadonlyMap<string, LuaTree>, told: ReadonlySet<string>): Finding[] {
  const all = [...trees.values()];
  const findings: Finding[] = [];
  const defined = new Set(all.flatMap((tree) => [...globalsOf(tree)]));
  const isOpen = all.some(makesGlobals);
  for (const [file, tree] of trees) {
    if (!isOpen) findings.push(...unknownReads(file, tree, defined), ...accidents(file, tree));
    findings.push(...unusedLocals(file, tree));
  }
  return findings.filter(({ file, line, column }) => !told.has(`${file}:${line}:${column}`));
}

/** Tells whether globals may be created in ways that the text doesn't show. */
function makesGlobals({ uses, variables, code }: LuaTree): boolean {
  if (variables.some(({ name }) => name === '_ENV')) return true;
  return uses.some(({ name, at, variable }) => {
    if (variable) return false;
    if (name === '_G') return code[at + 1]?.text !== '.';
    return name === '_ENV' || name === 'load';
  });
}

function isKnown(name: string): boolean {
  return ENTRIES.has(name) || API_TABLES.has(name) || apiEntry(name) !== undefined;
}

function unknownReads(file: string, tree: LuaTree, defined: ReadonlySet<string>): Finding[] {
  const asked = new Set(tree.uses.filter((use) => use.asked && !use.variable).map(({ name }) => name));
  const findings: Finding[] = [];
  for (const use of tree.uses) {
    const { name, variable, write } = use;
    if (variable || write || isKnown(name) || defined.has(name)) continue;
    if (asked.has(name) || ELSEWHERE.has(name)) continue;
    findings.push({
      code: 'unknown_global',
      message: `'${name}' is not defined, so it is nil here${suggestion(tree, use)}`,
      ...placeIn(tree, file, use.at),
    });
  }
  return findings;
}

function suggestion(tree: LuaTree, { name, at }: Use): string {
  const offset = tree.code[at]?.start ?? 0;
  const locals = tree.variables.filter(({ from, to }) => from <= offset && offset <= to);
  const near = nearName(
    name,
    [...locals.map((variable) => variable.name), ...API_TABLES.keys()].filter((other) => other !== name),
  );
  if (near !== undefined) return `; did you mean ${near}?`;
  const other = tree.variables.find((variable) => variable.name === name);
  const line = other && tree.code[other.at]?.line;
  return line === undefined ? '' : `; the ${name} of line ${line} is not visible here`;
}

/** Returns undeclared names that a function assigns. At the top of a file, globals are intended. */
function accidents(file: string, tree: LuaTree): Finding[] {
  const top = new Set(
    tree.uses.filter((use) => use.write && !use.variable && use.depth === 0).map(({ name }) => name),
  );
  for (const { root, path } of tree.fields) if (root.name === '_G' && path[0] !== undefined) top.add(path[0]);
  const told = new Set<string>();
  const findings: Finding[] = [];
  for (const { name, at, write, variable, asked } of tree.uses) {
    if (!write || variable || asked || isKnown(name) || top.has(name) || told.has(name)) continue;
    told.add(name);
    findings.push({
      code: 'unknown_global',
      message: `'${name}' is assigned without local, so it becomes a global variable; declare it with local ${name}`,
      ...placeIn(tree, file, at),
    });
  }
  return findings;
}

function unusedLocals(file: string, tree: LuaTree): Finding[] {
  return tree.variables.filter(isUnused).map((variable) => ({
    code: 'unused_local',
    message:
      variable.uses.length > 0 ? `local ${variable.name} is assigned but never read` : neverUsed(variable),
    ...placeIn(tree, file, variable.at),
  }));
}

function neverUsed({ name, kind }: Variable): string {
  return kind === 'function' ? `the function ${name} is never called` : `local ${name} is never used`;
}

/** Parameters and loop variables are values from outside. */
function isUnused({ name, kind, attribute, uses, group }: Variable): boolean {
  if ((kind !== 'local' && kind !== 'function') || name.startsWith('_') || attribute === 'close')
    return false;
  if (uses.some(({ write }) => !write)) return false;
  // Unneeded results must be named to reach the ones after them.
  return !group.some((other) => other.uses.some(({ write }) => !write));
}
