// Vite plugin: builds the guide's own index with the public command, after the guide and the widget.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/perilune.mjs', import.meta.url));
const SETTINGS = fileURLToPath(new URL('../guide-site/perilune.config.json', import.meta.url));

export function guidePack(): Plugin {
  // A visitor's browser caches what searches request.
  return afterBuild('guide-pack', 'post', ({ root, build }) => {
    const site = resolve(root, build.outDir, 'demo-docs');
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
      { cwd: root, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`the pack of the guide could not be built: ${stderr}${stdout}`);
  });
}
