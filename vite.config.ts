// The app's build: one page, one sandbox frame, workers, and a service worker that precaches the output.
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
import { JOINED, JOINED_IN_WORKERS } from './scripts/vite/joined-parts.ts';
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

/** README.md names them, with the reasons. */
const BROWSERS = ['chrome123', 'firefox125', 'safari17.5'];

/** Svelte's code for setting arbitrary attributes mentions it, and nothing on the first screen needs that. */
const BOUND_SELECT =
  /[\\/]svelte[\\/]src[\\/]internal[\\/]client[\\/]dom[\\/]elements[\\/]bindings[\\/]select\.js$/;

const TESTS = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tools/**/*.test.ts'];
/** Tests that change the globals of their thread, or read build constants. */
const ALONE = ['src/tools/bundled.test.ts', 'src/sandbox/worker/worker.test.ts'];

/** Many hosts, nginx among them, do not know `.mjs` and send it with a binary type, which browsers refuse to import. */
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
      output: {
        chunkFileNames: 'assets/worker-[name]-[hash].js',
        assetFileNames,
        codeSplitting: { groups: [...JOINED_IN_WORKERS] },
      },
    },
  },
  resolve: {
    // The build of the model runtime without a bundled engine: the worker chooses which one to load.
    alias: [
      {
        find: 'onnxruntime-web/webgpu',
        replacement: fileURLToPath(
          new URL('node_modules/onnxruntime-web/dist/ort.webgpu.min.mjs', import.meta.url),
        ),
      },
      // The package's own entry includes an unused worker of 200 KB.
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
  // Dependencies of lazy code are prebundled at the start; discovering them later would reload the page.
  optimizeDeps: {
    // Dozens of small modules without dependencies: the browser loads them unbundled.
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
    // The oldest browsers with all required features; public/browser-check.js informs users of older ones.
    target: BROWSERS,
    // A lazy part's imports are found when it loads: listing them for every part would enlarge the first screen. All
    // supported browsers have modulepreload, so no polyfill is needed.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    // The largest parts (diagrams, PDF) load on first use; e2e/first-start.spec.ts limits the first screen.
    chunkSizeWarningLimit: 6_000,
    rolldownOptions: {
      input: ['index.html'],
      // A dynamic import within a joined part loads nothing more, on purpose.
      checks: { pluginTimings: false, ineffectiveDynamicImport: false },
      // Svelte's modules have no side effects, so functions used only by a lazy part load with that part.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]svelte[\\/]src[\\/]internal[\\/]client[\\/]/, sideEffects: false }],
      },
      // The first screen is one file: a dozen small ones compress worse.
      output: {
        assetFileNames,
        codeSplitting: {
          groups: [
            { name: 'select', test: BOUND_SELECT, priority: 11, includeDependenciesRecursively: false },
            { name: 'first', tags: ['$initial'], priority: 10 },
            ...JOINED,
          ],
        },
      },
    },
  },
  // The sandbox frame has an opaque origin: in development its requests carry `Origin: null`.
  server: { cors: true },
  test: {
    environment: 'node',
    // In Node, Blockly's main entry needs a document; this one still generates code from blocks.
    alias: {
      'blockly/core': fileURLToPath(new URL('node_modules/blockly/blockly.mjs', import.meta.url)),
      '@sqlite.org/sqlite-wasm': fileURLToPath(
        new URL('node_modules/@sqlite.org/sqlite-wasm/node.mjs', import.meta.url),
      ),
    },
    // Only catches endless work: a slow or busy machine is not a failure. See scripts/patience.ts.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['scripts/property-seed.ts', 'scripts/patience.ts'],
    // Files share a thread and its loaded modules: a fifth faster than a fresh thread each.
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
