// Synthetic passages and questions for benchmarks: the same on every machine, in Node and in the browser.
//
// Passages have about 800 characters; word frequencies follow Zipf and Mandelbrot, and the most common words are real
// stop words.

const QUERIES = 300;
const VOCABULARY = 50_000;
/** Passages per document. */
const EACH = 4;

/**
 * @param stopWords the most common words, as in src/search/stop-words.ts
 * @param each passages per document
 * @returns `{ chunks, content, questions }`: passages in index format, and queries of 2 to 4 of their words, without
 *   and with stop words around them
 */
export function synthetic(count, stopWords, each = EACH) {
  const random = mulberry32(20261121);
  const chunks = [...passages(count, stopWords, each, random)];
  return { chunks, ...queries(chunks, stopWords, random) };
}

/** Yields passages one by one, since large numbers do not fit into memory. */
export function* passages(count, stopWords, each = EACH, random = mulberry32(20261121)) {
  const stops = [...stopWords];
  const vocabulary = [...stops, ...pseudoWords(VOCABULARY - stops.length, random)];
  const cumulative = [];
  let sum = 0;
  vocabulary.forEach((_, rank) => cumulative.push((sum += 1 / (rank + 2.7) ** 1.05)));
  const draw = () => vocabulary[firstAbove(cumulative, random() * sum)];
  for (let i = 0; i < count; i++) {
    // Passages have a topic: 15 % of their words come from a small set of its own.
    const topic = Array.from({ length: 12 }, () => vocabulary[150 + Math.floor(random() * 49_000)]);
    const words = [];
    for (let length = 0; length < 800; length += words.at(-1).length + 1) {
      words.push(random() < 0.15 ? topic[Math.floor(random() * 12)] : draw());
    }
    yield {
      document: `d${String(Math.floor(i / each)).padStart(6, '0')}`,
      index: i % each,
      text: words.join(' '),
      title: topic.slice(0, 3).join(' '),
      heading: [topic[3]],
    };
  }
}

/** Queries that these passages answer. */
export function queries(chunks, stopWords, random = mulberry32(7)) {
  const stops = [...stopWords];
  const words = () =>
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => {
      const text = chunks[Math.floor(random() * chunks.length)].text
        .split(' ')
        .filter((word) => !stopWords.has(word));
      return text[Math.floor(random() * (text.length - 1))];
    });
  const around = () =>
    Array.from({ length: 3 + Math.floor(random() * 3) }, () => stops[Math.floor(random() * 40)]);
  return {
    content: Array.from({ length: QUERIES }, () => words().join(' ')),
    questions: Array.from({ length: QUERIES }, () => `${[...around(), ...words()].join(' ')}?`),
  };
}

function pseudoWords(count, random) {
  const syllables =
    'ba ce di fo gu ka le mi no pu ra se ti vo xu lan mer tin sol dur pre con sta tri clo'.split(' ');
  const words = new Set();
  while (words.size < count) {
    const length = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join(''));
  }
  return words;
}

function firstAbove(sorted, value) {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A small seeded generator: the same passages on every machine. */
function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
