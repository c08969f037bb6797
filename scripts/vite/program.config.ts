// Builds the terminal program, which `npx perilune` starts. In the mode `sandbox` it builds the sandbox's worker: the
// app's own file, bundled and without access to Node's modules; otherwise everything around it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { wasmPin } from './wasm-pin.ts';
import { wat } from './wat.ts';
import { withoutNodeModules } from './without-node-modules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

const both = {
  root,
  configFile: false,
  publicDir: false,
  define: { __APP_VERSION__: JSON.stringify(version) },
} as const;

const program: UserConfig = {
  ...both,
  plugins: [wat()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist-program',
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: {
      input: {
        program: 'src/apps/cli/cli.ts',
        thread: 'src/cli/thread.ts',
        build: 'src/apps/site-plugins/build.ts',
        vite: 'src/apps/site-plugins/vite.ts',
        astro: 'src/apps/site-plugins/astro.ts',
        'build-thread': 'src/apps/cli/build-thread.ts',
        'read-thread': 'src/apps/cli/read-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
      checks: { pluginTimings: false },
    },
  },
};

const sandbox: UserConfig = {
  ...both,
  plugins: [wasmPin(), withoutNodeModules()],
  build: {
    outDir: 'dist-program',
    emptyOutDir: false,
    minify: false,
    modulePreload: false,
    target: 'es2023',
    rolldownOptions: {
      input: { sandbox: 'src/sandbox/worker/worker.ts' },
      output: { format: 'es', codeSplitting: false, entryFileNames: '[name].js' },
      checks: { pluginTimings: false },
    },
  },
};

export default defineConfig(({ mode }) => (mode === 'sandbox' ? sandbox : program));
