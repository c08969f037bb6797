// Writes a site index: from pages and their keyword index to files that a visitor's browser fetches one by one.
//
// The output is reproducible, byte for byte: it contains nothing of the day or the machine.
import type { SiteFilters, SitePackInfo, SiteTool, SiteToolCode, SiteVectors } from '../core/site-pack.ts';
import { Bm25, RANKING } from '../search/ranking.ts';
import { Writer } from '../search/segment-bytes.ts';
import type { Segment } from '../search/segment-types.ts';
import { type Quantised, rowLength } from '../search/vectors/quantise.ts';
import { type WideSegment, wideSegment } from '../search/wide-segment.ts';
import {
  type FileKey,
  fileName,
  type FileKind,
  FORMAT,
  keyOf,
  listName,
  MANIFEST,
  type PackVectorsInfo,
  VERSION,
} from './format.ts';
import { type Postings, writePostings } from './postings.ts';
import { encodeRoot, type PackRoot } from './root-file.ts';
import { encodePages, encodePlaces, encodeSpelling, type PagePlaces } from './small-files.ts';
import { spellingFiles } from './spelling-files.ts';
import { termShards } from './term-shards.ts';
import { type PackedPage, textFilesOf } from './text-files.ts';
import { encodeVectorPlaces, encodeVectors, vectorFileSizes } from './vector-files.ts';

export interface PackContents extends Pick<SitePackInfo, 'name' | 'widget'> {
  tools: readonly (SiteTool & SiteToolCode)[];
  /** In the order of their numbers: those of the segment's documents. */
  pages: Iterable<PackedPage>;
  /** Passages ordered by page, and by their index in each. */
  segment: Segment;
  vectors?: PackedVectors;
  /** Common prefix of all page addresses, with a slash at both ends; `/` if missing. */
  base?: string;
}

export interface PackedVectors extends Pick<SiteVectors, 'model' | 'dimensions'> {
  /** One row per passage, in the order of the segment. */
  rows: Quantised;
  /** The files that run the model, already compressed. */
  files: Readonly<Record<keyof SiteVectors['files'], Uint8Array>>;
}

/** The platform functions that the writer needs. */
export interface PackWriter {
  /** Stores a file. The manifest comes last. */
  put(name: string, bytes: Uint8Array): void;
  /** Raw deflate with the same bytes on every machine. */
  deflate(bytes: Uint8Array): Uint8Array;
  /** Hex. */
  sha256(bytes: Uint8Array): string;
  encode(text: string): Uint8Array;
}

/** Maximum files named in one page of places: 1.5 KB of names. */
const MOST_PLACES = 256;

export function writePack(
  { pages, segment, vectors, base = '/', ...named }: PackContents,
  writer: PackWriter,
): SitePackInfo {
  const hashes = new Map<string, string>();
  const putNamed = (bytes: Uint8Array, nameOf: (key: FileKey) => string): string => {
    const sha256 = writer.sha256(bytes);
    const name = nameOf(keyOf(sha256));
    const known = hashes.get(name);
    // 48 bits distinguish any realistic number of files; in case of a collision, the build fails.
    if (known !== undefined && known !== sha256) throw new Error(`two files of the pack are named ${name}`);
    if (known === undefined) writer.put(name, bytes);
    hashes.set(name, sha256);
    return sha256;
  };
  const sizes = new Map<string, number>();
  const put: PutFile = (kind, bytes) => {
    const packed = writer.deflate(bytes);
    const key = keyOf(putNamed(packed, (named) => fileName(kind, named)));
    if (kind === 'text') sizes.set(key, packed.length);
    return key;
  };

  const text = putTexts(pages, put, writer.encode);
  const root = {
    ...putVocabulary(wideSegment(segment), put),
    ...text.places,
    filters: putFilters(text.pagesOf, put),
  };
  const rootHash = putNamed(writer.deflate(encodeRoot(root)), (key) => fileName('root', key));
  const { tools } = named;
  // A search needs nothing else of them.
  const codes = tools.map(({ description: _, ...code }): SiteToolCode => code);
  const toolsFile = tools.length === 0 ? undefined : put('tools', writer.encode(JSON.stringify(codes)));
  const putModel = (bytes: Uint8Array): string =>
    fileName('model', keyOf(putNamed(bytes, (named) => fileName('model', named))));
  const written = vectors && {
    ...putRows(vectors, text.counts, put),
    files: {
      graph: putModel(vectors.files.graph),
      tokenizer: putModel(vectors.files.tokenizer),
      runtime: putModel(vectors.files.runtime),
    },
  };
  const list = Object.fromEntries([...hashes].sort(([a], [b]) => (a < b ? -1 : 1)));
  const files = putNamed(writer.encode(JSON.stringify(list, null, 1)), listName);
  const info: SitePackInfo = {
    name: named.name,
    pages: text.count,
    passages: root.passages,
    filters: Object.fromEntries(
      [...text.pagesOf].map(([name, values]) => [
        name,
        Object.fromEntries([...values].map(([value, its]) => [value, its.length])),
      ]),
    ),
    tools: tools.map(({ name, description }) => ({ name, description })),
    widget: named.widget,
  };
  const textBytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const published = { ...(base !== '/' && { base }), textBytes };
  const manifest = {
    format: FORMAT,
    version: VERSION,
    ...info,
    ...published,
    root: rootHash,
    files,
    toolsFile,
    vectors: written,
  };
  writer.put(MANIFEST, writer.encode(`${JSON.stringify(manifest, null, 1)}\n`));
  return info;
}

