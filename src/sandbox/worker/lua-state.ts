// The Lua state that scripts run in: capped memory, standard libraries without I/O, prelude already run. It is opened
// once. Before each script its memory is restored, byte for byte.
//
// - Restoring 1.1 MiB takes 0.05 ms; opening a state and running the prelude takes 0.3 ms. Nothing that a script did
//   to its heap or to the allocator's data is left for the next.
// - A script runs in a coroutine of the state, which is never closed: no script code runs after its run.
// - Once the cap is set, values are pushed only inside protected calls. Elsewhere, running out of memory would abort
//   the machine instead of raising a Lua error.
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { activeLines } from './active-lines.ts';
import { GUARDS, openEngine, type Engine } from './engine.ts';
import { LineCounts, type CountedText } from './line-counts.ts';
import {
  LUA_HOOKLINE,
  LUA_MASKCOUNT,
  LUA_MASKLINE,
  LUA_OK,
  LUA_YIELD,
  type LuaApi,
  type Pointer,
} from './lua-api.ts';

/** Bytes of a state's heap record: the bytes in use, and the maximum. */
const HEAP_RECORD = 8;

const PAGE = 4096;

/** Virtual machine instructions between two clock checks: about 0.2 ms of plain Lua. */
const HOOK_INTERVAL = 10_000;

/** An object of the engine begins with the address of the next one, followed by its type. */
const TYPE_OF_OBJECT = 4;
const LUA_TTHREAD = 8;
/** More words than a state and the data it shares with its coroutines have. */
const MOST_WORDS = 512;

/** The chunk name of a text that is only analysed. */
const TEXT = '=text';

const LIBRARIES = ['coroutine', 'table', 'string', 'math', 'utf8', 'os'] as const;

/** One part of the prelude, as source. Order matters: parts build on earlier ones. */
export interface PreludePart {
  name: string;
  source: string;
}

/** C functions that the prelude receives. */
export interface HostFunctions {
  native: Pointer;
  start: Pointer;
  take: Pointer;
}

export type Step =
  | { status: 'done'; values: Uint8Array[] }
  | { status: 'waiting' }
  /** The prelude itself failed, in practice by running out of memory. */
  | { status: 'failed'; message: string };

/** Data that the states of one WebAssembly instance share. */
export class LuaMachine {
  readonly #lua: LuaApi;
  readonly #scratch: Pointer;
  readonly #names = new Map<string, Pointer>();
  readonly #engine: Engine;
  readonly #hook: Pointer;
  readonly #wrap: Pointer;
  readonly #guard: Pointer;
  #prelude: Uint8Array[] = [];
  #kept = false;
  #counts: LineCounts | undefined;

