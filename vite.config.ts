// How the app is built: one page, one sandbox frame, workers, and a service worker that precaches what comes out.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { blockMedia } from './scripts/vite/block-media.ts';
import { bundledConnectors } from './scripts/vite/bundled-connectors.ts';
import { bundledTools } from './scripts/vite/bundled-tools.ts';
import { embeddingModel } from './scripts/vite/embedding-model.ts';
import { framing } from './scripts/vite/framing.ts';
import { licencesFile } from './scripts/vite/licences-file.ts';
import { examples } from './scripts/vite/examples.ts';
import { formulaFonts } from './scripts/vite/formula-fonts.ts';
import { guide } from './scripts/vite/guide.ts';
import { guidePack } from './scripts/vite/guide-pack.ts';
import { icons } from './scripts/vite/icons.ts';
import { isolation } from './scripts/vite/isolation.ts';
import { lateParts } from './scripts/vite/late-parts.ts';
import { sandboxWorker } from './scripts/vite/sandbox-worker.ts';
import { serviceWorker } from './scripts/vite/service-worker.ts';
import { texts } from './scripts/vite/texts/texts.ts';
import { wasmPin } from './scripts/vite/wasm-pin.ts';
import { workerEntries } from './scripts/vite/worker-entries.ts';
import { wat } from './scripts/vite/wat.ts';
import { widget } from './scripts/vite/widget.ts';
import { withoutNodeModules } from './scripts/vite/without-node-modules.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Named in README.md with the reasons. */
const BROWSERS = ['chrome123', 'firefox125', 'safari17.5'];

/** Svelte's way to set any attribute of an element names it, and nothing on the first screen goes that way. */
const BOUND_SELECT =
  /[\\/]svelte[\\/]src[\\/]internal[\\/]client[\\/]dom[\\/]elements[\\/]bindings[\\/]select\.js$/;

const TESTS = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tools/**/*.test.ts'];
/** Tests of files that change the globals of the thread they run in, or read what the build puts in their place. */
const ALONE = ['src/tools/bundled.test.ts', 'src/sandbox/worker/worker.test.ts'];

/** Many hosts do not know `.mjs`, nginx among them: they send it as bytes, and no browser imports those. */
const assetFileNames = ({ names }: { names: string[] }): string =>
  `assets/[name]-[hash]${names[0]?.endsWith('.mjs') ? '.js' : '[extname]'}`;

export default defineConfig({
  // Relative addresses and hash routes: the same files work at a root, in a folder, and offline.
  base: './',
  appType: 'mpa',
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [
    wasmPin(),
    wat(),
    withoutNodeModules(),
    lateParts(),
    svelte({ configFile: false }),
    texts(),
    bundledTools(),
    bundledConnectors(),
    embeddingModel(),
    formulaFonts(),
    blockMedia(),
    examples(),
    icons(),
    isolation(),
    framing(),
    licencesFile(),
    sandboxWorker(),
    guide(),
    serviceWorker(),
    widget(),
    guidePack(),
  ],
  worker: {
    format: 'es',
    plugins: () => [wasmPin(), wat(), withoutNodeModules(), workerEntries()],
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { chunkFileNames: 'assets/worker-[name]-[hash].js', assetFileNames },
    },
  },
  resolve: {
    // The build of the model's runtime that leaves its engine where it is: the worker says which one to fetch.
    alias: [
      {
        find: 'onnxruntime-web/webgpu',
        replacement: fileURLToPath(
          new URL('node_modules/onnxruntime-web/dist/ort.webgpu.min.mjs', import.meta.url),
        ),
      },
      // The package's own entry brings a worker of 200 KB along that nobody starts.
      {
        find: /^@sqlite\.org\/sqlite-wasm$/,
        replacement: fileURLToPath(
          new URL(
            'node_modules/@sqlite.org/sqlite-wasm/sqlite-wasm/jswasm/sqlite3-bundler-friendly.mjs',
            import.meta.url,
          ),
        ),
      },
    ],
  },
  // What loads late in the page or in a worker is prepared at the start; found on the way it would reload the page.
  optimizeDeps: {
    // Plain modules without dependencies, dozens of small ones: the browser loads them as they are.
    exclude: ['@orama/stemmers', '@orama/stopwords', 'eld'],
    include: [
      '@xenova/transformers',
      'ajv/dist/2020.js',
      'blockly/blocks',
      'blockly/core',
      'blockly/lua',
      'blockly/msg/en',
      'dompurify',
      'htmlparser2',
      'idb',
      'markdown-it',
      'openai/core/streaming',
      'stemmer',
      'uuid',
      'wasmoon',
    ],
  },
  build: {
    // The oldest browsers that have what the app needs; public/browser-check.js tells people with older ones.
    target: BROWSERS,
    // What a part imports is found when it comes: a list of that for every part would weigh on the first screen.
    // All of the browsers above know the link that it is for: none needs a replacement.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    rolldownOptions: {
      input: ['index.html'],
      checks: { pluginTimings: false },
      // Svelte's modules do nothing but what is called: those that a late part calls come with it.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]svelte[\\/]src[\\/]internal[\\/]client[\\/]/, sideEffects: false }],
      },
      // The first screen in one file: a dozen small ones compress worse.
      output: {
        assetFileNames,
        codeSplitting: {
          groups: [
            { name: 'select', test: BOUND_SELECT, priority: 1, includeDependenciesRecursively: false },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  // The sandbox frame has an opaque origin: in development its requests carry `Origin: null`.
  server: { cors: true },
  test: {
    environment: 'node',
    // In Node, Blockly's own entry wants a document; without one it still makes code of blocks.
    alias: {
      'blockly/core': fileURLToPath(new URL('node_modules/blockly/blockly.mjs', import.meta.url)),
      '@sqlite.org/sqlite-wasm': fileURLToPath(
        new URL('node_modules/@sqlite.org/sqlite-wasm/node.mjs', import.meta.url),
      ),
    },
    // For what never ends: a slow or busy machine is not a failure. scripts/patience.ts has the rest.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['scripts/property-seed.ts', 'scripts/patience.ts'],
    // Files share a thread and what it has loaded: a fifth faster than a fresh one each.
    pool: 'threads',
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: TESTS,
          exclude: [...configDefaults.exclude, ...ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
});
