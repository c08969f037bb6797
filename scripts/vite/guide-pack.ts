// Vite plugin: builds the guide's own index with the public command, after the guide and the widget.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, ResolvedConfig } from 'vite';

const PROGRAM = fileURLToPath(new URL('../../bin/perilune.mjs', import.meta.url));
const SETTINGS = fileURLToPath(new URL('../guide-site/perilune.config.json', import.meta.url));

export function guidePack(): Plugin {
  let config: ResolvedConfig;
  let written = false;
  return {
    name: 'perilune:guide-pack',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      written = true;
    },
    closeBundle: {
      sequential: true,
      // After the service worker's list: a visitor's browser caches what searches request.
      order: 'post',
      handler() {
        if (!written) return;
        const site = resolve(config.root, config.build.outDir, 'demo-docs');
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          [
            PROGRAM,
            'build',
            site,
            '--out',
            join(site, 'perilune'),
            '--config',
            SETTINGS,
            '--no-widget',
            '--json',
          ],
          { cwd: config.root, encoding: 'utf8' },
        );
        if (status !== 0) this.error(`the pack of the guide could not be built: ${stderr}${stdout}`);
      },
    },
  };
}