  /** @param onHook runs every HOOK_INTERVAL instructions and on allocations; Lua can't catch what it throws */
  constructor(lua: LuaApi, onHook: () => void) {
    this.#lua = lua;
    this.#scratch = lua._malloc(8);
    this.#engine = openEngine(lua, onHook);
    this.#hook = lua.addFunction((state = 0, record = 0) => {
      if (lua.HEAP32[record >> 2] === LUA_HOOKLINE) this.#counts?.reached(state, record);
      else onHook();
    }, 'vii');
    this.#wrap = this.register((state) => this.#wrapped(state, 1, this.#engine.callUpvalue));
    this.#guard = this.register((state) => this.#guarded(state));
  }

  /**
   * Registers a C function for the prelude. It reads arguments from the stack, pushes results, and returns their
   * number.
   */
  register(body: (state: Pointer) => number): Pointer {
    return this.#lua.addFunction((state = 0) => body(state), 'ii');
  }

  /**
   * wrap(function) -> a C function that calls it. In a tail call Lua drops the caller of a Lua function, and with it
   * the line that an error should name; for a C function it keeps both. The wrapped function may wait for the host.
   */
  #wrapped(state: Pointer, upvalues: number, body: Pointer): number {
    this.#lua._lua_settop(state, upvalues);
    this.#lua._lua_pushcclosure(state, body, upvalues);
    return 1;
  }

  /**
   * guard(function, its name in the library, the library's own) -> a C function that calls the right one: see
   * engine.wat.
   */
  #guarded(state: Pointer): number {
    const name = new TextDecoder().decode(this.read(state, 2));
    this.#lua._lua_rotate(state, 2, 1);
    return this.#wrapped(state, 2, this.#engine.guards[GUARDS[name] ?? 'texts']);
  }

  /** Copies the string (or number as text) at an index; undefined for anything else. */
  read(state: Pointer, index: number): Uint8Array | undefined {
    const at = this.#lua._lua_tolstring(state, index, this.#scratch);
    if (at === 0) return undefined;
    const size = this.#lua.HEAP32[this.#scratch >> 2] ?? 0;
    return this.#lua.HEAPU8.slice(at, at + size);
  }

  /** Pushes a string. Only inside a protected call, see above. */
  push(state: Pointer, bytes: Uint8Array): void {
    this.#withBytes(bytes, (at) => this.#lua._lua_pushlstring(state, at, bytes.length));
  }

  pushNil(state: Pointer): void {
    this.#lua._lua_pushnil(state);
  }

  pushBoolean(state: Pointer, value: boolean): void {
    this.#lua._lua_pushboolean(state, value ? 1 : 0);
  }

  /** Compiles the prelude once: loading bytecode takes a tenth of the time, and has no line numbers (see prelude/1-core.lua). */
  compile(parts: readonly PreludePart[]): void {
    this.#prelude = parts.map(({ name, source }) => {
      const { bytecode, problem } = this.#translate(source, `=${name}`, true);
      if (!bytecode) throw new Error(`prelude: ${problem}`);
      return bytecode;
    });
  }

  /**
   * Returns the executable lines of a text, or undefined when it doesn't compile. Uses the memory of the state, so
   * call `reset` afterwards.
   */
  linesOf(source: string): number[] | undefined {
    const { bytecode } = this.#translate(source, TEXT, false);
    // That state's allocator keeps no record of its highest block.
    this.#engine.highest.value = this.#lua.HEAPU8.length;
    return bytecode && activeLines(bytecode);
  }

  /** Compiles to bytecode in a separate state. */
  #translate(
    source: string,
    name: string,
    stripped: boolean,
  ): { bytecode: Uint8Array | undefined; problem?: string } {
    const lua = this.#lua;
    const state = lua._luaL_newstate();
    lua._luaopen_base(state);
    this.#open(state, 'string');
    const bytes = new TextEncoder().encode(source);
    lua._lua_settop(state, 0);
    lua._lua_getglobal(state, this.#name('string'));
    lua._lua_getfield(state, 1, this.#name('dump'));
    const loaded = this.#withBytes(bytes, (at) =>
      lua._luaL_loadbufferx(state, at, bytes.length, this.#name(name), this.#name('t')),
    );
    lua._lua_pushboolean(state, stripped ? 1 : 0);
    const done = loaded === LUA_OK && lua._lua_pcallk(state, 2, 1, 0, 0, 0) === LUA_OK;
    const top = this.read(state, loaded === LUA_OK ? -1 : -2) ?? new Uint8Array();
    lua._lua_close(state);
    return done ? { bytecode: top } : { bytecode: undefined, problem: new TextDecoder().decode(top) };
  }

  /** Opens the state. Its coroutine is about to run the prelude's main function. Call it once. */
  open(hosts: HostFunctions): LuaState {
    const lua = this.#lua;
    const state = withStillClock(() => lua._luaL_newstate());
    lua._luaopen_base(state);
    for (const library of LIBRARIES) this.#open(state, library);
    lua._lua_settop(state, 0);
    this.#prelude.forEach((code, index) => {
      this.#withBytes(code, (at) =>
        lua._luaL_loadbufferx(state, at, code.length, this.#name('=prelude'), this.#name('b')),
      );
      if (index === 0) {
        for (const body of [hosts.native, hosts.start, hosts.take, this.#wrap, this.#guard])
          lua._lua_pushcclosure(state, body, 0);
      } else {
        lua._lua_pushvalue(state, 1);
      }
      const results = index === 0 || index === this.#prelude.length - 1 ? 1 : 0;
      if (lua._lua_pcallk(state, index === 0 ? 5 : 1, results, 0, 0, 0) !== LUA_OK) {
        throw new Error(`prelude: ${new TextDecoder().decode(this.read(state, -1))}`);
      }
    });
    const thread = lua._lua_newthread(state);
    lua._lua_pushvalue(state, 2);
    lua._lua_xmove(state, thread, 1);
    const heap = lua._malloc(HEAP_RECORD);
    lua.HEAP32[heap >> 2] = 0;
    lua.HEAP32[(heap >> 2) + 1] = DEFAULT_LIMITS.memory;
    const asked = this.#name('S');
    this.#name(TEXT);
    lua._lua_setallocf(state, this.#engine.allocator, heap);
    const objects = this.#objectsOf(state, thread, heap);
    return this.#keep({
      limit: (bytes) => {
        lua.HEAP32[(heap >> 2) + 1] = bytes;
      },
      resume: () => this.#resume(thread),
      watch: () => this.#watch(objects, LUA_MASKCOUNT),
      count: (texts) => {
        this.#counts = new LineCounts(lua, asked, texts);
        this.#watch(objects, LUA_MASKCOUNT | LUA_MASKLINE);
        return this.#counts;
      },
    });
  }

  /**
   * Finds where the engine keeps the first object of a state: after the allocator and its data. The thread made last
   * is the first object.
   */
  #objectsOf(state: Pointer, thread: Pointer, heap: Pointer): Pointer {
    const words = this.#lua.HEAP32;
    const isGlobal = (at: number): boolean => words[at] === this.#engine.allocator && words[at + 1] === heap;
    let at = state >> 2;
    while (!isGlobal(at) && at < (state >> 2) + MOST_WORDS) at += 1;
    const start = at;
    while (words[at] !== thread && at < start + MOST_WORDS) at += 1;
    if (!isGlobal(start) || words[at] !== thread)
      throw new Error('this is an unknown build of the Lua engine');
    return at << 2;
  }

  /**
   * Sets the hook in every coroutine; new ones inherit it. Walks all objects, because only the engine knows which
   * coroutine is running. It is safe inside the allocator: the list is consistent whenever memory is allocated.
   */
  #watch(objects: Pointer, mask: number): void {
    const { HEAP32: words, HEAPU8: bytes } = this.#lua;
    for (let object = words[objects >> 2] ?? 0; object !== 0; object = words[object >> 2] ?? 0) {
      if (bytes[object + TYPE_OF_OBJECT] === LUA_TTHREAD)
        this.#lua._lua_sethook(object, this.#hook, mask, HOOK_INTERVAL);
    }
  }

  /** Saves the memory as it is now. From here on, the host may allocate nothing in it. */
  #keep(state: Omit<LuaState, 'reset'>): LuaState {
    this.#kept = true;
    // By words: byte by byte, the 15 MiB of zeros after it would take 60 ms of a first call.
    const words = this.#lua.HEAP32;
    let used = words.length;
    while (words[used - 1] === 0) used -= 1;
    // The allocator's last word ends where its memory does, and may end in zeros.
    const end = Math.ceil((used * 4) / PAGE) * PAGE;
    const fresh = this.#lua.HEAPU8.slice(0, end);
    const { highest } = this.#engine;
    // The memory after it was unused then. The next script must not find there what the last one left.
    const reset = (): void => {
      const now = this.#lua.HEAPU8;
      now.set(fresh);
      now.fill(0, end, Math.max(end, highest.value as number));
      highest.value = end;
    };
    return { ...state, reset };
  }

  #resume(thread: Pointer): Step {
    const lua = this.#lua;
    const status = lua._lua_resume(thread, 0, 0, this.#scratch);
    const count = lua.HEAP32[this.#scratch >> 2] ?? 0;
    if (status === LUA_YIELD) {
      lua._lua_settop(thread, -count - 1);
      return { status: 'waiting' };
    }
    if (status !== LUA_OK) {
      return { status: 'failed', message: new TextDecoder().decode(this.read(thread, -1)) };
    }
    const values = Array.from({ length: count }, (_, i) => this.read(thread, i - count) ?? new Uint8Array());
    return { status: 'done', values };
  }

  #open(state: Pointer, library: (typeof LIBRARIES)[number]): void {
    this.#lua[`_luaopen_${library}`](state);
    this.#lua._lua_setglobal(state, this.#name(library));
  }

  /** Allocates a C string that lives as long as the machine. */
  #name(text: string): Pointer {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#kept) throw new Error(`'${text}' came too late: the memory is kept as it was`);
    const bytes = new TextEncoder().encode(`${text}\0`);
    const at = this.#lua._malloc(bytes.length);
    this.#lua.HEAPU8.set(bytes, at);
    this.#names.set(text, at);
    return at;
  }

  #withBytes<T>(bytes: Uint8Array, use: (at: Pointer) => T): T {
    const at = this.#lua._malloc(bytes.length + 1);
    if (at === 0) throw new Error('out of memory');
    const { highest } = this.#engine;
    if (at + bytes.length > (highest.value as number)) highest.value = at + bytes.length;
    try {
      this.#lua.HEAPU8.set(bytes, at);
      return use(at);
    } finally {
      this.#lua._free(at);
    }
  }
}

/**
 * A new state seeds its string hashes from the time and from addresses, which are the same in every instance. With
 * the same time too, `pairs` visits equal tables in the same order in every worker, which replays rely on.
 */
function withStillClock<T>(work: () => T): T {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return work();
  } finally {
    Date.now = now;
  }
}

export interface LuaState {
  /** Caps the script's memory, and with it how long one C function can work on one string. */
  limit(bytes: number): void;
  /** Continues until the script ends or waits for the host. Throws what the hook throws, or the error of a trap. */
  resume(): Step;
  /** Runs the hook from now until `reset`. Meanwhile, Lua takes up to five times as long. */
  watch(): void;
  /** Counts lines from now until `reset`, and watches. */
  count(texts: readonly CountedText[]): LineCounts;
  /**
   * Restores the memory as it was before the first script. After a trap or an error of the hook, this no longer
   * helps.
   */
  reset(): void;
}
