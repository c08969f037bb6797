// Links `engine.wat` into the Lua engine, whose functions it then extends.
import { fromBase64 } from '../../base/base64.ts';
import { ENGINE_BYTES } from './engine-bytes.ts';
import type { LuaApi, Pointer } from './lua-api.ts';

type Guard = 'tostring' | 'format' | 'texts' | 'plain_table';

/** Library functions with a guard, and which guard. */
export const GUARDS: Readonly<Record<string, Guard>> = {
  tostring: 'tostring',
  format: 'format',
  gsub: 'texts',
  concat: 'plain_table',
  unpack: 'plain_table',
  insert: 'plain_table',
  remove: 'plain_table',
  ipairs: 'plain_table',
};

/** Addresses of C functions. */
export interface Engine {
  /** `lua_Alloc`. Its data are two words: the bytes in use, and the maximum. */
  allocator: Pointer;
  callUpvalue: Pointer;
  guards: Readonly<Record<Guard, Pointer>>;
  /** End of the highest block in use since this was last set. */
  highest: WebAssembly.Global;
}

/** @param look is called as memory is allocated: every 1,024 blocks, sooner when they are large */
export function openEngine(lua: LuaApi, look: () => void): Engine {
  const imports = { lua: lua.exports as WebAssembly.ModuleImports, page: { look } };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(fromBase64(ENGINE_BYTES)), imports);
  const place = (name: string, signature: string): Pointer =>
    lua.addFunction(exports[name] as (...args: number[]) => number, signature);
  (exports['finish_at'] as WebAssembly.Global).value = place('finish', 'iiii');
  return {
    allocator: place('allocate', 'iiiii'),
    callUpvalue: place('call_upvalue', 'ii'),
    guards: {
      tostring: place('tostring', 'ii'),
      format: place('format', 'ii'),
      texts: place('texts', 'ii'),
      plain_table: place('plain_table', 'ii'),
    },
    highest: exports['highest'] as WebAssembly.Global,
  };
}
