// Completions at a position of a script. The text there is usually incomplete, so tokens decide what to offer.
import { alternativesOf, type ApiField } from './api-entry.ts';
import { API_TABLES, HOST_API, TABLE_HELP } from './host-api.ts';
import { hostClass } from './host-classes.ts';
import { LUA_KEYWORDS, luaTokens, type LuaToken } from './lua-tokens.ts';
import type { LuaTree, Variable } from './lua-tree.ts';
import { meaningOf, membersOf, type Meaning } from './meaning.ts';
import { moduleNames } from './modules.ts';
import { callAround, isSign, namesUpTo, openBefore } from './place-in-code.ts';
import { globalsOf, treeOf, visibleAt } from './scopes.ts';
import { snippetOf, toolSnippet } from './snippets.ts';
import type { Surroundings } from './surroundings.ts';

export interface Completion {
  label: string;
  kind: 'function' | 'value' | 'table' | 'keyword' | 'local' | 'field' | 'tool' | 'module' | 'parameter';
  /** Shown after the label: arguments. */
  detail?: string;
  help?: string;
  /** CodeMirror snippet text with ${1:name} placeholders; absent: the label. */
  insert?: string;
}

/**
 * @returns undefined when there is nothing to offer: inside comments, plain strings and numbers, and where a new name
 *   is being declared.
 */
export function completionsAt(
  source: string,
  offset: number,
  around: Surroundings,
): { from: number; items: Completion[] } | undefined {
  const token = luaTokens(source).find(({ start, end }) => start < offset && offset <= end);
  const tree = treeOf(source);
  if (token?.kind === 'comment' && !(token.end === offset && token.text.endsWith(']]'))) return undefined;
  if (token?.kind === 'string') return insideString(tree, token, offset, around);
  if (token?.kind === 'number') return undefined;
  const isWord = token?.kind === 'name' || token?.kind === 'keyword';
  const from = isWord ? token.start : offset;
  const next = indexAt(tree, from);
  const items = behind(tree, next, from, around);
  return items && { from, items };
}

/** Returns the first token that does not end before the offset. */
function indexAt({ code }: LuaTree, offset: number): number {
  const index = code.findIndex(({ end }) => end > offset);
  return index < 0 ? code.length : index;
}

function behind(tree: LuaTree, next: number, from: number, around: Surroundings): Completion[] | undefined {
  const { code } = tree;
  const before = code[next - 1];
  if (isSign(before, '.', ':')) return members(tree, next, from, around);
  if (isSign(before, 'local', 'for', 'goto', '::')) return undefined;
  if (isSign(before, 'function')) return isSign(code[next - 2], 'local') ? undefined : ENTRIES;
  return tableFields(tree, next, from, around) ?? anything(tree, from);
}

const ENTRIES: Completion[] = [
  {
    label: 'tool.execute',
    kind: 'function',
    detail: '(params, context)',
    help: 'What the tool does when it is called',
  },
  { label: 'connector.scan', kind: 'function', detail: '(config)', help: 'What a connector brings' },
];

