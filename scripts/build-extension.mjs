// Builds the companion extension: the folder `dist-extension/`, to be loaded unpacked, and the same as a zip file.
import { zipSync } from 'fflate';
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const ICONS = ['icon-192.png', 'icon-512.png'];
/** Equal files make an equal zip. */
const MTIME = '1990-01-01T00:00:00';

/**
 * @param out an absolute path; existing files are replaced
 * @param change changes the manifest before it is written, for tests
 */
export async function buildExtension(out, change = (manifest) => manifest) {
  rmSync(out, { recursive: true, force: true });
  for (const mode of ['production', 'bridge']) {
    await build({
      configFile: `${root}scripts/vite/extension.config.ts`,
      mode,
      logLevel: 'warn',
      build: { outDir: out },
    });
  }
  for (const icon of ICONS) copyFileSync(`${root}public/icons/${icon}`, `${out}/${icon}`);
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const manifest = JSON.parse(readFileSync(`${root}src/apps/extension/manifest.json`, 'utf8'));
  writeFileSync(`${out}/manifest.json`, `${JSON.stringify({ version, ...change(manifest) }, null, 2)}\n`);
}

function zipOf(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return zipSync(
    Object.fromEntries(
      files
        .sort()
        .map((name) => [name.replaceAll('\\', '/'), [readFileSync(join(folder, name)), { mtime: MTIME }]]),
    ),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = resolve(process.argv[2] ?? join(root, 'dist-extension'));
  await buildExtension(out);
  writeFileSync(`${out}.zip`, zipOf(out));
  console.log(
    `Built ${out}\nIn Chromium, Chrome or Edge, open chrome://extensions, turn on Developer mode, choose “Load unpacked” and this folder.\nThen open your Perilune and press the extension’s icon in the toolbar.`,
  );
}
