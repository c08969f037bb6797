// Vite plugin: the Node code paths of wasmoon and Tesseract import Node modules that a worker never reaches; an empty
// module replaces them.
import type { Plugin } from 'vite';

export function withoutNodeModules(): Plugin {
  return {
    name: 'perilune:without-node-modules',
    enforce: 'pre',
    resolveId(id, importer) {
      const ours = importer !== undefined && /wasmoon|tesseract\.js-core/.test(importer);
      return ours && ['module', 'url', 'fs', 'crypto'].includes(id) ? '\0empty-module' : undefined;
    },
    load(id) {
      return id === '\0empty-module' ? 'export default {}' : undefined;
    },
  };
}
