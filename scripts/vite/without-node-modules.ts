// Vite plugin: the Node branches of wasmoon and Tesseract name Node modules that a worker never reaches; an empty module stands
// in for them.
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
