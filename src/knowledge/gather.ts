// Gathers the context for a model's answer: the best-matching passages, whole, with the section around them.
import { GUIDE_SOURCE } from '../core/answer.ts';
import type { ContextPassage, GatherOptions } from '../core/context-passage.ts';
import { ATTACHED_SOURCE, type Chunk, type SearchHit, type SearchOptions } from '../core/document.ts';
import { parseQuery } from '../search/parsed-query.ts';
import { isAboutGuide } from '../search/answer/about-guide.ts';
import {
  type Candidate,
  chooseStretches,
  type Range,
  reachOf,
  sectionAround,
  type Stretch,
} from '../search/context/stretches.ts';
import { beginsInTable, headBefore } from '../search/context/table-head.ts';
import type { KeywordHit } from '../search/keyword-index.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import { filterOf, toSearchHit } from './find.ts';
import { idOfKey } from './live-index.ts';
import { type SearchedLibrary, searchLibrary } from './search-library.ts';

/** Maximum documents and passages: more of them adds little, and a model is paid by the token. */
const MOST = { documents: 16, passages: 32 } as const;
/** Passages in which further ones of the found documents are looked for. */
const LOOKED_AT = 120;
/** Weight of a document's further passages compared with its best one. */
const FURTHER = 0.9;
/** Minimum score of a passage relative to the best of all. */
const FLOOR = 0.25;
/** How many passages before a row to look for the header of its table, in growing steps. */
const HEAD_STEPS = [16, 64, 256, 1_024] as const;

export interface GatheringLibrary extends SearchedLibrary {
  store: Pick<DocumentStore, 'places'>;
}

interface Found extends Candidate {
  score: number;
  hit: SearchHit;
}

/** @throws Failure as `searchLibrary` */
export async function gather(
  library: GatheringLibrary,
  question: string,
  { tokens, before, ...options }: GatherOptions,
  signal?: AbortSignal,
): Promise<ContextPassage[]> {
  const within = withoutGuide(library, question, options);
  const own = await candidatesFor(library, question, within, signal);
  const further =
    before === undefined || before.trim() === ''
      ? []
      : await candidatesFor(library, `${before}\n${question}`, within, signal);
  const found = together(own, further);
  const stretches = await stretchesOf(library, found, tokens);
  const byKey = new Map(found.map((one) => [keyOf(one.document, one.chunk), one.hit]));
  return stretches.map(({ document, best, text, start, end }) => ({
    ...byKey.get(keyOf(document, best))!,
    text,
    start,
    end,
  }));
}

/** Beside the user's own documents, the guide answers only questions about the program. */
function withoutGuide(
  { live }: SearchedLibrary,
  question: string,
  options: Omit<SearchOptions, 'limit'>,
): Omit<SearchOptions, 'limit'> {
  const { source, sources, within } = options;
  if (
    source !== undefined ||
    sources !== undefined ||
    within !== undefined ||
    parseQuery(question).sources.length > 0
  )
    return options;
  const names = [...live.index.countBySource().keys()];
  const hasOthers = names.some(
    (name) => name !== GUIDE_SOURCE && (name !== ATTACHED_SOURCE || options.attached?.length),
  );
  return hasOthers && !isAboutGuide(question) ? { ...options, without: [GUIDE_SOURCE] } : options;
}

