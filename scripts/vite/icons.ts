// Vite plugin: replaces the icon package's wrapper by our own. The package's accepts any attribute, which costs the
// first screen 2 KB.
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FRAME = fileURLToPath(new URL('../../src/ui/components/Icon.svelte', import.meta.url));

export function icons(): Plugin {
  return {
    name: 'perilune:icons',
    enforce: 'pre',
    resolveId(id, importer) {
      return id.endsWith('/Icon.svelte') && importer?.includes('@lucide/svelte') ? FRAME : undefined;
    },
  };
}
