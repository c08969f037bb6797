// Resolves a path of names such as `http.get`, `params.city` or `hit.title` at a position of a script.
import { alternativesOf, type ApiClass, type ApiEntry, type ApiField } from './api-entry.ts';
import { API_TABLES, apiEntry } from './host-api.ts';
import { hostClass } from './host-classes.ts';
import type { Expression, FieldDefinition, LuaTree, Variable } from './lua-tree.ts';
import { pathOf } from './lua-expressions.ts';
import { fieldsOf, moduleFields, requiredPath } from './modules.ts';
import { entryOf, globalName, globalPath, variableAt } from './scopes.ts';
import { parametersOf, type ScriptParameter } from './script-parameters.ts';
import type { Surroundings } from './surroundings.ts';

export type Meaning =
  | { is: 'entry'; entry: ApiEntry }
  /** A global table: `http`. */
  | { is: 'table'; name: string }
  | { is: 'tool'; tool: Surroundings['tools'][number] }
  | { is: 'parameters' }
  | { is: 'parameter'; parameter: ScriptParameter }
  | { is: 'setting'; name: string }
  | { is: 'field'; field: ApiField; of: ApiClass }
  | { is: 'variable'; variable: Variable }
  /** A global that the text itself assigns. */
  | { is: 'global'; name: string }
  /** A field defined by the text, or by the file at that path. */
  | { is: 'defined'; field: FieldDefinition; tree: LuaTree; path: string | undefined };

export function meaningOf(
  tree: LuaTree,
  names: readonly string[],
  offset: number,
  around: Surroundings,
): Meaning | undefined {
  const [root, ...fields] = names;
  if (root === undefined) return undefined;
  const variable = variableAt(tree, root, offset);
  const name = globalName(tree, root, variable);
  const known = name === undefined ? undefined : globalMeaning(name, fields, around);
  if (known) return known;
  if (variable && isArguments(tree, variable)) return argumentMeaning(tree, fields);
  if (fields.length === 0) {
    if (variable) return { is: 'variable', variable };
    return tree.uses.some((use) => use.write && !use.variable && use.name === root)
      ? { is: 'global', name: root }
      : undefined;
  }
  return (
    definedMeaning(tree, root, variable, fields, around) ?? (variable && typedMeaning(tree, variable, fields))
  );
}

/** Returns what can follow those names after a dot. */
export function membersOf(
  tree: LuaTree,
  names: readonly string[],
  offset: number,
  around: Surroundings,
): Meaning[] {
  const [root, ...fields] = names;
  if (root === undefined) return [];
  const variable = variableAt(tree, root, offset);
  const name = globalName(tree, root, variable);
  if (name !== undefined) {
    const path = [name, ...fields].join('.');
    if (path === 'tools') {
      const tools = around.tools.map((tool): Meaning => ({ is: 'tool', tool }));
      return [...tools, ...entriesOf(path)];
    }
    if (path === 'context.config') return around.config.map((key) => ({ is: 'setting', name: key }));
    if (API_TABLES.has(path)) return entriesOf(path);
  }
  if (variable && isArguments(tree, variable)) {
    if (fields.length > 0) return [];
    return parametersOf(tree).map((parameter) => ({ is: 'parameter', parameter }));
  }
  const type = variable && classOf(typeOfVariable(tree, variable), fields);
  const typed = type ? type.fields.map((field): Meaning => ({ is: 'field', field, of: type })) : [];
  return [...typed, ...definedMembers(tree, root, variable, fields, around)];
}

function entriesOf(table: string): Meaning[] {
  return (API_TABLES.get(table) ?? []).map((entry) => ({ is: 'entry', entry }));
}

function globalMeaning(name: string, fields: readonly string[], around: Surroundings): Meaning | undefined {
  const path = [name, ...fields].join('.');
  const entry = apiEntry(path);
  if (entry) return { is: 'entry', entry };
  if (fields.length === 0) return API_TABLES.has(name) ? { is: 'table', name } : undefined;
  if (name === 'tools' && fields.length === 1) {
    const tool = around.tools.find((one) => one.name === fields[0]);
    return tool && { is: 'tool', tool };
  }
  const isSetting = name === 'context' && fields[0] === 'config' && fields.length === 2;
  return isSetting && around.config.includes(fields[1] as string)
    ? { is: 'setting', name: fields[1] as string }
    : undefined;
}

