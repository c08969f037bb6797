// Vite plugin: assembles an imported WebAssembly text file (`.wat`) and provides its bytes, in the build, in
// development and in tests. A syntax error fails with its line.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const FEATURES = { simd: true } as const;

/** @throws Error with the position of the mistake. */
export async function assemble(fileName: string, text: string): Promise<Uint8Array> {
  // Two megabytes, loaded only if such a file is imported.
  const { default: load } = await import('wabt');
  const wabt = await load();
  const module = wabt.parseWat(fileName, text, FEATURES);
  try {
    module.resolveNames();
    module.validate();
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

export function wat(): Plugin {
  return {
    name: 'perilune:wat',
    enforce: 'pre',
    async load(id) {
      const [path = ''] = id.split('?');
      if (!path.endsWith('.wat')) return undefined;
      this.addWatchFile(path);
      const bytes = await assemble(path, await readFile(path, 'utf8'));
      const base64 = Buffer.from(bytes).toString('base64');
      return `export default Uint8Array.from(atob('${base64}'), (character) => character.charCodeAt(0));`;
    },
  };
}
