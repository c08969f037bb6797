// The library as seen by a call limited to collections: other documents do not exist, and remote engines are not
// asked.
import {
  ATTACHED_SOURCE,
  type DocumentMeta,
  type DocumentView,
  isListed,
  type SourceInfo,
  type StoredDocument,
} from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import { isWithin, type LibraryLimit } from '../../core/library-limit.ts';
import type { TableDocuments } from '../../core/ports/tables.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';

type Knowledge = Pick<KnowledgeClient, 'get' | 'list' | 'open'>;

/** Documents per page. */
const PAGE = 1000;

export class LimitedLibrary implements TableDocuments {
  readonly #knowledge: Knowledge;
  readonly #limit: LibraryLimit;

  constructor(knowledge: Knowledge, limit: LibraryLimit) {
    this.#knowledge = knowledge;
    this.#limit = limit;
  }

  /** @throws Failure `not_found`, also for a document outside, so that its existence stays hidden */
  async open(id: string): Promise<StoredDocument> {
    const document = await this.#knowledge.open(id);
    if (!isWithin(this.#limit, document)) throw new Failure('not_found', `document not found: ${id}`);
    return document;
  }

  async get(id: string): Promise<DocumentView> {
    await this.open(id);
    return this.#knowledge.get(id);
  }

  async list({
    limit,
    offset,
    ...wanted
  }: Parameters<TableDocuments['list']>[0] & { query?: string; source?: string }): Promise<{
    documents: DocumentMeta[];
    total: number;
  }> {
    const all = (await this.#all()).filter((meta) => isListed(meta, wanted));
    return { documents: all.slice(offset, offset + limit), total: all.length };
  }

  async sources(): Promise<SourceInfo[]> {
    const sources = new Map<string, SourceInfo>();
    for (const { source: name, chunks } of await this.#all()) {
      const known = sources.get(name) ?? { name, configured: true, healthy: true, documents: 0, chunks: 0 };
      sources.set(name, { ...known, documents: known.documents + 1, chunks: known.chunks + chunks });
    }
    sources.delete(ATTACHED_SOURCE);
    return [...sources.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Newest first. */
  async #all(): Promise<DocumentMeta[]> {
    const [first = []] = this.#limit.within;
    const found = new Map<string, DocumentMeta>();
    for (const collection of first) {
      for (let offset = 0, total = 1; offset < total; offset += PAGE) {
        const page = await this.#knowledge.list({ collection, offset, limit: PAGE });
        for (const meta of page.documents) if (isWithin(this.#limit, meta)) found.set(meta.id, meta);
        total = page.total;
      }
    }
    for (const id of this.#limit.documents) {
      const document = await this.#knowledge.open(id).catch(() => undefined);
      if (document) found.set(id, document);
    }
    return [...found.values()].sort((a, b) => (a.added_at < b.added_at ? 1 : -1));
  }
}
