// The index of a real manual: the results of questions, and their cost for a visitor.
//
// node bench/manual.mjs PACK [question …]
//
// PACK is a folder written by `perilune build`. Without questions, asks those for Python's manual (python3.11-doc),
// and prints the share whose page is first, or among the first three. Each question is asked of a freshly opened
// index; bytes are those of the files on the host.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { inflateRawSync } from 'node:zlib';
import { runnerImport } from 'vite';

const root = resolve(import.meta.dirname, '..');
const load = async (path) => (await runnerImport(join(root, path), { root, configFile: false })).module;
const { openPack } = await load('src/site-index/open-pack.ts');
const { Languages } = await load('src/knowledge/languages.ts');

/** Typical questions, with the pages that answer them. */
const PYTHON = [
  ['how do I sort a dictionary by value', /howto\/sorting|stdtypes|library\/functions/],
  ['context manager', /contextlib|datamodel|compound_stmts|stdtypes|glossary/],
  ['asyncio timeout', /asyncio-(?:task|exceptions)/],
  ['read a csv file', /library\/csv/],
  ['run a subprocess and capture output', /library\/subprocess/],
  ['f-string format specification', /library\/string|lexical_analysis|inputoutput/],
  ['parse json', /library\/json/],
  ['list comprehension', /datastructures|expressions|howto\/functional|glossary/],
  ['join paths pathlib', /library\/pathlib|os\.path/],
  ['regular expression named group', /library\/re\.|howto\/regex/],
  ['dataclass default factory', /library\/dataclasses/],
  ['unittest mock patch', /unittest\.mock/],
  ['virtual environment create', /library\/venv|tutorial\/venv/],
  ['what is the GIL', /glossary|c-api\/init|faq\/library/],
  ['decimal rounding', /library\/decimal/],
  ['walrus operator', /whatsnew\/3\.8|expressions|faq\/design|lexical_analysis/],
];

const [folder, ...asked] = process.argv.slice(2);
if (folder === undefined) {
  console.error('node bench/manual.mjs PACK [question …]');
  process.exit(1);
}
const questions = asked.length > 0 ? asked.map((question) => [question]) : PYTHON;
const first = [];
const third = [];
const bytes = [];
for (const [question, page] of questions) {
  let fetched = 0;
  const pack = await openPack(
    {
      read: async (name) => {
        const file = readFileSync(join(folder, name));
        fetched += file.length;
        return new Uint8Array(file);
      },
      inflate: async (packed) => new Uint8Array(inflateRawSync(packed)),
      decode: (text) => new TextDecoder().decode(text),
    },
    (codes) => new Languages().load(codes),
  );
  const started = performance.now();
  const { hits } = await pack.search(question, { limit: 3 });
  const time = performance.now() - started;
  pack.close();
  bytes.push(fetched);
  const place = page ? hits.findIndex(({ url }) => page.test(url)) : -1;
  first.push(place === 0 ? 1 : 0);
  third.push(place >= 0 ? 1 : 0);
  console.log(`${question}  (${(fetched / 1000).toFixed(0)} KB, ${time.toFixed(0)} ms)`);
  for (const [i, { url, title, sections }] of hits.entries())
    console.log(`  ${i === place ? '*' : ' '} ${title}: ${sections[0]?.url ?? url}`);
}
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
console.log(
  `\n${(mean(bytes) / 1000).toFixed(0)} KB a question, ${(Math.max(...bytes) / 1000).toFixed(0)} KB at most`,
);
if (asked.length === 0) {
  const said = `right page first ${(100 * mean(first)).toFixed(0)} %, among the first three ${(100 * mean(third)).toFixed(0)} %`;
  console.log(`${questions.length} questions: ${said}`);
}
