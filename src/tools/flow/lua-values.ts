// Compiles values and conditions of a flow to Lua expressions. References become variables of the script; everything
// else is a constant.
import type { Json } from '../../base/json.ts';
import type { Condition } from '../../core/flow/condition.ts';
import type { FlowFunction } from './flow-prelude.ts';
import { luaField, luaList, luaString, luaTable, luaValue } from '../../lua-language/write-lua.ts';
import { isReference, parseTemplate, type Part, type Reference } from '../../core/flow/template.ts';

/** Maximum operands of `..`: Lua keeps them all in registers. */
const MAX_OPERANDS = 10;
/** Maximum list items that Lua keeps in registers while it builds the tables inside. */
const MAX_OPEN_ITEMS = 3;

export class LuaValues {
  /** The functions that the expressions call. */
  readonly used = new Set<FlowFunction>();

  /** A value without references, such as a schema: its texts are kept unchanged. */
  constant(value: Json, indent = 0): string {
    return this.#table(value, indent, false);
  }

  /** A value whose texts may contain references. */
  value(value: Json, indent = 0): string {
    return this.#table(value, indent, true);
  }

  condition(condition: Condition, id: string): string {
    if ('and' in condition) return this.#group(condition.and, ' and ', id);
    if ('or' in condition) return this.#group(condition.or, ' or ', id);
    if ('not' in condition) return `not (${this.condition(condition.not, id)})`;
    const value = this.value(condition.value);
    switch (condition.is) {
      case 'true':
        return `${value} == true`;
      case 'empty':
        return this.#call('empty', value);
      case 'not empty':
        return `not ${this.#call('empty', value)}`;
      case 'equal':
        return this.#call('equal', value, this.value(condition.to));
      case 'not equal':
        return `not ${this.#call('equal', value, this.value(condition.to))}`;
      case 'greater':
        return this.#call('greater', luaString(id), value, this.value(condition.to));
      case 'less':
        return this.#call('greater', luaString(id), this.value(condition.to), value);
      case 'contains':
        return this.#call('contains', luaString(id), value, this.value(condition.to));
      case 'one of':
        return this.#call('contains', luaString(id), this.value(condition.to), value);
    }
  }

  #group(conditions: Condition[], word: string, id: string): string {
    return `(${conditions.map((each) => this.condition(each, id)).join(word)})`;
  }

  #call(name: FlowFunction, ...values: string[]): string {
    this.used.add(name);
    return `${name}(${values.join(', ')})`;
  }

  #table(value: Json, indent: number, refers: boolean): string {
    if (typeof value === 'string') return refers ? this.#template(value) : luaString(value);
    if (typeof value !== 'object' || value === null) return luaValue(value);
    if (Array.isArray(value)) return this.#list(value, indent, refers);
    return luaTable(
      Object.entries(value).map(([key, item]) => [key, this.#table(item, indent + 2, refers)]),
      indent,
    );
  }

  #list(list: Json[], indent: number, refers: boolean): string {
    const holdsTables = list.some((item) => typeof item === 'object' && item !== null);
    const keyed = holdsTables && list.length > MAX_OPEN_ITEMS;
    const items = list.map((item, index) => {
      const written = this.#table(item, indent + 2, refers);
      const whole = refers && isReference(item) ? this.#call('or_null', written) : written;
      return keyed ? `[${index + 1}] = ${whole}` : whole;
    });
    return luaList(items, indent);
  }

  #template(template: string): string {
    const parts = parseTemplate(template, 'value');
    const [first] = parts;
    if (parts.length === 1 && typeof first === 'object') return this.#reference(first);
    if (parts.length === 0) return '""';
    const pieces = parts.map((part) => this.#piece(part));
    if (pieces.length <= MAX_OPERANDS) return pieces.join(' .. ');
    return `table.concat({ ${pieces.join(', ')} })`;
  }

  #piece(part: Part): string {
    return typeof part === 'string' ? luaString(part) : this.#call('text', this.#reference(part));
  }

  #reference({ root, path }: Reference): string {
    if (root === 'index') return '(index - 1)';
    if (root === 'params') return this.#inside('params', path);
    if (root !== 'steps' && root !== 'errors') return this.#inside(itemName(root), path, true);
    const [id, ...rest] = path;
    const step = `${root}${luaField(String(id))}`;
    return this.#inside(step, rest, true);
  }

  /** @param deep whether the value may not be a table */
  #inside(value: string, path: (string | number)[], deep = false): string {
    const [only] = path;
    if (only === undefined) return value;
    if (!deep && path.length === 1 && typeof only === 'string') return `${value}${luaField(only)}`;
    const keys = path.map((key) => (typeof key === 'number' ? String(key) : luaString(key)));
    return this.#call('at', value, ...keys);
  }
}

/** Returns the variable of a loop's item: no other name in the script begins like that. */
export function itemName(as: string): string {
  return `item_${as}`;
}
