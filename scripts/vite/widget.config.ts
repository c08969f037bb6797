// Builds <perilune-chat>: `dist/widget/perilune-chat.js`, which a site's pages load, and the parts it loads when a
// visitor is about to search. The build fails when they exceed their size limits.
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { licencesFile } from './licences-file.ts';
import { widgetWorkers } from './widget-workers.ts';
import { widgetSandbox } from './widget-sandbox.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bytes, gzipped: loaded with the page, and in total when the first results are shown. */
const MOST = { first: 12_000, searching: 45_000 };
/** Loaded besides the entry on the way to the first result, on an English site. */
const SEARCHING = ['src/widget/window.ts', 'src/apps/widget/pack.ts'];

interface Chunk {
  fileName: string;
  facadeModuleId: string | null;
  imports: string[];
  code: string;
}

function sizes(): Plugin {
  return {
    name: 'perilune:widget-sizes',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as Chunk[];
      const withImports = (start: (Chunk | undefined)[], found = new Set<Chunk>()): Set<Chunk> => {
        for (const chunk of start) {
          if (!chunk || found.has(chunk)) continue;
          found.add(chunk);
          withImports(
            chunk.imports.map((name) => chunks.find(({ fileName }) => fileName === name)),
            found,
          );
        }
        return found;
      };
      const bytes = (all: Set<Chunk>): number =>
        [...all].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);
      const entry = chunks.find(({ fileName }) => fileName === 'perilune-chat.js');
      const parts = SEARCHING.map((path) =>
        chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(path)),
      );
      if (!entry || parts.includes(undefined)) this.error('the widget has not the parts that it should have');
      const measured = {
        first: bytes(withImports([entry])),
        searching: bytes(withImports([entry, ...parts])),
      };
      for (const [name, most] of Object.entries(MOST)) {
        const size = measured[name as keyof typeof MOST];
        const said = `widget, ${name}: ${(size / 1000).toFixed(1)} KB gzipped of ${most / 1000}`;
        if (size > most) this.error(`${said}: too much`);
        this.info(said);
      }
    },
  };
}

export default defineConfig({
  root,
  publicDir: false,
  // Addresses are relative to the files, so they work in any folder and from any host.
  base: './',
  plugins: [licencesFile(), widgetSandbox(), widgetWorkers(), sizes()],
  build: {
    outDir: 'dist/widget',
    emptyOutDir: true,
    target: 'es2023',
    // Browsers with `light-dark()`, which the app requires as well: no fallback is generated.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
    reportCompressedSize: false,
    // As a library, without code that loads styles of lazy parts, which include theirs.
    lib: { entry: { 'perilune-chat': 'src/apps/widget/widget.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        minify: true,
        // Code shared by element and window is a separate file: the entry may be loaded as `perilune-chat.js?v=2`,
        // and must not load again under its plain name.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /src[\\/](?:core[\\/](?:errors|ports[\\/]model-context)|base[\\/]listeners|widget[\\/](?:dom|texts|found-labels|page-policy|hotkeys|hotkey-listener))\.ts$/,
            },
          ],
        },
      },
      checks: { pluginTimings: false },
    },
  },
});
