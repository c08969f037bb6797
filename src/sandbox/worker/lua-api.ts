// The part of Lua's C API that the virtual machine uses, and how its WebAssembly is loaded without a fetch.
import { LuaFactory } from 'wasmoon';

/** An address in the WebAssembly memory. */
export type Pointer = number;

export const LUA_OK = 0;
export const LUA_YIELD = 1;
export const LUA_HOOKLINE = 2;
export const LUA_MASKLINE = 4;
export const LUA_MASKCOUNT = 8;

/** The raw exports, which pass numbers; wasmoon's typed wrappers would convert every value. Sizes are in bytes. */
export interface LuaApi {
  /** All exports of the engine, for WebAssembly that extends it. */
  readonly exports: WebAssembly.Exports;
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  addFunction(body: (...args: number[]) => number | void, signature: string): Pointer;
  _malloc(size: number): Pointer;
  _realloc(block: Pointer, size: number): Pointer;
  _free(block: Pointer): void;
  _luaL_newstate(): Pointer;
  _lua_setallocf(state: Pointer, allocate: Pointer, userData: Pointer): void;
  _lua_close(state: Pointer): void;
  _lua_newthread(state: Pointer): Pointer;
  _lua_sethook(state: Pointer, hook: Pointer, mask: number, count: number): void;
  _lua_getinfo(state: Pointer, what: Pointer, record: Pointer): number;
  _lua_gettop(state: Pointer): number;
  _lua_settop(state: Pointer, index: number): void;
  _lua_rotate(state: Pointer, index: number, count: number): void;
  _lua_pushvalue(state: Pointer, index: number): void;
  _lua_xmove(from: Pointer, to: Pointer, count: number): void;
  _lua_pushboolean(state: Pointer, value: number): void;
  _lua_pushnil(state: Pointer): void;
  _lua_pushlstring(state: Pointer, bytes: Pointer, size: number): Pointer;
  _lua_pushcclosure(state: Pointer, body: Pointer, upvalues: number): void;
  _lua_tolstring(state: Pointer, index: number, size: Pointer): Pointer;
  _lua_getglobal(state: Pointer, name: Pointer): number;
  _lua_getfield(state: Pointer, index: number, name: Pointer): number;
  _lua_setglobal(state: Pointer, name: Pointer): void;
  _luaL_loadbufferx(state: Pointer, text: Pointer, size: number, name: Pointer, mode: Pointer): number;
  _lua_pcallk(
    state: Pointer,
    args: number,
    results: number,
    handler: number,
    context: number,
    k: Pointer,
  ): number;
  _lua_callk(state: Pointer, args: number, results: number, context: number, k: Pointer): void;
  _lua_resume(state: Pointer, from: Pointer, args: number, results: Pointer): number;
  _luaopen_base(state: Pointer): number;
  _luaopen_coroutine(state: Pointer): number;
  _luaopen_table(state: Pointer): number;
  _luaopen_string(state: Pointer): number;
  _luaopen_math(state: Pointer): number;
  _luaopen_utf8(state: Pointer): number;
  _luaopen_os(state: Pointer): number;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Instantiates Lua. Browsers need `compiled`: without it, wasmoon would fetch its WebAssembly from a CDN. In Node it
 * is optional, and wasmoon reads the file beside it.
 */
export function loadLua(compiled?: WebAssembly.Module): Promise<LuaApi> {
  // One after another: each load replaces and restores functions of the host, and two at once would mix them up.
  const loaded = last.then(() => load(compiled));
  last = loaded.catch(() => undefined);
  return loaded;
}

async function load(compiled: WebAssembly.Module | undefined): Promise<LuaApi> {
  let exports: WebAssembly.Exports | undefined;
  // wasmoon takes no compiled module and exposes no raw exports, so this replaces the functions with which it would
  // fetch and compile.
  const { fetch } = globalThis;
  const { instantiate, instantiateStreaming } = WebAssembly;
  const watched = async (source: BufferSource | WebAssembly.Module, imports?: WebAssembly.Imports) => {
    // In Node other code may instantiate meanwhile, such as the parser of `fetch`; it gets what it asked for.
    const made = await instantiate(source as BufferSource, imports);
    const instance = source instanceof WebAssembly.Module ? undefined : made.instance;
    if (instance && 'lua_pcallk' in instance.exports) ({ exports } = instance);
    return made;
  };
  WebAssembly.instantiate = watched as typeof instantiate;
  if (compiled) {
    globalThis.fetch = () => Promise.resolve(new Response());
    WebAssembly.instantiateStreaming = async (_, imports) => {
      const instance = await instantiate(compiled, imports);
      exports = instance.exports;
      return { module: compiled, instance };
    };
  }
  try {
    const { module } = await (compiled ? new LuaFactory('lua.wasm') : new LuaFactory()).getLuaModule();
    return withExports(module as unknown as LuaApi, exports);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiate = instantiate;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** Bypasses wasmoon's own functions, which look up and check their export at every call. */
function withExports(module: LuaApi, exports: WebAssembly.Exports | undefined): LuaApi {
  if (!exports) throw new Error('the Lua engine was not instantiated here');
  const functions = Object.entries(exports).filter(([, value]) => typeof value === 'function');
  return {
    // The views change when the memory grows.
    get HEAPU8() {
      return module.HEAPU8;
    },
    get HEAP32() {
      return module.HEAP32;
    },
    addFunction: (body, signature) => module.addFunction(body, signature),
    exports,
    ...Object.fromEntries(functions.map(([name, value]) => [`_${name}`, value])),
  } as LuaApi;
}
