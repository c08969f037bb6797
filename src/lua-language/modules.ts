// Resolves `require` to a file, and lists the exports of a module.
import { luaStringValue } from './lua-tokens.ts';
import type { Expression, FieldDefinition, LuaTree } from './lua-tree.ts';
import { treeOf } from './scopes.ts';

type Files = Readonly<Record<string, string>>;

/** Works as in the sandbox: `lib.words` and `lib/words` are the file lib/words.lua; `words` can be that file too. */
export function modulePath(name: string, files: Files): string | undefined {
  let base = name.replace(/\.lua$/, '');
  if (!base.includes('/')) base = base.replaceAll('.', '/');
  const paths = [`${base}.lua`, `${base}/init.lua`, `lib/${base}.lua`, `lib/${base}/init.lua`];
  return paths.find((path) => Object.hasOwn(files, path));
}

/** Returns the module name of each file: `lib.words` for lib/words.lua. */
export function moduleNames(files: Files): string[] {
  return Object.keys(files)
    .filter((path) => path.endsWith('.lua'))
    .map((path) => path.replace(/(\/init)?\.lua$/, '').replaceAll('/', '.'));
}

/** Returns the file that `require "…"` reads. */
export function requiredPath(tree: LuaTree, node: Expression | undefined, files: Files): string | undefined {
  if (node?.kind !== 'call' || node.callee.kind !== 'name' || node.callee.use.name !== 'require')
    return undefined;
  const [name] = node.args;
  const token = name?.kind === 'literal' && name.type === 'string' ? tree.code[name.first] : undefined;
  return token && modulePath(luaStringValue(token), files);
}

/** Returns the fields of the value that the text returns; fields of nested tables have their whole path. */
export function moduleFields(source: string): { tree: LuaTree; fields: FieldDefinition[] } {
  const tree = treeOf(source);
  const { returns } = tree;
  if (returns?.kind === 'name') return { tree, fields: fieldsOf(tree, returns.use.variable ?? returns.use) };
  if (returns?.kind !== 'table') return { tree, fields: [] };
  const fields = returns.items.flatMap(({ key, keyAt, value }): FieldDefinition[] => {
    if (key === undefined || keyAt === undefined) return [];
    // `return { trim = trim }` exports the function declared above.
    const declared = value.kind === 'name' ? value.use.variable : undefined;
    const root = { name: key, at: keyAt, write: true, depth: 0, asked: false };
    return [{ root, path: [key], at: declared?.at ?? keyAt, value: declared?.value ?? value }];
  });
  return { tree, fields };
}

/** Returns the fields that the text assigns to a variable, or to a global of that name. */
export function fieldsOf(tree: LuaTree, owner: FieldDefinition['root']): FieldDefinition[] {
  const variable = 'variable' in owner ? owner.variable : 'kind' in owner ? owner : undefined;
  return tree.fields.filter(({ root }) => {
    const other = 'kind' in root ? root : root.variable;
    return variable ? other === variable : !other && root.name === owner.name;
  });
}
