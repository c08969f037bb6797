// How the Lua language server is told of the annotations: the files for an editor of one's own, beside the tools.

/** A folder with a dot, so that nobody takes what is in it for a tool. */
const LIBRARY = '.luals';

/** Where the annotations lie, from the folder of the tools. */
export const ANNOTATIONS_PATH = `${LIBRARY}/perilune.lua`;

/** Where the language server looks for its settings. */
export const EDITOR_SETTINGS_PATH = '.luarc.json';

/** JSON text: the Lua that tools are written in, without what the sandbox takes away, and with what it gives. */
export function editorSettings(): string {
  const settings = {
    $schema: 'https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json',
    'runtime.version': 'Lua 5.4',
    'runtime.path': ['?.lua', 'lib/?.lua'],
    'runtime.builtin': { debug: 'disable', io: 'disable', package: 'disable' },
    'workspace.library': [LIBRARY],
    // Each script sets one of them anew.
    'diagnostics.globals': ['tool', 'connector'],
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