function isArguments(tree: LuaTree, variable: Variable): boolean {
  return entryOf(tree)?.params[0] === variable;
}

function argumentMeaning(tree: LuaTree, fields: readonly string[]): Meaning | undefined {
  if (fields.length === 0) return { is: 'parameters' };
  const parameter = parametersOf(tree).find(({ name }) => name === fields[0]);
  return parameter && fields.length === 1 ? { is: 'parameter', parameter } : undefined;
}

/** Returns the fields that the text assigns, and the exports of the module it required. */
function definitions(
  tree: LuaTree,
  root: string,
  variable: Variable | undefined,
  around: Pick<Surroundings, 'files'>,
): { tree: LuaTree; path: string | undefined; fields: FieldDefinition[] }[] {
  const owner = variable ?? tree.uses.find((use) => use.name === root && !use.variable);
  const own = owner ? [{ tree, path: undefined, fields: fieldsOf(tree, owner) }] : [];
  const path = requiredPath(tree, variable?.value, around.files);
  const source = path === undefined ? undefined : around.files[path];
  return source === undefined ? own : [...own, { ...moduleFields(source), path }];
}

function definedMeaning(
  tree: LuaTree,
  root: string,
  variable: Variable | undefined,
  fields: readonly string[],
  around: Pick<Surroundings, 'files'>,
): Meaning | undefined {
  for (const one of definitions(tree, root, variable, around)) {
    const field = one.fields.find(({ path }) => path.join('.') === fields.join('.'));
    if (field) return { is: 'defined', field, tree: one.tree, path: one.path };
  }
  return undefined;
}

function definedMembers(
  tree: LuaTree,
  root: string,
  variable: Variable | undefined,
  fields: readonly string[],
  around: Pick<Surroundings, 'files'>,
): Meaning[] {
  const start = fields.map((name) => `${name}.`).join('');
  return definitions(tree, root, variable, around).flatMap((one) =>
    one.fields
      .filter(({ path }) => path.length === fields.length + 1 && path.join('.').startsWith(start))
      .map((field): Meaning => ({ is: 'defined', field, tree: one.tree, path: one.path })),
  );
}

function typedMeaning(tree: LuaTree, variable: Variable, fields: readonly string[]): Meaning | undefined {
  const of = classOf(typeOfVariable(tree, variable), fields.slice(0, -1));
  const field = of?.fields.find(({ name }) => name === fields.at(-1));
  return of && field && { is: 'field', field, of };
}

/** Maximum number of variables to follow when one is defined by another. */
const FAR = 8;

/** Returns a type such as `HttpAnswer`, `SearchHit[]`; undefined if unknown. */
export function typeOfVariable(tree: LuaTree, variable: Variable, far = FAR): string | undefined {
  if (far === 0 || variable.uses.some(({ write }) => write)) return undefined;
  if (variable.item) return itemType(typeOf(tree, variable.item, far - 1));
  return variable.value && typeOf(tree, variable.value, far - 1);
}

function typeOf(tree: LuaTree, node: Expression, far: number): string | undefined {
  if (node.kind === 'call') {
    const name = globalPath(tree, node.callee);
    return name === undefined ? undefined : apiEntry(name)?.returns?.[0]?.type;
  }
  if (node.kind === 'index') return itemType(typeOf(tree, node.object, far));
  const names = pathOf(node);
  const variable = names?.use.variable;
  if (!names || !variable) return undefined;
  const type = typeOfVariable(tree, variable, far);
  if (names.path.length === 0) return type;
  const of = classOf(type, names.path.slice(0, -1));
  return of?.fields.find(({ name }) => name === names.path.at(-1))?.type;
}

function itemType(type: string | undefined): string | undefined {
  return type?.endsWith('[]') ? type.slice(0, -2) : undefined;
}

/** Returns the table class of a type, or of its field with that path. */
function classOf(type: string | undefined, fields: readonly string[]): ApiClass | undefined {
  const of = alternativesOf(type ?? '')
    .map(hostClass)
    .find(Boolean);
  const [first, ...rest] = fields;
  if (!of || first === undefined) return of;
  return classOf(of.fields.find(({ name }) => name === first)?.type, rest);
}
