// Describes the library to a model: its sources with their counts, kinds and languages.
import { ATTACHED_SOURCE } from '../core/document.ts';
import { kindOf } from '../core/document-kind.ts';
import { type LibraryOverview, MOST_LISTED } from '../core/library-overview.ts';
import type { DocumentStore } from '../core/ports/document-store.ts';
import type { LiveIndex } from './live-index.ts';

/** The newest documents, whose kinds are counted: all of most libraries. */
const LOOKED_AT = 500;

export async function overviewOf(
  { index }: LiveIndex,
  store: Pick<DocumentStore, 'list' | 'countByCollection'>,
): Promise<LibraryOverview> {
  const counts = index.countBySource();
  // Files of other chats: a model is told of its own chat's with the question.
  const attached = counts.get(ATTACHED_SOURCE)?.documents ?? 0;
  counts.delete(ATTACHED_SOURCE);
  const { documents } = await store.list({ offset: 0, limit: LOOKED_AT, total: index.documentCount });
  const kinds = new Tally();
  for (const meta of documents) kinds.add(meta.source, kindOf(meta));
  const languages = new Tally();
  for (const part of index.parts) {
    const { sources, sourceOf, languages: codes, languageOf } = part.segment;
    part.eachDocument((number) => languages.add(sources[sourceOf[number]!]!, codes[languageOf[number]!]!));
  }
  const all = [...counts].sort(([a, one], [b, other]) => other.documents - one.documents || (a < b ? -1 : 1));
  return {
    documents: index.documentCount - attached,
    sources: all.slice(0, MOST_LISTED.sources).map(([name, { documents }]) => ({
      name: name.slice(0, MOST_LISTED.name),
      documents,
      kinds: kinds.most(name, MOST_LISTED.kinds),
      languages: languages.most(name, MOST_LISTED.languages),
    })),
    collections: await store.countByCollection(),
    more: Math.max(0, all.length - MOST_LISTED.sources),
  };
}

/** Counts names by source. */
class Tally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(source: string, name: string): void {
    const counts = this.#counts.get(source) ?? new Map<string, number>();
    this.#counts.set(source, counts);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }

  most(source: string, limit: number): string[] {
    const counts = [...(this.#counts.get(source) ?? [])];
    return counts
      .sort((a, b) => b[1] - a[1])
      .slice(0, limit)
      .map(([name]) => name);
  }
}
