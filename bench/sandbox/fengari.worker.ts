// fengari: a fresh Lua state per call; a host function yields its coroutine, which is resumed with the page's answer.
import { lauxlib, lua, lualib, to_luastring } from 'fengari';
import { servePeer, type RunTool } from './peer.ts';
import { LUA_TOOLS } from './scripts.mjs';

const sources = to_luastring('sources');
const LOAD = to_luastring('return tool.execute');

const run: RunTool = async (tool, params, ask) => {
  const state = lauxlib.luaL_newstate();
  lualib.luaL_openlibs(state);
  const text = (value: string): Uint8Array => to_luastring(value);
  if (lauxlib.luaL_dostring(state, text(LUA_TOOLS[tool] ?? '')) !== lua.LUA_OK) throw problemOf(state);
  const thread = lua.lua_newthread(state);
  if (lauxlib.luaL_loadstring(thread, LOAD) !== lua.LUA_OK) throw problemOf(thread);
  lua.lua_callk(thread, 0, 1, 0, null);
  pushTable(thread, params as Record<string, string>);
  lua.lua_createtable(thread, 0, 1);
  lua.lua_pushcfunction(thread, (caller: unknown) => lua.lua_yield(caller, 0));
  lua.lua_setfield(thread, -2, sources);
  let status = lua.lua_resume(thread, state, 2);
  while (status === lua.LUA_YIELD) {
    await ask();
    lua.lua_settop(thread, 0);
    lua.lua_createtable(thread, 0, 0);
    status = lua.lua_resume(thread, state, 1);
  }
  if (status !== lua.LUA_OK) throw problemOf(thread);
  const result = readTable(thread);
  lua.lua_close(state);
  return result;
};

function problemOf(state: unknown): Error {
  return new Error(lua.lua_tojsstring(state, -1));
}

function pushTable(state: unknown, table: Record<string, string>): void {
  lua.lua_createtable(state, 0, 1);
  for (const [key, value] of Object.entries(table)) {
    lua.lua_pushstring(state, to_luastring(value));
    lua.lua_setfield(state, -2, to_luastring(key));
  }
}

function readTable(state: unknown): Record<string, string> {
  const result: Record<string, string> = {};
  lua.lua_pushnil(state);
  while (lua.lua_next(state, -2)) {
    result[lua.lua_tojsstring(state, -2)] = lua.lua_tojsstring(state, -1);
    lua.lua_pop(state, 1);
  }
  return result;
}

servePeer(Promise.resolve(run));