/** Returns the best passage of each document as in a search, and other passages of these documents with the words. */
async function candidatesFor(
  library: GatheringLibrary,
  question: string,
  options: Omit<SearchOptions, 'limit'>,
  signal: AbortSignal | undefined,
): Promise<Found[]> {
  const hits = await searchLibrary(library, question, { ...options, limit: MOST.documents }, { signal });
  const found = hits.map((hit) => ({ document: hit.id, chunk: hit.chunk, score: hit.score, hit }));
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  const asked = {
    ...parseQuery(question),
    languages: await library.languages.load(library.live.index.languages),
  };
  if (asked.text.trim() === '') return found;
  const words = library.live.index
    .search(asked.text, {
      limit: LOOKED_AT,
      accept: filterOf(asked, options),
      languages: asked.languages,
      passages: true,
      explain: false,
    })
    .filter((hit) => scores.has(idOfKey(hit.document)));
  const best = new Map<string, number>();
  for (const { document, raw } of words) best.set(document, Math.max(raw, best.get(document) ?? 0));
  const known = new Set(found.map(({ document, chunk }) => keyOf(document, chunk)));
  const more = words.filter(({ document, chunk }) => !known.has(keyOf(idOfKey(document), chunk)));
  const score = (hit: KeywordHit): number =>
    (FURTHER * scores.get(idOfKey(hit.document))! * hit.raw) / best.get(hit.document)!;
  const places = await library.read(more);
  const further = places.flatMap((place, at) => {
    if (!place) return [];
    const { found, passage } = place;
    const hit = { ...found.hit, score: score(more[at]!) };
    const language = library.languages.of(found.meta.language);
    const shown = toSearchHit({ ...found, hit, rank: 2 }, passage, asked.text, false, language);
    return [{ document: shown.id, chunk: shown.chunk, score: hit.score, hit: shown }];
  });
  return [...found, ...further]
    .filter((one) => one.score >= FLOOR)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST.passages);
}

/** Merges the hits of the question alone with those of the question and its predecessor, which get every third place. */
function together(own: readonly Found[], further: readonly Found[]): Found[] {
  const all = new Map<string, Found>();
  const rest = [...further];
  for (const [at, one] of own.entries()) {
    all.set(keyOf(one.document, one.chunk), one);
    if (at % 2 === 1) {
      const next = rest.shift();
      if (next && !all.has(keyOf(next.document, next.chunk))) all.set(keyOf(next.document, next.chunk), next);
    }
  }
  for (const one of rest)
    if (!all.has(keyOf(one.document, one.chunk))) all.set(keyOf(one.document, one.chunk), one);
  return [...all.values()].slice(0, MOST.passages);
}

async function stretchesOf(
  library: GatheringLibrary,
  candidates: readonly Found[],
  tokens: number,
): Promise<Stretch[]> {
  const passages = new Map<string, Chunk>();
  const passage = (document: string, index: number): Chunk | undefined =>
    passages.get(keyOf(document, index));
  const read = async (keys: [string, number][]): Promise<void> => {
    const missing = keys.filter(([document, index]) => index >= 0 && !passages.has(keyOf(document, index)));
    for (const place of await library.store.places(missing)) {
      if (place) passages.set(keyOf(place.meta.id, place.passage.index), place.passage);
    }
  };
  const wanted = candidates.flatMap(({ document, chunk }, place) =>
    around(chunk, reachOf(place)).map((index): [string, number] => [document, index]),
  );
  await read([...new Map(wanted.map((key) => [keyOf(...key), key])).values()]);
  const sections = candidates.map((one, place): Range => sectionAround(one, place, tokens, passage));
  const heads = new Map<string, string | undefined>();
  for (const [place, { document, chunk }] of candidates.entries()) {
    for (const index of new Set([sections[place]!.from, chunk])) {
      const key = keyOf(document, index);
      if (heads.has(key) || !beginsInTable(passage(document, index)?.text ?? '')) continue;
      heads.set(key, await headOf(document, index, read, passage));
    }
  }
  return chooseStretches({
    candidates,
    tokens,
    passage,
    section: (place) => sections[place]!,
    headOf: (document, index) => heads.get(keyOf(document, index)),
  });
}

async function headOf(
  document: string,
  index: number,
  read: (keys: [string, number][]) => Promise<void>,
  passage: (document: string, index: number) => Chunk | undefined,
): Promise<string | undefined> {
  let at = index - 1;
  for (const step of HEAD_STEPS) {
    const least = Math.max(0, at - step + 1);
    await read(Array.from({ length: at - least + 1 }, (_, i): [string, number] => [document, least + i]));
    for (; at >= least; at--) {
      const found = headBefore(passage(document, at)?.text ?? '');
      if (found !== 'further') return found?.head;
    }
    if (at < 0) return undefined;
  }
  return undefined;
}

function around(index: number, reach: number): number[] {
  return Array.from({ length: 2 * reach + 1 }, (_, i) => index - reach + i).filter((one) => one >= 0);
}

function keyOf(document: string, index: number): string {
  return `${document}/${index}`;
}
