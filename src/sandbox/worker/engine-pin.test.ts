// The Lua engine is the pinned one, a build with any other fails, and the output contains no address to fetch one
// from.
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import { ENGINE, wasmPin } from '../../../scripts/vite/wasm-pin.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'perilune-pin-'));

/** Bundles a script as the app's build does, and returns the code. */
async function bundle(input: string, pin?: Plugin): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [pin],
    build: { write: false, minify: false, target: 'es2023', rolldownOptions: { input } },
  });
  return [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .map((file) => (file.type === 'chunk' ? file.code : ''))
    .join('\n');
}

function script(text: string): string {
  const path = join(folder, 'entry.js');
  writeFileSync(path, text);
  return path;
}

describe('the pinned engine', () => {
  it('is the installed one (J97)', async () => {
    await expect(bundle(script('console.log(1)'), wasmPin(ENGINE))).resolves.toContain('console.log(1)');
  });

  it('fails a build with a single changed byte, and says what to do (J97)', async () => {
    const other = join(folder, 'glue.wasm');
    copyFileSync(ENGINE, other);
    const bytes = readFileSync(other);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(other, bytes);
    const building = bundle(script('console.log(1)'), wasmPin(other));
    await expect(building).rejects.toThrow(/not the one that the sandbox was tested with.*Run npm ci/s);
  });

  it('is never fetched from a CDN: the built worker names none (J92)', async () => {
    expect(await bundle(WORKER)).toContain('unpkg.com');
    expect(await bundle(WORKER, wasmPin())).not.toMatch(/unpkg|jsdelivr/);
  });

  it('fails a build that would load anything else from a CDN (J92)', async () => {
    const entry = script('export default import("https://cdn.jsdelivr.net/npm/x/+esm")');
    await expect(bundle(entry, wasmPin())).rejects.toThrow(/load nothing from a CDN/);
  });
});
