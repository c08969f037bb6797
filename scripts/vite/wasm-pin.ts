// Vite plugin: verifies that the Lua engine is the one the sandbox was tested with, and comes only from the package.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** wasmoon 1.16.0's dist/glue.wasm. Changes only together with the dependency, after the sandbox's tests have passed. */
export const ENGINE_SHA256 = '95f3f19ddb740125883bc41d5ec670cd0828e7b58c8bdad385323cbff497b55c';
export const ENGINE = fileURLToPath(new URL('../../node_modules/wasmoon/dist/glue.wasm', import.meta.url));

/** Default CDN addresses of wasmoon, the model runtime and Tesseract's script. */
const CDN_ADDRESS = /`https:\/\/(?:unpkg\.com|cdn\.jsdelivr\.net)\/[^`]*`/g;
const ASKS_A_CDN =
  /node_modules\/(?:(?:wasmoon|@xenova\/transformers)\/dist\/[^/]+|tesseract\.js\/src\/worker-script\/index)\.js$/;
const CDN_HOSTS = /\b(?:unpkg\.com|jsdelivr\.net|esm\.sh|cdnjs\.cloudflare\.com)\b/;

/** @throws Error with a sentence when these bytes are not the pinned engine. */
export function checkEngine(bytes: Uint8Array): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found === ENGINE_SHA256) return;
  throw new Error(
    `The Lua engine in node_modules/wasmoon is not the one that the sandbox was tested with (SHA-256 ${found}, expected ` +
      `${ENGINE_SHA256}). Run npm ci; if wasmoon was updated on purpose, run the tests of the sandbox, then put the new ` +
      'hash into scripts/vite/wasm-pin.ts.',
  );
}

/** @param engine path of another engine, for tests */
export function wasmPin(engine = ENGINE): Plugin {
  return {
    name: 'perilune:wasm-pin',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      checkEngine(readFileSync(engine));
    },
    transform(code, id) {
      if (ASKS_A_CDN.test(id)) return code.replace(CDN_ADDRESS, "''");
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const [host] = (file.type === 'chunk' && CDN_HOSTS.exec(file.code)) || [];
        if (host) throw new Error(`${file.fileName} names ${host}: the app must load nothing from a CDN.`);
      }
    },
  };
}
