// Reads the parameters that a script declares from its text, without running it.
import { luaStringValue } from './lua-tokens.ts';
import type { Expression, LuaTree, TableNode } from './lua-tree.ts';

export interface ScriptParameter {
  name: string;
  type: string;
  description?: string;
  required: boolean;
  /** The token of its name. */
  at: number;
}

export function parametersOf(tree: LuaTree): ScriptParameter[] {
  const declared = tree.fields.find(
    ({ root, path }) => /^(tool|connector)$/.test(root.name) && /^(parameters|config)$/.test(path.join('.')),
  )?.value;
  if (declared?.kind !== 'table') return [];
  const properties = fieldOf(declared, 'properties');
  if (properties?.kind === 'table') return fromSchema(tree, properties);
  return declared.items.flatMap(({ value }) => {
    if (value.kind !== 'table') return [];
    const name = fieldOf(value, 'name');
    const text = textOf(tree, name);
    return text === undefined || !name ? [] : [toParameter(tree, text, name.first, value)];
  });
}

function fromSchema(tree: LuaTree, properties: TableNode): ScriptParameter[] {
  return properties.items.flatMap(({ key, keyAt, value }) =>
    key === undefined || keyAt === undefined || value.kind !== 'table'
      ? []
      : [toParameter(tree, key, keyAt, value)],
  );
}

function toParameter(tree: LuaTree, name: string, at: number, table: TableNode): ScriptParameter {
  const description = textOf(tree, fieldOf(table, 'description'));
  const required = fieldOf(table, 'required');
  return {
    name,
    type: textOf(tree, fieldOf(table, 'type')) ?? 'string',
    ...(description !== undefined && { description }),
    required: required !== undefined && tree.code[required.first]?.text === 'true',
    at,
  };
}

function fieldOf(table: TableNode, key: string): Expression | undefined {
  return table.items.find((item) => item.key === key)?.value;
}

function textOf(tree: LuaTree, node: Expression | undefined): string | undefined {
  const token = node?.kind === 'literal' && node.type === 'string' ? tree.code[node.first] : undefined;
  return token && luaStringValue(token);
}
