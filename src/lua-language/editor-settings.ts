// Settings that point the Lua language server to the annotations: files for an external editor, beside the tools.

/** A dot folder, so that its content is not taken for a tool. */
const LIBRARY = '.luals';

/** Path of the annotations below the folder of the tools. */
export const ANNOTATIONS_PATH = `${LIBRARY}/perilune.lua`;

/** Where the language server looks for its settings. */
export const EDITOR_SETTINGS_PATH = '.luarc.json';

/**
 * Returns JSON text: the Lua version of tools, without the globals that the sandbox removes, and with those that it
 * adds.
 */
export function editorSettings(): string {
  const settings = {
    $schema: 'https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json',
    'runtime.version': 'Lua 5.4',
    'runtime.path': ['?.lua', 'lib/?.lua'],
    'runtime.builtin': { debug: 'disable', io: 'disable', package: 'disable' },
    'workspace.library': [LIBRARY],
    // Each script assigns one of them.
    'diagnostics.globals': ['tool', 'connector'],
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}