function insideString(
  tree: LuaTree,
  token: LuaToken,
  offset: number,
  around: Surroundings,
): { from: number; items: Completion[] } | undefined {
  if (!/^["']/.test(token.text) || (offset === token.end && token.problem === undefined)) return undefined;
  const { code } = tree;
  const index = code.findIndex(({ start }) => start === token.start);
  const opened = isSign(code[index - 1], '(') ? index - 2 : index - 1;
  const { names } = namesUpTo(code, opened);
  const from = token.start + 1;
  if (names.join('.') === 'require') {
    return { from, items: moduleNames(around.files).map((label) => ({ label, kind: 'module' })) };
  }
  if (names.join('.') === 'env.get') {
    return {
      from,
      items: around.config.map((label) => ({ label, kind: 'value', help: 'A setting of the tool' })),
    };
  }
  return undefined;
}

function members(tree: LuaTree, next: number, from: number, around: Surroundings): Completion[] | undefined {
  const { code } = tree;
  const { names } = namesUpTo(code, next - 2);
  const found = membersOf(tree, names, from, around).flatMap((meaning) => toCompletion(meaning, true));
  if (found.length > 0) return unique(found);
  // In `text:gsub`, a value with methods is assumed to be a string.
  if (!isSign(code[next - 1], ':')) return undefined;
  return (API_TABLES.get('string') ?? []).flatMap(({ name, params, help }): Completion[] => {
    if (!params || params[0]?.name !== 's') return [];
    const label = name.slice('string.'.length);
    const rest = params.slice(1);
    return [
      {
        label,
        kind: 'function',
        detail: `(${rest.map((param) => param.name + (param.optional ? '?' : '')).join(', ')})`,
        help,
        insert: snippetOf({ name: label, params: rest, help, lua: true }),
      },
    ];
  });
}

/** Returns the completions for one meaning; after a dot, without the name of the table. */
function toCompletion(meaning: Meaning, short: boolean): Completion[] {
  switch (meaning.is) {
    case 'entry': {
      const { name, args, help } = meaning.entry;
      const cut = short ? name.slice(name.indexOf('.') + 1) : name;
      if (args === undefined) return [{ label: cut, kind: 'value', help }];
      const insert = snippetOf(meaning.entry).slice(name.length - cut.length);
      return [{ label: cut, kind: 'function', detail: `(${args})`, help, insert }];
    }
    case 'tool': {
      const { name, description } = meaning.tool;
      // After a dot, only a valid Lua name can follow.
      const insert = toolSnippet(meaning.tool);
      if (!insert.startsWith('tools.')) return [];
      return [{ label: name, kind: 'tool', help: description, insert: insert.slice('tools.'.length) }];
    }
    case 'parameter': {
      const { name, type, description } = meaning.parameter;
      const detail = `: ${type}`;
      return [
        { label: name, kind: 'parameter', detail, ...(description !== undefined && { help: description }) },
      ];
    }
    case 'setting':
      return [{ label: meaning.name, kind: 'field', help: 'A setting of the tool' }];
    case 'field':
      return [fieldCompletion(meaning.field)];
    case 'defined': {
      const { field } = meaning;
      const label = field.path.at(-1) as string;
      if (field.value?.kind !== 'function')
        return [{ label, kind: field.value?.kind === 'table' ? 'table' : 'field' }];
      const params = field.value.params.map(({ name }) => name);
      return [{ label, kind: 'function', detail: `(${params.join(', ')})` }];
    }
    default:
      return [];
  }
}

function fieldCompletion({ name, type, help, optional }: ApiField): Completion {
  return {
    label: name,
    kind: 'field',
    detail: `${optional ? '?' : ''}: ${type}`,
    ...(help !== undefined && { help }),
  };
}

/** Offers the fields inside a call's table: those of its options, or the parameters of the tool. */
function tableFields(
  tree: LuaTree,
  next: number,
  from: number,
  around: Surroundings,
): Completion[] | undefined {
  const { code } = tree;
  const { open } = openBefore(code, next);
  if (open < 0 || !isSign(code[open], '{') || !isSign(code[next - 1], '{', ',', ';')) return undefined;
  const call = callAround(code, open);
  const meaning = call && meaningOf(tree, call.names, from, around);
  if (meaning?.is === 'tool') {
    return Object.entries(meaning.tool.parameters.properties ?? {}).map(([label, schema]) => ({
      label,
      kind: 'parameter',
      detail: `: ${String(schema.type ?? 'any')}`,
      ...(schema.description !== undefined && { help: schema.description }),
      insert: `${label} = `,
    }));
  }
  if (meaning?.is !== 'entry' || !call) return undefined;
  const type = meaning.entry.params?.[call.argument]?.type ?? '';
  const of = alternativesOf(type).map(hostClass).find(Boolean);
  return of?.fields.map((field) => ({ ...fieldCompletion(field), insert: `${field.name} = ` }));
}

function anything(tree: LuaTree, offset: number): Completion[] {
  const locals = visibleAt(tree, offset).reverse().map(ofVariable);
  const own = [...globalsOf(tree)].map((label): Completion => ({ label, kind: 'value' }));
  const tables = [...API_TABLES.keys()].map((label): Completion => ({
    label,
    kind: 'table',
    ...(TABLE_HELP[label] && { help: TABLE_HELP[label] }),
  }));
  const calls = HOST_API.filter(({ name }) => !name.includes('.')).flatMap((entry) =>
    toCompletion({ is: 'entry', entry }, false),
  );
  const keywords = [...LUA_KEYWORDS].map((label): Completion => ({ label, kind: 'keyword' }));
  return unique([...locals, ...tables, ...calls, ...own, ...keywords]);
}

function ofVariable({ name, value }: Variable): Completion {
  if (value?.kind !== 'function') return { label: name, kind: 'local' };
  const params = value.params.map((param) => param.name).join(', ');
  return { label: name, kind: 'function', detail: `(${params})` };
}

function unique(items: readonly Completion[]): Completion[] {
  const seen = new Set<string>();
  return items.filter(({ label }) => !seen.has(label) && seen.add(label));
}
