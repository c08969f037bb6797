// The types that describe the script API, and their short notation: `url: string, options?: HttpOptions`.

/** A field of a table, or a parameter of a call. Types use LuaLS notation. */
export interface ApiField {
  name: string;
  type: string;
  optional?: boolean;
  help?: string;
}

export interface ApiReturn {
  type: string;
  name?: string;
}

export interface ApiEntry {
  /** `http.get`, `print`; under `context` also the fields of tool.execute's second argument. */
  name: string;
  /** Names of the arguments, with `?` after optional ones; undefined for a value. */
  args?: string;
  /** One line: what it does or returns. */
  help: string;
  /** Part of Lua itself; the others are Perilune's. */
  lua: boolean;
  /** In order; `...` for any number. Undefined for a value. */
  params?: readonly ApiField[];
  returns?: readonly ApiReturn[];
  /** Type of a value. */
  type?: string;
}

/** A table with known fields that calls take or return. */
export interface ApiClass {
  name: string;
  help: string;
  fields: readonly ApiField[];
}

/** Parses `name?: type, name: type`; without a type it can be anything. */
export function parseFields(notation: string, help: Readonly<Record<string, string>> = {}): ApiField[] {
  return splitTop(notation, ',').map((part) => {
    const [, name = part, optional, type] = /^([\w.]+)(\?)?(?::\s*(.+))?$/.exec(part) ?? [];
    return {
      name,
      type: type ?? 'any',
      ...(optional && { optional: true }),
      ...(help[name] !== undefined && { help: help[name] }),
    };
  });
}

/** Parses `type`, or `name: type`, separated by commas. */
export function parseReturns(notation: string): ApiReturn[] {
  return splitTop(notation, ',').map((part) => {
    const [, name, type = part] = /^(\w+): (.+)$/.exec(part) ?? [];
    return { type, ...(name !== undefined && { name }) };
  });
}

export function argsText(params: readonly ApiField[]): string {
  return params.map(({ name, optional }) => name + (optional ? '?' : '')).join(', ');
}

/** Returns `http.get(url, options?)`, or the bare name of a value. */
export function signatureOf({ name, args }: Pick<ApiEntry, 'name' | 'args'>): string {
  return args === undefined ? name : `${name}(${args})`;
}

/** Returns the alternatives of a union type. */
export function alternativesOf(type: string): string[] {
  return splitTop(type, '|').flatMap((part) => (part.endsWith('?') ? [part.slice(0, -1), 'nil'] : [part]));
}

/** Splits outside brackets and quotes. Empty parts are dropped. */
function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '"') quoted = !quoted;
    else if (quoted) continue;
    else if ('<({['.includes(letter)) depth += 1;
    else if ('>)}]'.includes(letter)) depth -= 1;
    else if (letter === separator && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  parts.push(text.slice(from).trim());
  return parts.filter((part) => part !== '');
}
