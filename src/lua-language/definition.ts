// Finds the definition of a name: a local, a function, a field, a required module, or an export of such a module.
import { luaStringValue } from './lua-tokens.ts';
import { meaningOf } from './meaning.ts';
import { modulePath } from './modules.ts';
import { isSign, namesUpTo } from './place-in-code.ts';
import { treeOf } from './scopes.ts';
import type { LuaTree } from './lua-tree.ts';

export interface Definition {
  /** The file that contains it; undefined: this text. */
  path: string | undefined;
  from: number;
  to: number;
}

export function definitionAt(
  source: string,
  offset: number,
  files: Readonly<Record<string, string>>,
): Definition | undefined {
  const tree = treeOf(source);
  const { code } = tree;
  // Between two adjacent tokens, the name wins.
  const touching = code.flatMap(({ start, end }, at) => (start <= offset && offset <= end ? [at] : []));
  const index = touching.find((at) => code[at]?.kind === 'name') ?? touching[0];
  const token = index === undefined ? undefined : code[index];
  if (index === undefined || !token) return undefined;
  if (token.kind === 'string') {
    const opened = isSign(code[index - 1], '(') ? index - 2 : index - 1;
    const path = isSign(code[opened], 'require') ? modulePath(luaStringValue(token), files) : undefined;
    return path === undefined ? undefined : { path, from: 0, to: 0 };
  }
  if (token.kind !== 'name') return undefined;
  const declared = tree.variables.find(({ at }) => at === index);
  if (declared) return place(tree, declared.at, undefined);
  const use = tree.uses.find(({ at }) => at === index);
  if (use?.variable) return place(tree, use.variable.at, undefined);
  if (use) {
    const first = tree.uses.find(({ name, write, variable }) => write && !variable && name === use.name);
    return first && place(tree, first.at, undefined);
  }
  const { names } = namesUpTo(code, index);
  const meaning = meaningOf(tree, names, token.start, { files, tools: [], config: [] });
  if (meaning?.is === 'parameter') return place(tree, meaning.parameter.at, undefined);
  return meaning?.is === 'defined' ? place(meaning.tree, meaning.field.at, meaning.path) : undefined;
}

function place({ code }: LuaTree, at: number, path: string | undefined): Definition | undefined {
  const token = code[at];
  return token && { path, from: token.start, to: token.end };
}
