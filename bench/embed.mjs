// Embeds texts with the app's own model in Chromium. Vectors are cached in bench/.cache as they arrive, for all later
// runs.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';
import { findBrowser } from '../scripts/browser.mjs';
import { servePage } from './serve.mjs';

const root = resolve(import.meta.dirname, '..');
const cache = join(root, 'bench/.cache');
const DIMENSIONS = 384;
/** Texts per request to the browser. */
const STRETCH = 64;

/** @returns the vector of each text; missing ones are computed first */
export async function embedAll(texts) {
  const { passageHash } = (
    await runnerImport(join(root, 'src/search/passage-hash.ts'), { root, configFile: false })
  ).module;
  const [hashes, vectors] = ['hashes.u32', 'vectors.f32'].map((name) => join(cache, name));
  mkdirSync(cache, { recursive: true });
  const known = new Map();
  if (existsSync(hashes)) {
    const [keys, numbers] = [new Uint32Array(bytesOf(hashes)), new Float32Array(bytesOf(vectors))];
    for (let i = 0; (i + 1) * DIMENSIONS <= numbers.length; i++) {
      known.set(`${keys[2 * i]}/${keys[2 * i + 1]}`, numbers.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS));
    }
  }
  const keyOf = (text) => passageHash(text).join('/');
  const missing = [...new Set(texts)]
    .filter((text) => !known.has(keyOf(text)))
    .sort((a, b) => a.length - b.length);
  if (missing.length > 0) {
    const { address, stop } = await servePage('hybrid/model.html');
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
    const page = await browser.newPage();
    await page.goto(address);
    const start = performance.now();
    for (let from = 0; from < missing.length; from += STRETCH) {
      const some = missing.slice(from, from + STRETCH);
      const made = await page.evaluate((given) => globalThis.bench.embed(given), some);
      const rows = made.map((vector) => Float32Array.from(vector));
      for (const [i, text] of some.entries()) known.set(keyOf(text), rows[i]);
      appendFileSync(vectors, Buffer.concat(rows.map(({ buffer }) => Buffer.from(buffer))));
      appendFileSync(hashes, Buffer.from(Uint32Array.from(some.flatMap(passageHash)).buffer));
      const each = (performance.now() - start) / (from + some.length);
      process.stdout.write(
        `\r${from + some.length} of ${missing.length} texts embedded, ${each.toFixed(0)} ms each `,
      );
    }
    process.stdout.write('\n');
    await browser.close();
    stop();
  }
  return (text) => known.get(keyOf(text));
}

function bytesOf(path) {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return buffer.slice(byteOffset, byteOffset + byteLength);
}
