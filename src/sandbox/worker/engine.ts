// `engine.wat` put into the Lua engine: its functions are functions of the engine from then on.
import { fromBase64 } from '../base64.ts';
import { ENGINE_BYTES } from './engine-bytes.ts';
import type { LuaApi, Pointer } from './lua-api.ts';

type Guard = 'tostring' | 'format' | 'texts' | 'plain_table';

/** Functions of the library that have a guard, and which. */
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

/** Places of C functions. */
export interface Engine {
  /** `lua_Alloc`; its data are two words: the bytes taken, and the most that may be. */
  allocator: Pointer;
  callUpvalue: Pointer;
  guards: Readonly<Record<Guard, Pointer>>;
  /** Where the highest block ends that was in use since this was last set. */
  highest: WebAssembly.Global;
}

/** @param look is called as memory is taken: every 1,024 blocks, sooner when they are large. */
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
