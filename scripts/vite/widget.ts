// Vite plugin: builds <perilune-chat> into the folder `widget`, after the app itself.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const CONFIG = fileURLToPath(new URL('widget.config.ts', import.meta.url));

export function widget(): Plugin {
  // The widget is for other sites, not for the app offline.
  return afterBuild('widget', 'post', async (config) => {
    const outDir = resolve(config.root, config.build.outDir, 'widget');
    await build({ configFile: CONFIG, logLevel: 'warn', build: { outDir } });
  });
}
