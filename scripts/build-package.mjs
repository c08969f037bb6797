// Builds the package that sites install: `npm pack ./dist-package`. The app's own package.json stays private: the
// dependencies are bundled here, and a site that only needs search should not install the app's.
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProgramInto, isNewest } from './build-program.mjs';
import { writeTypes } from './package-types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The importable entries, with the sources of their types. */
const ENTRIES = {
  '.': { types: 'src/apps/site-plugins/package.ts', file: 'dist/element.js' },
  './pack': { types: 'src/apps/widget/pack.ts', file: 'dist/pack/pack.js' },
  './build': { types: 'src/apps/site-plugins/build.ts', file: 'dist/build.js' },
  './vite': { types: 'src/apps/site-plugins/vite.ts', file: 'dist/vite.js' },
  './astro': { types: 'src/apps/site-plugins/astro.ts', file: 'dist/astro.js' },
};

/** Written by the widget's build (scripts/vite/licences.ts). */
const LICENCES = 'third-party-licences.txt';
const SCRIPT = './dist/widget/perilune-chat.js';
const ELEMENT = `// <perilune-chat> for bundlers.
import { PeriluneChat } from './widget/perilune-chat.js';
PeriluneChat.chat.isBundled = true;
export { PeriluneChat };
`;

/** @param out an absolute path; existing files are replaced */
export async function buildPackage(out) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(`${out}/dist`, { recursive: true });
  await buildProgramInto(`${out}/dist`);
  await buildReader(`${out}/dist/pack`);
  await putApp(`${out}/dist/app`);
  writeTypes(
    root,
    Object.values(ENTRIES).map(({ types }) => types),
    `${out}/types`,
  );
  writeFileSync(`${out}/dist/element.js`, ELEMENT);
  mkdirSync(`${out}/bin`);
  writeFileSync(
    `${out}/bin/perilune.mjs`,
    "#!/usr/bin/env node\n// The command `perilune`.\nimport '../dist/program.js';\n",
  );
  chmodSync(`${out}/bin/perilune.mjs`, 0o755);
  chmodSync(`${out}/dist/glue.wasm`, 0o644);
  copyFileSync(`${root}LICENSE`, `${out}/LICENSE`);
  copyFileSync(`${out}/dist/widget/${LICENCES}`, `${out}/${LICENCES}`);
  copyFileSync(`${root}scripts/package-readme.md`, `${out}/README.md`);
  writeFileSync(`${out}/package.json`, `${JSON.stringify(manifest(), null, 2)}\n`);
}

function manifest() {
  const { name, version, license, engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  return {
    name,
    version,
    description:
      'Ask your own documents, run Lua tools in a sandbox, serve both over MCP and HTTP, and add search to a documentation site.',
    keywords: [
      'search',
      'documentation',
      'mcp',
      'lua',
      'agent',
      'static-site',
      'web-component',
      'vite-plugin',
    ],
    license,
    type: 'module',
    engines,
    bin: { perilune: 'bin/perilune.mjs' },
    files: ['bin', 'dist', 'types', LICENCES],
    sideEffects: [SCRIPT, './dist/element.js', './dist/program.js', './dist/thread.js', './dist/sandbox.js'],
    types: typesOf(ENTRIES['.']),
    unpkg: SCRIPT,
    jsdelivr: SCRIPT,
    exports: {
      ...Object.fromEntries(
        Object.entries(ENTRIES).map(([path, entry]) => [
          path,
          { types: typesOf(entry), default: `./${entry.file}` },
        ]),
      ),
      './widget': { types: typesOf(ENTRIES['.']), default: SCRIPT },
      './widget/*': './dist/widget/*',
      './package.json': './package.json',
    },
    peerDependencies: { vite: '>=5' },
    peerDependenciesMeta: { vite: { optional: true } },
  };
}

function typesOf({ types }) {
  return `./types/${types.replace(/^src\//, '').replace(/\.ts$/, '.d.ts')}`;
}

/** The sources of the app. */
const APP_PARTS = [
  'src',
  'public',
  'tools',
  'examples',
  'scripts/vite',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** Copies the app as `npm run build` makes it. An up-to-date build is reused. */
async function putApp(to) {
  if (!isNewest(`${root}dist/index.html`, APP_PARTS)) {
    const { build } = await import('vite');
    // Test runners set another one, and Svelte would be built for development.
    process.env.NODE_ENV = 'production';
    await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn' });
  }
  cpSync(`${root}dist`, to, { recursive: true });
}

/** Builds the index reader alone, for pages and programs with their own search. */
async function buildReader(outDir) {
  const { build } = await import('vite');
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      target: 'es2023',
      reportCompressedSize: false,
      lib: { entry: { pack: 'src/apps/widget/pack.ts' }, formats: ['es'] },
      rolldownOptions: {
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js', minify: true },
        checks: { pluginTimings: false },
      },
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildPackage(resolve(process.argv[2] ?? `${root}dist-package`));
}
