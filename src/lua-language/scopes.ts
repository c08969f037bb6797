// Scopes of a Lua text: declarations, and the names visible at a position.
import { pathOf } from './lua-expressions.ts';
import { parseLua } from './lua-parser.ts';
import type { Expression, FunctionNode, LuaTree, Variable } from './lua-tree.ts';

/** Number of cached trees: a tool has few files, and each is queried at every keystroke. */
const KEPT = 12;
const kept = new Map<string, LuaTree>();

export function treeOf(source: string): LuaTree {
  const known = kept.get(source);
  if (known) return known;
  const tree = parseLua(source);
  kept.set(source, tree);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
  return tree;
}

/** Returns variables, outermost first. Of two with one name, the later hides the earlier. */
export function visibleAt(tree: LuaTree, offset: number): Variable[] {
  return tree.variables.filter(({ from, to }) => from <= offset && offset <= to);
}

export function variableAt(tree: LuaTree, name: string, offset: number): Variable | undefined {
  return visibleAt(tree, offset).findLast((variable) => variable.name === name);
}

/** Returns tool.execute or connector.scan. */
export function entryOf(tree: LuaTree): FunctionNode | undefined {
  return tree.functions.find(({ path }) => /^(tool\.execute|connector\.scan)$/.test(path?.join('.') ?? ''));
}

/** Returns the global names that the text assigns, including `_G.name`. */
export function globalsOf(tree: LuaTree): Set<string> {
  const names = new Set(
    tree.uses.filter(({ write, variable }) => write && !variable).map(({ name }) => name),
  );
  for (const { root, path } of tree.fields) {
    if (root.name === '_G' && path[0] !== undefined) names.add(path[0]);
  }
  return names;
}

/**
 * Returns the global behind a local name: `context` for the entry function's second parameter and for a parameter
 * with that name, `json` after `local json = json`.
 */
export function globalName(tree: LuaTree, name: string, variable: Variable | undefined): string | undefined {
  if (!variable) return name;
  if (variable.uses.some(({ write }) => write)) return undefined;
  if (variable.kind === 'parameter') {
    return name === 'context' || variable === entryOf(tree)?.params[1] ? 'context' : undefined;
  }
  const { value } = variable;
  if (value?.kind !== 'name' || value.use.name !== variable.name) return undefined;
  return globalName(tree, value.use.name, value.use.variable);
}

/** Returns `http.get` for a path of names that starts with a global. */
export function globalPath(tree: LuaTree, node: Expression): string | undefined {
  const names = pathOf(node);
  if (!names) return undefined;
  const { use, path } = names;
  const root = globalName(tree, use.name, use.variable);
  return root === undefined ? undefined : [root, ...path].join('.');
}
