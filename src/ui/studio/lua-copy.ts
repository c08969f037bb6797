// The Lua script that a request or a flow comes down to, under a name of its own. Pure.

/** Gives the script that was made of a tool another name: its first `name = "…"` is the tool's. */
export function renamedScript(source: string, from: string, to: string): string {
  return source.replace(`name = "${from}"`, () => `name = "${to}"`);
}

/** A tool's name has 64 characters at most, with room for the number that makes it free. */
const LONGEST = 56;

/** `weather_lua` for `weather`. */
export function luaName(name: string): string {
  return `${name.slice(0, LONGEST)}_lua`;
}
