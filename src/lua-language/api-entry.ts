// The shape in which calls are described, and the short notation in which they are written down: `url: string, options?: HttpOptions`.

/** A field of a table, or a parameter of a call. Types are written as LuaLS writes them. */
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
  /** `http.get`, `print`; under `context` also what the second argument of tool.execute holds. */
  name: string;
  /** How the arguments are called, `?` behind those that may be left out; undefined for a value. */
  args?: string;
  /** One line: what it does or gives. */
  help: string;
  /** Part of Lua itself. The others are this program's. */
  lua: boolean;
  /** In order; `...` for any number. Undefined for a value. */
  params?: readonly ApiField[];
  returns?: readonly ApiReturn[];
  /** Of a value. */
  type?: string;
}

/** A table with known fields that calls take or give. */
export interface ApiClass {
  name: string;
  help: string;
  fields: readonly ApiField[];
}

/** `name?: type, name: type`; without a type it may be anything. */
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

/** `type`, or `name: type`, with commas between several. */
export function parseReturns(notation: string): ApiReturn[] {
  return splitTop(notation, ',').map((part) => {
    const [, name, type = part] = /^(\w+): (.+)$/.exec(part) ?? [];
    return { type, ...(name !== undefined && { name }) };
  });
}

export function argsText(params: readonly ApiField[]): string {
  return params.map(({ name, optional }) => name + (optional ? '?' : '')).join(', ');
}

/** `http.get(url, options?)`, or the name alone of a value. */
export function signatureOf({ name, args }: Pick<ApiEntry, 'name' | 'args'>): string {
  return args === undefined ? name : `${name}(${args})`;
}

/** The parts of a type that may be one of several. */
export function alternativesOf(type: string): string[] {
  return splitTop(type, '|').flatMap((part) => (part.endsWith('?') ? [part.slice(0, -1), 'nil'] : [part]));
}

/** Splits where no bracket is open and no quote; nothing between the separators is nothing at all. */
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
