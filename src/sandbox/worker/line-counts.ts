// Counts how often each line of a tool's texts is executed, with Lua's line hook. Only a run that asks for it has the
// hook.
//
// - A text is identified by its chunk name, byte by byte, because the addresses of names are reused. A script's
//   `load` can't give that name to a chunk of its own (see prelude/3-blocking.lua).
// - No data of it is in memory that the script can reach.
import type { Coverage } from '../../core/coverage.ts';
import type { LuaApi, Pointer } from './lua-api.ts';

/** Offsets in a `lua_Debug` of 32-bit WebAssembly, in units of 4 bytes. */
const SOURCE = 4;
const SOURCE_LENGTH = 5;
const CURRENT_LINE = 6;

interface Counted {
  path: string;
  name: Uint8Array;
  counts: Map<number, number>;
}

/** One text: the path in the report, the chunk's name, and the executable lines. */
export interface CountedText {
  path: string;
  chunk: string;
  lines: readonly number[];
}

export class LineCounts {
  readonly #lua: LuaApi;
  /** The C string "S", which queries the function's source. */
  readonly #what: Pointer;
  readonly #texts: readonly Counted[];
  #last: Counted | undefined;

  constructor(lua: LuaApi, what: Pointer, texts: readonly CountedText[]) {
    this.#lua = lua;
    this.#what = what;
    this.#texts = texts.map(({ path, chunk, lines }) => ({
      path,
      name: new TextEncoder().encode(chunk),
      counts: new Map(lines.map((line) => [line, 0])),
    }));
  }

  get coverage(): Coverage {
    return Object.fromEntries(this.#texts.map(({ path, counts }) => [path, Object.fromEntries(counts)]));
  }

  /** @param record the `lua_Debug` passed to the hook */
  reached(state: Pointer, record: Pointer): void {
    const words = record >> 2;
    const line = this.#lua.HEAP32[words + CURRENT_LINE] ?? 0;
    this.#lua._lua_getinfo(state, this.#what, record);
    const text = this.#textAt(
      this.#lua.HEAP32[words + SOURCE] ?? 0,
      this.#lua.HEAP32[words + SOURCE_LENGTH] ?? 0,
    );
    const count = text?.counts.get(line);
    if (count !== undefined) text?.counts.set(line, count + 1);
  }

  #textAt(at: Pointer, length: number): Counted | undefined {
    const isAt = ({ name }: Counted): boolean =>
      name.length === length && name.every((byte, index) => byte === this.#lua.HEAPU8[at + index]);
    // Consecutive lines usually belong to one text.
    if (this.#last && isAt(this.#last)) return this.#last;
    const found = this.#texts.find(isAt);
    if (found) this.#last = found;
    return found;
  }
}
