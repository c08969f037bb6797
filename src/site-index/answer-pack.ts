// Answers from a site index as in the library, using the files of the pages that a question finds.
import { type AnswerOptions, type AnswerRange, type LibraryAnswer } from '../core/answer.ts';
import { HEADING_SEPARATOR, type SearchHit } from '../core/document.ts';
import {
  type AnswerCorpus,
  answerOne,
  type FoundAnswer,
  type FoundPassage,
  type FoundStretch,
} from '../search/answer/answer.ts';
import type { Terms } from '../search/answer/terms.ts';
import { wholeAnswer } from '../search/answer/whole-answer.ts';
import { ENGLISH, type Language } from '../search/language.ts';
import type { QueryTerm } from '../search/query.ts';
import { readTerm } from '../search/scored-terms.ts';
import { snippetOf } from '../search/snippet.ts';
import type { PackVocabulary } from './pack-vocabulary.ts';
import type { FoundPages, PlacedTerm } from './pack-postings.ts';
import { passagesOf } from './rank-pages.ts';
import type { PackTexts, PagePart } from './site-hits.ts';
import type { TextFile } from './small-files.ts';

/** Maximum pages to examine, and passages of each: every one may need a request. */
const LOOKED_AT = { pages: 6, passages: 3, openings: 2 } as const;

export interface AnsweringPack {
  name: string;
  languages: readonly Language[];
  /** Codes of the pages' languages. */
  spoken: readonly string[];
  vocabulary: PackVocabulary;
  texts: PackTexts;
  rank(terms: readonly PlacedTerm[], limit: number): Promise<FoundPages>;
}

/** A passage in the file that contains it. */
export interface FoundIn {
  text: TextFile;
  /** Index of the best passage in the file. */
  at: number;
  part: PagePart;
}

/** @throws Failure as the source of the index does */
export function answerFromPack(
  pack: AnsweringPack,
  question: string,
  options: AnswerOptions,
): Promise<LibraryAnswer> {
  const corpus = corpusOf(pack);
  return wholeAnswer(
    question,
    options,
    async (part, borrowed) => inPage(pack, await answerOne(corpus, part, borrowed)),
    (found, text) => hitOf(pack, found, text),
    pack.spoken,
  );
}

/** Converts ranges in a file to ranges in its page. */
async function inPage({ texts }: AnsweringPack, found: FoundAnswer<FoundIn>): Promise<FoundAnswer<FoundIn>> {
  const { answer, best } = found;
  if (!answer || !best) return found;
  const shift = await texts.beginningOf(best.hit.part);
  const moved = <Block extends AnswerRange>(block: Block): Block => ({
    ...block,
    start: block.start + shift,
    end: block.end + shift,
  });
  const { mark, marks, section } = answer;
  return {
    ...found,
    answer: {
      ...moved(answer),
      ...(mark && { mark: moved(mark) }),
      ...(marks && { marks: marks.map(moved) }),
      section: moved(section),
    },
  };
}

function corpusOf(pack: AnsweringPack): AnswerCorpus<FoundIn> {
  const { languages, vocabulary } = pack;
  return {
    languages,
    counts: vocabulary,
    read: (terms: readonly QueryTerm[], others: readonly string[]) =>
      vocabulary.complete(() => {
        for (const term of others) vocabulary.frequencyOf(term);
        return terms.map((term) => readTerm(term, vocabulary));
      }),
    find: (terms) => stretchesOf(pack, terms),
  };
}

async function stretchesOf(pack: AnsweringPack, { scored }: Terms): Promise<FoundStretch<FoundIn>[]> {
  const placed = await pack.vocabulary.complete(() =>
    scored.flatMap((term): PlacedTerm[] => {
      const where = pack.vocabulary.whereIs(term.term);
      return where ? [{ ...term, where, isTyped: true }] : [];
    }),
  );
  const { pages, terms } = await pack.rank(placed, LOOKED_AT.pages);
  const top = pages[0]?.raw ?? 1;
  const found = await Promise.all(
    pages.map(async ({ page, raw }, i) => {
      const best = passagesOf(page, terms).slice(0, LOOKED_AT.passages);
      const looked = new Map(best.map(({ passage, raw: score }) => [passage, score]));
      if (i < LOOKED_AT.openings && !looked.has(0)) looked.set(0, 0);
      const parts = await pack.texts.partsWith(page, [...looked.keys()]);
      return parts.map((part) => stretchOf(pack, part, { looked, share: raw / top }));
    }),
  );
  return found.flat();
}

function stretchOf(
  pack: AnsweringPack,
  part: PagePart,
  { looked, share }: { looked: ReadonlyMap<number, number>; share: number },
): FoundStretch<FoundIn> {
  const { text, from, isLast } = part;
  const most = Math.max(...looked.values(), Number.MIN_VALUE);
  const passages = text.passages.map(([start, end, heading, anchor], i): FoundPassage => ({
    index: from + i,
    start,
    end,
    heading: text.headings[heading] ?? [],
    url: anchor === '' ? text.url : `${text.url}#${anchor}`,
    score: share * (Math.max(0, looked.get(from + i) ?? 0) / most),
  }));
  const scores = passages.map(({ index }) => looked.get(index) ?? -1);
  const best = Math.max(...scores);
  return {
    text: text.body,
    offset: 0,
    heading: passages[0]?.heading ?? [],
    passages,
    atStart: from === 0,
    atEnd: isLast,
    isMarkdown: true,
    document: { id: text.url, title: text.title, source: pack.name },
    url: text.url,
    language: languageOf(pack, text),
    share: share * (Math.max(0, best) / most),
    hit: { text, at: Math.max(0, scores.indexOf(best)), part },
  };
}

function hitOf(
  pack: AnsweringPack,
  { hit, document, passages, share }: FoundStretch<FoundIn>,
  question: string,
): SearchHit {
  const { text, at } = hit;
  const [start, end, heading] = text.passages[at] ?? [0, text.body.length, 0];
  const titles = (text.headings[heading] ?? []).filter((title) => title !== text.title);
  const { snippet, marks } = snippetOf(
    text.body.slice(start, end),
    question,
    undefined,
    languageOf(pack, text),
  );
  return {
    id: document.id,
    score: share,
    source: document.source,
    source_id: document.id,
    source_url: passages[at]?.url ?? text.url,
    updated_at: '',
    title: document.title,
    snippet,
    marks,
    chunk: passages[at]?.index ?? 0,
    ...(titles.length > 0 && { heading: titles.join(HEADING_SEPARATOR) }),
  };
}

function languageOf({ languages }: AnsweringPack, { language }: TextFile): Language {
  const base = language?.toLowerCase().split('-')[0];
  return languages.find(({ code }) => code === base) ?? ENGLISH;
}
