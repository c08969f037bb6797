// Vite plugin for workers: lazy parts never import from a worker's entry; shared code is a separate chunk. WebKit
// evaluates the entry a second time when a part imports from it, and then two listeners answer every message.
import type { Plugin, Rolldown } from 'vite';

export function workerEntries(): Plugin {
  return {
    name: 'perilune:worker-entries',
    apply: 'build',
    // Vite sets `false` for workers, whatever the configuration says.
    options: (options) => ({ ...options, preserveEntrySignatures: 'strict' }),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk') as Rolldown.OutputChunk[];
      const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
      for (const { fileName, imports, dynamicImports } of chunks) {
        const others = [...imports, ...dynamicImports].filter((imported) => imported !== fileName);
        const entry = others.find((imported) => entries.has(imported));
        if (entry) this.error(`${fileName} imports from ${entry}, the entry of a worker`);
      }
    },
  };
}
