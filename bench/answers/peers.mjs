// The first hits of Pagefind and of VitePress's search, judged by the same questions as our answers: the full section
// of the hit.
//
// node bench/answers/peers.mjs [--split tune|report|all]
//
// VitePress searches sections of pages with MiniSearch; fields, weights and options are those of its default theme.
import { parseArgs } from 'node:util';
import MiniSearch from 'minisearch';
import { openSource } from '../source.mjs';
import { hasWords, readQuestions } from './judge.mjs';
import { libraryOf } from './library.mjs';
import { pagefindOver } from './pagefind.mjs';
import { readSet, SET_NAMES } from './sets.mjs';

const { values } = parseArgs({ options: { split: { type: 'string', default: 'report' } } });
const { load, close } = await openSource();
const { plainBlock } = await load('src/search/answer/plain-block.ts');

const { STOP_WORDS } = await load('src/search/stop-words.ts');
const counts = {};
for (const name of SET_NAMES) {
  const files = readSet(name);
  const questions = readQuestions(name).filter((one) => values.split === 'all' || one.split === values.split);
  if (!files || questions.length === 0) continue;
  const sections = await sectionsOf(await libraryOf(files, load));
  const pagefind = await pagefindOver(sections);
  const peers = {
    VitePress: vitePressOver(sections),
    ...(pagefind && {
      Pagefind: pagefind,
      // The queries of users who know that a search wants keywords.
      'Pagefind, words only': { search: (question) => pagefind.search(wordsOnly(question)) },
    }),
  };
  for (const [peer, { search }] of Object.entries(peers)) {
    for (const { q, words, in: places } of questions) {
      const hit = await search(q);
      for (const row of [`${peer}, ${name}`, `${peer}, all`]) {
        const count = (counts[row] ??= { questions: 0, words: 0, document: 0, refusable: 0, refused: 0 });
        if (!words) {
          count.refusable++;
          if (!hit) count.refused++;
          continue;
        }
        count.questions++;
        if (hit && hasWords(hit.text, words)) count.words++;
        if (hit && places.some((place) => hit.path.endsWith(place))) count.document++;
      }
    }
  }
  await pagefind?.stop();
}
console.table(Object.fromEntries(Object.entries(counts).map(([row, count]) => [row, shares(count)])));
await close();

function wordsOnly(question) {
  const words = question.split(/\s+/);
  return words.filter((word) => !STOP_WORDS.has(word.toLowerCase().replace(/\W+$/, ''))).join(' ');
}

function vitePressOver(sections) {
  const index = new MiniSearch({ fields: ['title', 'titles', 'text'], storeFields: ['text', 'path'] });
  index.addAll(sections);
  const options = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };
  return { search: (question) => index.search(question, options)[0] };
}

/** The text under one heading, up to the next one of any level. */
async function sectionsOf(library) {
  const { documents } = await library.list({ limit: 1_000 });
  const sections = [];
  for (const { id } of documents) {
    const { body, title, source_id: path } = await library.open(id);
    const starts = [0, ...Array.from(body.matchAll(/^#{1,6} .*$/gm), ({ index }) => index)];
    const above = [];
    [...new Set(starts)].forEach((start, i, list) => {
      const section = body.slice(start, list[i + 1]);
      const heading = /^(#{1,6}) (.*)/.exec(section);
      if (heading) above.splice(heading[1].length - 1, above.length, heading[2]);
      const titles = [title, ...above.slice(0, -1)].filter(Boolean).join(' ');
      const markdown = heading ? section.slice(heading[0].length) : section;
      const place = { id: `${id} ${i}`, page: id, path };
      sections.push({ ...place, title: heading?.[2] ?? title, titles, text: plainBlock(markdown), markdown });
    });
  }
  return sections;
}

function shares({ questions, words, document, refusable, refused }) {
  const share = (part, whole) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);
  return {
    'right words': share(words, questions),
    'right document first': share(document, questions),
    'rightly refused': share(refused, refusable),
  };
}
