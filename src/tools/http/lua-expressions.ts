// Compiles placeholders to Lua expressions: which argument, secret or config value each one names, and how it becomes
// text.
import type { ObjectSchema } from '../../core/schema.ts';
import type { HelperName } from './lua-helpers.ts';
import { luaField, luaString } from '../../lua-language/write-lua.ts';
import { isParameter, type Part, type Placeholder } from './template.ts';

/** Maximum operands of `..`, for readability; Lua itself allows about 250. */
const MAX_OPERANDS = 30;

/** A local table of the script, by its name in placeholders. */
export interface OwnTable {
  root: string;
  local: string;
}

export class LuaExpressions {
  /** Helpers called by the expressions so far. */
  readonly used = new Set<HelperName>();
  readonly #parameters: Partial<ObjectSchema>;

  constructor(parameters: Partial<ObjectSchema> = {}) {
    this.#parameters = parameters;
  }

  call(helper: HelperName, ...expressions: string[]): string {
    this.used.add(helper);
    return `${helper}(${expressions.join(', ')})`;
  }

  /** @param own takes precedence over arguments of that name */
  value({ root, steps }: Placeholder, own?: OwnTable): string {
    if (root === own?.root) return this.#dig(own.local, steps);
    if (isParameter({ root, steps }, this.#parameters)) return this.#dig(`params${luaField(root)}`, steps);
    // A secret or a plain config value; only the config itself has nested values.
    return steps.length === 0
      ? `env.get(${luaString(root)})`
      : this.#dig(`context.config${luaField(root)}`, steps);
  }

  /** Joins all parts into one text. @param wrap formats a value for its place */
  joined(parts: readonly Part[], wrap: 'text' | 'encoded' = 'text', own?: OwnTable): string {
    const operands = parts.map((part) =>
      typeof part === 'string' ? luaString(part) : this.call(wrap, this.value(part, own)),
    );
    if (operands.length === 0) return '""';
    return operands.length > MAX_OPERANDS
      ? `table.concat({ ${operands.join(', ')} })`
      : operands.join(' .. ');
  }

  #dig(value: string, steps: Placeholder['steps']): string {
    if (steps.length === 0) return value;
    const path = steps.map((step) => (typeof step === 'number' ? String(step + 1) : luaString(step)));
    return this.call('dig', value, ...path);
  }
}

/** Returns the names in these parts, for a message to people. */
export function namesOf(parts: readonly Part[], otherwise: string): string {
  const names = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.root]));
  return names.length > 0 ? [...new Set(names)].join(', ') : otherwise;
}
