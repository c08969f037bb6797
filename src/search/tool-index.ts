// Finds tools by typed name and by purpose.
//
// - An exact name or prefix comes first, then whole words of name and description, then names with a typing error,
//   then tools that match by purpose. Ties: the last called first, then the last changed, then by name.
// - Purpose uses the document ranking (BM25F) twice: with the query, and with the descriptions of the best tools
//   found, which also finds tools described in other words.
import { Best } from './best.ts';
import { type DocumentFilter, KeywordIndex } from './keyword-index.ts';
import { RANKING, type Ranking } from './ranking.ts';
import { mergeSegments } from './merge-segments.ts';
import { buildSegment } from './segment.ts';
import type { IndexedChunk } from './segment-types.ts';
import type { ToolDocument } from './tool-document.ts';
import {
  readNameQuery,
  matchName,
  namedTool,
  nameWords,
  type NameQuery,
  type NamedTool,
  type NameMatch,
} from './tool-names.ts';

export interface ToolHit {
  id: string;
  /** 0 to 1: the kind of match (see `why`), and its quality. */
  score: number;
  why: NameMatch | 'purpose' | 'recent';
}

export interface ToolSearchOptions {
  /** Maximum number of tools. */
  limit: number;
  /** Applied before `limit`. */
  allowed?: (id: string) => boolean;
  /**
   * Semantic similarity of tools to the query, from embeddings: 1 for the nearest, 0 for none. Added to the keyword
   * scores.
   */
  nearness?: ReadonlyMap<string, number>;
}

/** Titles hold the words of names. From measurements on one half of bfcl-tools (bench/README.md). */
const TOOL_RANKING: Ranking = { ...RANKING, title: 2 };
/** Number of tools that make up the second query, and its weight relative to the first. From the same measurements. */
const SPEAKERS = 8;
const SECOND_QUERY = 0.3;
/** Maximum tools found by each query. */
const CANDIDATES = 200;
/** Maximum segments before a merge; each one slows every search a little. */
const MOST_SEGMENTS = 8;

const ORDER: readonly ToolHit['why'][] = ['recent', 'purpose', 'fuzzy', 'words', 'prefix', 'name'];

/** Numbers in a question are usually arguments, and the one in `weather_2` means nothing. */
const BARE_NUMBER = /(?<!\p{L})\d[\d.,:/$%-]*(?![\p{L}_])/gu;

interface Entry {
  document: ToolDocument;
  named: NamedTool;
}

export class ToolIndex {
  readonly #entries = new Map<string, Entry>();
  readonly #words = new KeywordIndex(TOOL_RANKING);
  /** Words of all names; built on the first search after a change. */
  #vocabulary: string[] | undefined;

  get size(): number {
    return this.#entries.size;
  }

