// The real engine in Node, on a real image: the same engine and data that the app serves.
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENGINE_BYTES, LANGUAGES, languagesToRead } from './languages.ts';
import { linesOf } from './lines.ts';
import { Tesseract } from './tesseract.ts';

const MODULES = new URL('../../../node_modules/', import.meta.url);
const WASM = fileURLToPath(new URL('tesseract.js-core/tesseract-core-simd-lstm.wasm', MODULES));
const dataOf = (code: string): string =>
  fileURLToPath(new URL(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`, MODULES));

test('reads an image of a page in two languages', async () => {
  const tesseract = await Tesseract.open(
    WASM,
    ['deu', 'eng'].map((code) => ({ code, data: new Uint8Array(readFileSync(dataOf(code))) })),
  );
  const { blocks } = await tesseract.read(
    new Uint8Array(readFileSync(new URL('fixtures/harbour.png', import.meta.url))),
  );
  const text = linesOf(blocks, 400, 1).map((line) => line.text);
  expect(text).toEqual([
    'Harbour regulations',
    'The harbour master of Lindholm is Greta Sundqvist.',
    'Für Gäste kostet die Übernachtung 235 Kronen.',
  ]);
});

test('lists the sizes of the actual files', () => {
  expect(statSync(WASM).size).toBe(ENGINE_BYTES);
  for (const { code, bytes } of LANGUAGES) expect(statSync(dataOf(code)).size).toBe(bytes);
});

test("reads the chosen languages, or else the browser's and English", () => {
  const codes = (...given: Parameters<typeof languagesToRead>) =>
    languagesToRead(...given).map(({ code }) => code);
  expect(codes(['fra', 'xxx'], ['de'])).toEqual(['fra']);
  expect(codes([], ['pt-BR', 'de-AT', 'fr'])).toEqual(['deu', 'eng']);
  expect(codes([], ['en-GB', 'de'])).toEqual(['eng']);
  expect(codes(['xxx'], [])).toEqual(['eng']);
});
