// Vite plugin: builds <perilune-chat> into the folder `widget`, after the app itself.
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';

const CONFIG = fileURLToPath(new URL('widget.config.ts', import.meta.url));

export function widget(): Plugin {
  let config: ResolvedConfig;
  let written = false;
  return {
    name: 'perilune:widget',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      written = true;
    },
    closeBundle: {
      sequential: true,
      // After the service worker's list: the widget is for other sites, not for the app offline.
      order: 'post',
      async handler() {
        if (!written) return;
        const outDir = resolve(config.root, config.build.outDir, 'widget');
        await build({ configFile: CONFIG, logLevel: 'warn', build: { outDir } });
      },
    },
  };
}