  /** Sets all tools; ids are unique. Only changed ones are indexed again. */
  update(tools: readonly ToolDocument[]): void {
    const changed: IndexedChunk[] = [];
    const ids = new Set<string>();
    for (const document of tools) {
      const { id } = document;
      ids.add(id);
      const known = this.#entries.get(id);
      if (known && says(known.document, document)) {
        known.document = document;
        continue;
      }
      this.#entries.set(id, {
        document,
        named: namedTool(document.name, document.slug, document.description),
      });
      changed.push(chunkOf(document));
    }
    const gone = [...this.#entries.keys()].filter((id) => !ids.has(id));
    for (const id of gone) this.#entries.delete(id);
    this.#words.remove(gone);
    if (changed.length > 0) this.#words.add(buildSegment(changed));
    if (changed.length + gone.length > 0) this.#vocabulary = undefined;
    this.#tidy();
  }

  /** Returns tools, best first. An empty query lists all, the last called first. */
  search(query: string, { limit, allowed, nearness }: ToolSearchOptions): ToolHit[] {
    const best = new Best<ToolHit>(limit, (a, b) => b.score - a.score || this.#compare(a.id, b.id));
    if (limit < 1) return best.list;
    const everything = query.trim() === '';
    const asked = readNameQuery(query, this.#vocabularyNow());
    const purpose = everything ? new Map<string, number>() : this.#byPurpose(query, allowed, nearness);
    for (const [id, { named }] of this.#entries) {
      if (allowed && !allowed(id)) continue;
      const hit = everything
        ? { id, score: 0, why: 'recent' as const }
        : hitOf(id, named, asked, purpose.get(id));
      if (hit) best.add(hit);
    }
    return best.list;
  }

  /** Above 0, at most 1. */
  #byPurpose(
    query: string,
    allowed: ((id: string) => boolean) | undefined,
    nearness: ReadonlyMap<string, number> | undefined,
  ): Map<string, number> {
    const accept: DocumentFilter =
      ({ documents }) =>
      (number) =>
        allowed?.(documents.at(number)!) ?? true;
    const options = { limit: CANDIDATES, explain: false, accept };
    const first = this.#words.search(query.replace(BARE_NUMBER, ' '), options);
    const spoken = first.slice(0, SPEAKERS).map(({ document }) => {
      const { name, description } = this.#entries.get(document)!.document;
      return `${name} ${description}`.replace(BARE_NUMBER, ' ');
    });
    const second =
      spoken.length === 0 ? [] : this.#words.search(spoken.join(' '), { ...options, exact: true });
    const worth = new Map(first.map(({ document, score }) => [document, score]));
    const add = (id: string, more: number): void => {
      worth.set(id, (worth.get(id) ?? 0) + more);
    };
    for (const { document, score } of second) add(document, SECOND_QUERY * score);
    for (const [id, near] of nearness ?? []) if (near > 0) add(id, near);
    const top = [...worth.values()].reduce((most, value) => Math.max(most, value), 0);
    return new Map([...worth].map(([id, value]) => [id, value / top]));
  }

  #vocabularyNow(): string[] {
    this.#vocabulary ??= [
      ...new Set([...this.#entries.values()].flatMap(({ named }) => [...named.words])),
    ].sort();
    return this.#vocabulary;
  }

  #tidy(): void {
    const segments = [...this.#words.segments];
    if (segments.length <= MOST_SEGMENTS) return;
    this.#words.replace(
      segments,
      mergeSegments(segments, (document, segment) => this.#words.isLive(document, segment)),
    );
  }

  /** Compares two equally good tools. */
  #compare(a: string, b: string): number {
    const [one, other] = [this.#entries.get(a)!.document, this.#entries.get(b)!.document];
    return (
      later(one.lastCalledAt, other.lastCalledAt) ||
      later(one.modifiedAt, other.modifiedAt) ||
      (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)
    );
  }
}

function hitOf(
  id: string,
  named: NamedTool,
  asked: NameQuery,
  purpose: number | undefined,
): ToolHit | undefined {
  const found = matchName(named, asked);
  if (!found)
    return purpose === undefined ? undefined : { id, score: rated('purpose', purpose), why: 'purpose' };
  // Many tools share the words of descriptions, where the ranking by purpose is better.
  const closeness = found.match === 'words' ? (found.closeness + (purpose ?? 0)) / 2 : found.closeness;
  return { id, score: rated(found.match, closeness), why: found.match };
}

/** Each kind of match has its own range of the scores from 0 to 1. */
function rated(why: ToolHit['why'], closeness: number): number {
  return (ORDER.indexOf(why) - 1 + closeness) / (ORDER.length - 1);
}

function later(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  return a > b ? -1 : 1;
}

/** Tells whether two documents have the same searchable words. */
function says(a: ToolDocument, b: ToolDocument): boolean {
  return (
    a.name === b.name &&
    a.slug === b.slug &&
    a.description === b.description &&
    a.bundle === b.bundle &&
    a.parameters === b.parameters &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, position) => tag === b.tags[position])
  );
}

function chunkOf({ id, name, slug, description, parameters, tags, bundle }: ToolDocument): IndexedChunk {
  const words = nameWords(name);
  // Skips a slug that repeats the name.
  const others = nameWords(slug).filter((word) => !words.includes(word));
  return {
    document: id,
    index: 0,
    title: [name, ...others].join(' ').replace(BARE_NUMBER, ' '),
    text: `${description}\n${parameters}`,
    heading: [tags.join(' '), bundle],
  };
}
