// Returns help for a name at a position of a script.
import { alternativesOf, signatureOf, type ApiEntry } from './api-entry.ts';
import { TABLE_HELP } from './host-api.ts';
import { hostClass } from './host-classes.ts';
import { meaningOf, typeOfVariable, type Meaning } from './meaning.ts';
import { namesUpTo } from './place-in-code.ts';
import { treeOf } from './scopes.ts';
import type { LuaTree } from './lua-tree.ts';
import type { Surroundings } from './surroundings.ts';

export interface Help {
  from: number;
  to: number;
  signature: string;
  help: string;
  /** The arguments, and the fields of option tables and results. */
  fields?: { name: string; type: string; help: string }[];
}

/** @returns undefined for an unknown name. */
export function helpAt(source: string, offset: number, around: Surroundings): Help | undefined {
  const tree = treeOf(source);
  const index = tree.code.findIndex(({ start, end }) => start <= offset && offset <= end);
  const at = tree.code[index]?.kind === 'name' ? index : index + 1;
  const token = tree.code[at];
  if (index < 0 || token?.kind !== 'name' || token.start > offset) return undefined;
  const { names, first } = namesUpTo(tree.code, at);
  const meaning = meaningOf(tree, names, token.start, around);
  const words = meaning && inWords(tree, meaning);
  return words && { from: tree.code[first]?.start ?? token.start, to: token.end, ...words };
}

function inWords(tree: LuaTree, meaning: Meaning): Omit<Help, 'from' | 'to'> | undefined {
  switch (meaning.is) {
    case 'entry':
      return entryWords(meaning.entry);
    case 'table':
      return { signature: meaning.name, help: TABLE_HELP[meaning.name] ?? '' };
    case 'tool': {
      const { name, description, parameters } = meaning.tool;
      const fields = Object.entries(parameters.properties ?? {}).map(([key, schema]) => ({
        name: parameters.required?.includes(key) ? key : `${key}?`,
        type: String(schema.type ?? 'any'),
        help: schema.description ?? '',
      }));
      return { signature: `tools.${name}{…}`, help: description, fields };
    }
    case 'parameters':
      return { signature: 'params', help: 'The arguments of the call', fields: [] };
    case 'parameter': {
      const { name, type, description = '', required } = meaning.parameter;
      return { signature: `${name}${required ? '' : '?'}: ${type}`, help: description };
    }
    case 'setting':
      return { signature: `context.config.${meaning.name}`, help: 'A setting of the tool' };
    case 'field': {
      const { name, type, help = '', optional } = meaning.field;
      return { signature: `${name}${optional ? '?' : ''}: ${type}`, help };
    }
    case 'variable': {
      const { variable } = meaning;
      const { value } = variable;
      if (value?.kind === 'function') {
        const params = value.params.map(({ name }) => name).join(', ');
        return {
          signature: `local function ${variable.name}(${params})`,
          help: commentAbove(tree, value.first),
        };
      }
      const type = typeOfVariable(tree, variable);
      const kind = variable.kind === 'parameter' ? 'parameter' : 'local';
      return { signature: `${kind} ${variable.name}${type === undefined ? '' : `: ${type}`}`, help: '' };
    }
    case 'global':
      return { signature: meaning.name, help: 'A global variable of this script' };
    case 'defined': {
      const { field, path, tree: home } = meaning;
      const name = [field.root.name, ...field.path].join('.');
      const where = path === undefined ? '' : `From ${path}`;
      if (field.value?.kind !== 'function') return { signature: name, help: where };
      const params = field.value.params.map((param) => param.name).join(', ');
      const comment = commentAbove(home, field.value.first).replace(/\.$/, '');
      return { signature: `${name}(${params})`, help: [comment, where].filter(Boolean).join('. ') };
    }
  }
}

function entryWords(entry: ApiEntry): Omit<Help, 'from' | 'to'> {
  const { help, params, returns, type } = entry;
  const result = returns?.map((one) => one.type).join(', ') ?? type ?? '';
  const signature = signatureOf(entry) + (result === '' ? '' : `: ${result}`);
  if (entry.lua) return { signature, help };
  const fields = (params ?? []).flatMap((param) => [
    { name: param.name + (param.optional ? '?' : ''), type: param.type, help: param.help ?? '' },
    ...fieldsOfType(param.type, `${param.name}.`),
  ]);
  const given = returns?.[0] && fieldsOfType(returns[0].type.replace(/\[\]$/, ''), '→ ');
  const all = [...fields, ...(given ?? [])];
  return { signature, help, ...(all.length > 0 && { fields: all }) };
}

function fieldsOfType(type: string, prefix: string): { name: string; type: string; help: string }[] {
  const of = alternativesOf(type).map(hostClass).find(Boolean);
  return (of?.fields ?? []).map((field) => ({
    name: prefix + field.name + (field.optional ? '?' : ''),
    type: field.type,
    help: field.help ?? '',
  }));
}

/** Returns the comment on the lines directly above a token's statement, without its dashes. */
function commentAbove({ source, code }: LuaTree, index: number): string {
  const start = code[index]?.start ?? 0;
  const lines = source.slice(0, start).split('\n').slice(0, -1);
  const comment: string[] = [];
  for (let at = lines.length - 1; at >= 0; at--) {
    const text = /^\s*--+(?!\[=*\[)\s?(.*)$/.exec(lines[at] as string)?.[1];
    if (text === undefined) break;
    comment.unshift(text.trim());
  }
  return comment.join(' ');
}
