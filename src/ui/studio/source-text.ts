// The language of a tool's text, and its file name. Pure.

/** Requests and flows are JSON. Lua never begins with a brace. */
export function isJson(source: string): boolean {
  return /^\s*\{/.test(source);
}

export function fileNameOf(name: string, source: string): string {
  return `${name}.${isJson(source) ? 'json' : 'lua'}`;
}
