// The part of Lua's C API that the virtual machine drives, and how its WebAssembly is loaded without any fetch.
import { LuaFactory } from 'wasmoon';

/** An address in the WebAssembly memory. */
export type Pointer = number;

export const LUA_OK = 0;
export const LUA_YIELD = 1;
export const LUA_HOOKLINE = 2;
export const LUA_MASKLINE = 4;
export const LUA_MASKCOUNT = 8;

/** wasmoon's typed wrappers convert every value; these are the raw exports, which pass numbers. Sizes are in bytes. */
export interface LuaApi {
  /** Everything that the engine exports, for WebAssembly of ours that works on it. */
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
 * Instantiates Lua. In a browser `compiled` is needed: without it wasmoon would fetch its WebAssembly from a CDN.
 * In Node it may be left out, and wasmoon reads the file beside it.
 */
export function loadLua(compiled?: WebAssembly.Module): Promise<LuaApi> {
  // One after the other: each puts functions of the host in their place again, which two at once would mix up.
  const loaded = last.then(() => load(compiled));
  last = loaded.catch(() => undefined);
  return loaded;
}

async function load(compiled: WebAssembly.Module | undefined): Promise<LuaApi> {
  let exports: WebAssembly.Exports | undefined;
  // wasmoon has no option for a compiled module, and shows no export as it is; these functions are where it would fetch and
  // compile.
  const { fetch } = globalThis;
  const { instantiate, instantiateStreaming } = WebAssembly;
  const watched = async (source: BufferSource | WebAssembly.Module, imports?: WebAssembly.Imports) => {
    // In Node others may instantiate meanwhile, such as `fetch` its parser: they get what they asked for.
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

/** Past wasmoon's own functions, each of which looks its export up by name and checks it at every call. */
function withExports(module: LuaApi, exports: WebAssembly.Exports | undefined): LuaApi {
  if (!exports) throw new Error('the Lua engine was not instantiated here');
  const functions = Object.entries(exports).filter(([, value]) => typeof value === 'function');
  return {
    // Other views when the memory has grown.
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
