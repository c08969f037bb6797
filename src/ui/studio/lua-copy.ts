// The Lua script equivalent to a request or a flow, under its own name. Pure.

/** Renames a generated script: its first `name = "…"` is the tool's. */
export function renamedScript(source: string, from: string, to: string): string {
  return source.replace(`name = "${from}"`, () => `name = "${to}"`);
}

/** A tool's name has at most 64 characters; leaves room for a number. */
const LONGEST = 56;

/** `weather_lua` for `weather`. */
export function luaName(name: string): string {
  return `${name.slice(0, LONGEST)}_lua`;
}
