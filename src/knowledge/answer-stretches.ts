// Collects the text around the passages found for a question: windows of neighbouring passages, and whole tables
// where possible.
import { type Chunk, CONTENT_TYPES, type DocumentMeta } from '../core/document.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { FoundStretch } from '../search/answer/answer.ts';
import type { Stretch } from '../search/answer/sections.ts';
import { beginsInTable, lastTableHead } from '../search/answer/structure.ts';
import type { KeywordHit } from '../search/keyword-index.ts';
import type { Languages } from './languages.ts';
import { idOfKey } from './live-index.ts';

/**
 * Numbers of passages to examine, of documents, and of passages per document; and how many to include before and
 * after each. For the best documents the beginning is read too, because it says what they are about.
 */
export const LOOKED_AT = {
  passages: 24,
  documents: 10,
  leastDocuments: 4,
  ofDocument: 4,
  before: 2,
  after: 4,
  openings: 4,
} as const;

/** The hits that a stretch was found by. */
export interface FoundBy {
  keyword: KeywordHit;
  meta: DocumentMeta;
  passage: Chunk;
}

type PassageReader = Pick<DocumentStore, 'metasOf' | 'passages'>;

/** Returns the text around passages of a few documents, best first. */
export async function stretchesAround(
  hits: readonly KeywordHit[],
  store: PassageReader,
  languages: Languages,
  isNarrow = false,
): Promise<FoundStretch<FoundBy>[]> {
  const ofDocument = new Map<string, KeywordHit[]>();
  const scores = new Map<string, number>();
  for (const hit of hits) {
    scores.set(`${idOfKey(hit.document)}/${hit.chunk}`, hit.score);
    const its = ofDocument.get(hit.document);
    if (!its && ofDocument.size === LOOKED_AT.documents) continue;
    if (!its) ofDocument.set(hit.document, [hit]);
    else if (its.length < LOOKED_AT.ofDocument) its.push(hit);
  }
  const windows = [...ofDocument].flatMap(([document, its], i) =>
    windowsOf(idOfKey(document), its, !isNarrow && i < LOOKED_AT.openings, isNarrow),
  );
  const keys = windows.flatMap(({ id, from, to }) =>
    Array.from({ length: to - from + 1 }, (_, i): [string, number] => [id, from + i]),
  );
  const [metas, passages] = await Promise.all([
    store.metasOf([...new Set(windows.map(({ id }) => id))]),
    store.passages(keys),
  ]);
  const metaOf = new Map(metas.map((meta) => [meta.id, meta]));
  let at = 0;
  const read = windows.map((window): ReadWindow => {
    const count = window.to - window.from + 1;
    const its = passages.slice(at, (at += count)).filter((passage) => passage !== undefined);
    return { window, its };
  });
  const whole = isNarrow ? read : await withWholeTable(read, metaOf, store);
  const stretches = whole.flatMap(({ window, its }): FoundStretch<FoundBy>[] => {
    const meta = metaOf.get(window.id);
    const passage = its.find(({ index }) => index === window.best.chunk) ?? its[0];
    if (!meta || !passage) return [];
    return [
      {
        ...joined(its, meta),
        isMarkdown: meta.content_type === CONTENT_TYPES.markdown,
        document: { id: meta.id, title: meta.title, source: meta.source, source_id: meta.source_id },
        url: meta.source_url,
        language: languages.of(meta.language),
        passages: its.map((one) => ({ ...one, score: scores.get(`${meta.id}/${one.index}`) ?? 0 })),
        share: window.best.score,
        hit: { keyword: window.best, meta, passage },
      },
    ];
  });
  return Promise.all(stretches.map((stretch) => withTableHead(stretch, store)));
}

interface ReadWindow {
  window: Window;
  its: Chunk[];
}

/** A table that fills a document of up to this many passages is read whole, because any row may be asked for. */
const WHOLE_TABLE = 120;

/** Puts all passages into one window if the best document is such a table. */
async function withWholeTable(
  read: readonly ReadWindow[],
  metaOf: ReadonlyMap<string, DocumentMeta>,
  store: PassageReader,
): Promise<readonly ReadWindow[]> {
  const chunksOf = (id: string): number => metaOf.get(id)?.chunks ?? 0;
  const first = read.findIndex(
    ({ window, its }) =>
      its.length > 1 &&
      its.length < chunksOf(window.id) &&
      chunksOf(window.id) <= WHOLE_TABLE &&
      its.every(({ text }) => LOOKS_LIKE_ROWS.test(text)),
  );
  if (first < 0) return read;
  const { id } = read[first]!.window;
  const to = chunksOf(id) - 1;
  const keys = Array.from({ length: to + 1 }, (_, i): [string, number] => [id, i]);
  const its = (await store.passages(keys)).filter((passage) => passage !== undefined);
  const best = read
    .flatMap(({ window }) => (window.id === id ? window.best : []))
    .reduce((most, hit) => (hit.score > most.score ? hit : most));
  const whole = { window: { id, from: 0, to, best }, its };
  return read.flatMap((one, i) => (i === first ? whole : one.window.id === id ? [] : one));
}

const LOOKS_LIKE_ROWS = /^\s*\|.*\|\s*$/m;

/** How many passages above a stretch to look for the header of its table: a long one fills many. */
const MOST_ABOVE = 60;

async function withTableHead(
  stretch: FoundStretch<FoundBy>,
  store: PassageReader,
): Promise<FoundStretch<FoundBy>> {
  const first = stretch.passages[0]!.index;
  if (first === 0 || !stretch.isMarkdown || !beginsInTable(stretch.text)) return stretch;
  const from = Math.max(0, first - MOST_ABOVE);
  const keys = Array.from({ length: first - from }, (_, i): [string, number] => [
    stretch.document.id,
    from + i,
  ]);
  const above = (await store.passages(keys)).flatMap((passage) => passage?.text ?? []);
  const tableHead = lastTableHead(above.join('\n'));
  return tableHead === undefined ? stretch : { ...stretch, tableHead };
}

interface Window {
  id: string;
  from: number;
  to: number;
  best: KeywordHit;
}

/** Returns a window around each passage, merging those that touch. */
function windowsOf(
  id: string,
  hits: readonly KeywordHit[],
  withOpening: boolean,
  isNarrow: boolean,
): Window[] {
  const windows: Window[] = withOpening ? [{ id, from: 0, to: 1, best: hits[0]! }] : [];
  const inOrder = [...hits].sort((a, b) => a.chunk - b.chunk);
  for (const hit of inOrder) {
    const last = windows.at(-1);
    const from = isNarrow ? hit.chunk : Math.max(0, hit.chunk - LOOKED_AT.before);
    const to = isNarrow ? hit.chunk : hit.chunk + LOOKED_AT.after;
    if (last && from <= last.to + 1) {
      last.to = Math.max(to, last.to);
      if (hit.score >= last.best.score) last.best = hit;
    } else windows.push({ id, from, to, best: hit });
  }
  return windows;
}

/** Joins neighbouring passages to the original text: only blanks were left out between them. */
export function joined(
  passages: readonly Chunk[],
  { chunks }: DocumentMeta,
): Pick<Stretch, 'text' | 'offset' | 'heading' | 'atStart' | 'atEnd'> {
  const { start: offset, heading } = passages[0]!;
  let text = '';
  for (const passage of passages) text += '\n'.repeat(passage.start - offset - text.length) + passage.text;
  const atStart = passages[0]!.index === 0;
  const atEnd = passages.at(-1)!.index >= chunks - 1;
  return { text, offset, heading, atStart, atEnd };
}
