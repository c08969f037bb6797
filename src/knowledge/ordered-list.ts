// Lists of documents without an index in storage: in an order other than newest first, or filtered by kind, tag or
// collection.
//
// - Reads the metadata of every document once, and caches the order until the library changes, so that pages are
//   cheap.
import { ATTACHED_SOURCE, type DocumentMeta, isListed, sizeOf, tagsOf } from '../core/document.ts';
import { kindOf } from '../core/document-kind.ts';
import type { DocumentStore, Listed, ListOptions, ListOrder } from '../core/ports/document-store.ts';

/** Documents read at a time. */
const STRETCH = 1000;

type Wanted = Omit<ListOptions, 'limit' | 'offset'>;

/** Tells whether the store's own lists can't answer. */
export function isOrdered({ order = 'added', reversed = false, ...wanted }: ListOptions): boolean {
  return (
    order !== 'added' ||
    reversed ||
    wanted.kind !== undefined ||
    wanted.tag !== undefined ||
    wanted.collection !== undefined
  );
}

export class OrderedLists {
  readonly #store: Pick<DocumentStore, 'eachMeta' | 'metasOf' | 'membersOf'>;
  #known: { key: string; ids: Promise<string[]> } | undefined;

  constructor(store: Pick<DocumentStore, 'eachMeta' | 'metasOf' | 'membersOf'>) {
    this.#store = store;
  }

  /** Drops the cache after a change of documents. */
  forget(): void {
    this.#known = undefined;
  }

  async list({ offset, limit, ...wanted }: Wanted & { offset: number; limit: number }): Promise<Listed> {
    const key = JSON.stringify(wanted);
    if (this.#known?.key !== key) {
      const ids = this.#read(wanted);
      this.#known = { key, ids };
      // A failure is not cached.
      ids.catch(() => this.#known?.ids === ids && this.forget());
    }
    const ids = await this.#known!.ids;
    const shown = ids.slice(offset, offset + limit);
    const metas = new Map((await this.#store.metasOf(shown)).map((meta) => [meta.id, meta]));
    return { documents: shown.flatMap((id) => metas.get(id) ?? []), total: ids.length };
  }

  async #read({ order = 'added', reversed = false, ...wanted }: Wanted): Promise<string[]> {
    const rows: Row[] = [];
    const take = (metas: readonly DocumentMeta[]): void => {
      for (const meta of metas) if (isWanted(meta, wanted)) rows.push(rowOf(meta, order));
    };
    if (wanted.collection) {
      const ids = await this.#store.membersOf(wanted.collection);
      for (let at = 0; at < ids.length; at += STRETCH) {
        take(await this.#store.metasOf(ids.slice(at, at + STRETCH)));
      }
    } else await this.#store.eachMeta(take);
    const texts = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
    const turn = reversed ? -1 : 1;
    rows.sort((a, b) => turn * (compareKeys(a.key, b.key, texts) || (a.id < b.id ? 1 : -1)));
    return rows.map(({ id }) => id);
  }
}

interface Row {
  id: string;
  key: string | number;
}

function isWanted(meta: DocumentMeta, wanted: Wanted): boolean {
  const { collection, kind, tag } = wanted;
  if (!isListed(meta, wanted)) return false;
  if (kind !== undefined && kindOf(meta) !== kind) return false;
  if (tag !== undefined && !tagsOf(meta).includes(tag.toLowerCase())) return false;
  if (collection === undefined) return true;
  const own = meta.collections ?? [];
  return collection === '' ? own.length === 0 && meta.source !== ATTACHED_SOURCE : own.includes(collection);
}

function rowOf(meta: DocumentMeta, order: ListOrder): Row {
  const { id } = meta;
  switch (order) {
    case 'title':
      return { id, key: meta.title };
    case 'source':
      return { id, key: meta.source };
    case 'kind':
      return { id, key: kindOf(meta) };
    case 'passages':
      return { id, key: meta.chunks };
    case 'size':
      return { id, key: sizeOf(meta) };
    case 'updated':
      return { id, key: Date.parse(meta.updated_at) || 0 };
    case 'added':
      return { id, key: Date.parse(meta.added_at) || 0 };
  }
}

/** Sorts texts from A to Z, numbers from the largest. */
function compareKeys(a: string | number, b: string | number, texts: Intl.Collator): number {
  return typeof a === 'string' && typeof b === 'string' ? texts.compare(a, b) : Number(b) - Number(a);
}