type PutFile = (kind: FileKind, bytes: Uint8Array) => FileKey;
/** For each filter, the pages with each value, in order of names. */
type PagesOfFilters = Map<string, Map<string, number[]>>;

function putTexts(
  pages: Iterable<PackedPage>,
  put: PutFile,
  encode: PackWriter['encode'],
): { count: number; counts: number[]; places: Pick<PackRoot, 'places'>; pagesOf: PagesOfFilters } {
  const pagesOf: PagesOfFilters = new Map();
  const places: PackRoot['places'][number][] = [];
  let open: PagePlaces[] = [];
  const counts: number[] = [];
  let count = 0;
  const close = (): void => {
    if (open.length > 0) places.push({ from: count - open.length, file: put('places', encodePlaces(open)) });
    open = [];
  };
  for (const page of pages) {
    if (open.flat().length >= MOST_PLACES || open.length >= MOST_PLACES) close();
    open.push(
      textFilesOf(page).map((part) => ({
        passages: part.passages.length,
        file: put('text', encode(JSON.stringify(part))),
      })),
    );
    note(page.filters, count++, pagesOf);
    counts.push(page.passages.length);
  }
  close();
  return { count, counts, places: { places }, pagesOf: inOrder(pagesOf) };
}

/** @param counts passages of each page */
function putRows(
  { model, dimensions, rows: { values, scales } }: PackedVectors,
  counts: readonly number[],
  put: PutFile,
): Pick<PackVectorsInfo, 'model' | 'dimensions' | 'list'> {
  const length = rowLength(dimensions);
  const sizes = vectorFileSizes(counts);
  let from = 0;
  const files = sizes.map((size) => {
    const to = from + size;
    const rows = { values: values.subarray(from * length, to * length), scales: scales.subarray(from, to) };
    from = to;
    return put('vectors', encodeVectors(rows));
  });
  if (from !== scales.length) throw new Error('there is not one vector for each passage');
  return { model, dimensions, list: put('vectors', encodeVectorPlaces({ counts, sizes, files })) };
}

function note(filters: SiteFilters, page: number, pagesOf: PagesOfFilters): void {
  for (const [name, values] of Object.entries(filters)) {
    const known = pagesOf.get(name) ?? new Map<string, number[]>();
    pagesOf.set(name, known);
    for (const value of new Set(values)) {
      const its = known.get(value) ?? [];
      its.push(page);
      known.set(value, its);
    }
  }
}

function inOrder(pagesOf: PagesOfFilters): PagesOfFilters {
  const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
  return new Map(
    [...pagesOf].sort(byName).map(([name, values]) => [name, new Map([...values].sort(byName))]),
  );
}

function putFilters(pagesOf: PagesOfFilters, put: PutFile): PackRoot['filters'] {
  return [...pagesOf].map(([name, values]) => ({
    name,
    values: [...values].map(([value, its]) => ({ value, file: put('filters', encodePages(its)) })),
  }));
}

function putVocabulary(segment: WideSegment, put: PutFile): Omit<PackRoot, 'places' | 'filters'> {
  const sum = (numbers: Uint32Array): number => numbers.reduce((total, number) => total + number, 0);
  const passages = segment.lengths.length;
  const [length, titleLength] = [sum(segment.lengths), sum(segment.titleLengths)];
  const bm25 = new Bm25(RANKING, { length: length / passages, titleLength: titleLength / passages });
  const putLists = (lists: readonly Postings[]): FileKey => {
    const out = new Writer(0);
    writePostings(out, lists);
    return put('postings', new Uint8Array(out.finish()));
  };
  const terms = termShards(segment, bm25, putLists).map(({ from, bytes }) => ({
    from,
    file: put('terms', bytes),
  }));
  const spelling = spellingFiles(segment).map(({ initial, length: units, ...words }) => ({
    initial,
    length: units,
    file: put('spelling', encodeSpelling(words)),
  }));
  // Pages without any words may be in a language that need not be loaded.
  return { passages, length, titleLength, languages: [...segment.languages].sort(), terms, spelling };
}
