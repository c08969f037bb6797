// fengari has no types; the benchmark needs these.
declare module 'fengari' {
  type Calls<Names extends string> = Record<Names, (...args: unknown[]) => never>;
  export const lauxlib: Calls<'luaL_newstate' | 'luaL_dostring' | 'luaL_loadstring'>;
  export const lualib: Calls<'luaL_openlibs'>;
  export const lua: { LUA_OK: number; LUA_YIELD: number } & Calls<
    | 'lua_callk'
    | 'lua_close'
    | 'lua_createtable'
    | 'lua_newthread'
    | 'lua_next'
    | 'lua_pop'
    | 'lua_pushcfunction'
    | 'lua_pushnil'
    | 'lua_pushstring'
    | 'lua_resume'
    | 'lua_setfield'
    | 'lua_settop'
    | 'lua_tojsstring'
    | 'lua_yield'
  >;
  export function to_luastring(text: string): Uint8Array;
}
