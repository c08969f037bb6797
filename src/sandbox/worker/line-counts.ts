// How often each line of a tool's texts is executed, counted by Lua's line hook. Only a run that asks for it has the hook.
//
// - A text is known by its chunk name, byte by byte: addresses of names are used again. No `load` of a script can give that
//   name to a chunk of its own (see prelude/3-blocking.lua).
// - Nothing of it lies in the memory that the script could reach.
import type { Coverage } from '../../core/coverage.ts';
import type { LuaApi, Pointer } from './lua-api.ts';

/** Places in a `lua_Debug` of 32-bit WebAssembly, as counts of 4 bytes. */
const SOURCE = 4;
const SOURCE_LENGTH = 5;
const CURRENT_LINE = 6;

interface Counted {
  path: string;
  name: Uint8Array;
  counts: Map<number, number>;
}

/** One text: under which path it is reported, what its chunk is called, and which of its lines can be executed. */
export interface CountedText {
  path: string;
  chunk: string;
  lines: readonly number[];
}

export class LineCounts {
  readonly #lua: LuaApi;
  /** The C string "S": what is asked about the function. */
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

  /** @param record the `lua_Debug` that the hook got */
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
    // Lines come in rows of one text.
    if (this.#last && isAt(this.#last)) return this.#last;
    const found = this.#texts.find(isAt);
    if (found) this.#last = found;
    return found;
  }
}
