// Chroma as a remote collection: one Chroma collection, a record per passage, cosine distance. Uses the REST API v2
// of Chroma 1.x.
//
// - The id of a record is `DOCUMENT:INDEX`. Its metadata has what a hit needs, with a tag as `tag:NAME` set to true.
// - Chroma makes no embeddings here: vectors come with the passages, and questions as vectors of the same model.
import { Failure } from '../../core/errors.ts';
import type { RemoteState } from '../../core/remote.ts';
import { ChromaHttp } from './chroma-http.ts';
import type { RemoteAccess } from '../../core/ports/remote-collections.ts';
import type { RemoteCandidate, RemoteEngine, RemoteFilter, RemotePassage } from './engine.ts';

/** Records per request. Servers have their own limit (some thousands); 300 of them are about 2 MB. */
const BATCH = 300;
/** A server that lists more never ends. */
const MOST = { documents: 1_000_000, passages: 100_000 } as const;

interface Collection {
  id: string;
  dimension: number | null;
  metadata: Record<string, unknown> | null;
}

type Metadata = Record<string, string | number | boolean | null>;

interface Got {
  ids: string[];
  documents: (string | null)[] | null;
  metadatas: (Metadata | null)[] | null;
  embeddings?: (number[] | null)[] | null;
}

interface Nearest {
  ids: string[][];
  documents: (string | null)[][] | null;
  metadatas: (Metadata | null)[][] | null;
  distances: (number | null)[][] | null;
}

export class Chroma implements RemoteEngine {
  readonly #http: ChromaHttp;
  readonly #name: string;
  readonly #collections: string;
  #collection: Collection | undefined;

  /** @throws Failure `bad_request` for an invalid address */
  constructor(access: RemoteAccess) {
    this.#http = new ChromaHttp(access);
    this.#name = access.collection;
    const part = encodeURIComponent;
    this.#collections = `/tenants/${part(access.tenant)}/databases/${part(access.database)}/collections`;
  }

  async state(signal?: AbortSignal): Promise<RemoteState> {
    const engine = `Chroma ${String(await this.#http.get('/version', signal))}`;
    this.#collection = undefined;
    const collection = await this.#find(signal);
    if (!collection) return { engine };
    const passages = Number(await this.#http.get(`${this.#collections}/${collection.id}/count`, signal));
    const model = collection.metadata?.['perilune_model'];
    return {
      engine,
      passages,
      ...(typeof model === 'string' && { model }),
      ...(collection.dimension !== null && { dimensions: collection.dimension }),
    };
  }

  async prepare(model: string, signal?: AbortSignal): Promise<void> {
    const made = (await this.#http.post(
      this.#collections,
      {
        name: this.#name,
        get_or_create: true,
        metadata: { perilune_model: model },
        configuration: { hnsw: { space: 'cosine' } },
      },
      signal,
    )) as Collection;
    if (!isCollection(made)) throw this.#http.notChroma();
    // An existing collection keeps its own metadata in some versions, and takes these in others.
    const holds = this.#collection?.metadata?.['perilune_model'] ?? made.metadata?.['perilune_model'];
    this.#collection = made;
    if (holds !== undefined && holds !== model) {
      throw new Failure(
        'conflict',
        `The collection ${this.#name} contains vectors of another model (${String(holds)}). Choose another collection, or use that model here.`,
      );
    }
  }

  async revisions(signal?: AbortSignal, source?: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for await (const page of this.#firsts(signal, source)) {
      const before = found.size;
      for (const { document, revision } of page) found.set(document, revision);
      // A page without anything new is a repeated one.
      if (found.size === before || found.size > MOST.documents) break;
    }
    return found;
  }

  async put(
    passages: readonly RemotePassage[],
    vectors: readonly Float32Array[],
    signal?: AbortSignal,
  ): Promise<void> {
    for (let at = 0; at < passages.length; at += BATCH) {
      const batch = passages.slice(at, at + BATCH);
      const body = {
        ids: batch.map(({ document, index }) => `${document}:${index}`),
        documents: batch.map(({ text }) => text),
        metadatas: batch.map(toMetadata),
        embeddings: vectors.slice(at, at + BATCH).map((vector) => Array.from(vector)),
      };
      await this.#http.post(await this.#path('upsert', signal), body, signal);
    }
  }

  async prune(document: string, revision: string, signal?: AbortSignal): Promise<void> {
    const where = { $and: [{ document }, { revision: { $ne: revision } }] };
    await this.#http.post(await this.#path('delete', signal), { where }, signal);
  }

  async remove(documents: readonly string[], signal?: AbortSignal): Promise<void> {
    for (let at = 0; at < documents.length; at += BATCH) {
      const where = { document: { $in: documents.slice(at, at + BATCH) } };
      await this.#http.post(await this.#path('delete', signal), { where }, signal);
    }
  }

  async nearest(
    vector: Float32Array,
    limit: number,
    filter: RemoteFilter,
    signal?: AbortSignal,
  ): Promise<RemoteCandidate[]> {
    const answer = (await this.#http.post(
      await this.#path('query', signal),
      {
        query_embeddings: [Array.from(vector)],
        n_results: limit,
        include: ['documents', 'metadatas', 'distances'],
        ...whereOf(filter),
      },
      signal,
    )) as Nearest | null;
    const ids: unknown = answer?.ids?.[0] ?? [];
    if (!answer || !Array.isArray(ids)) throw this.#http.notChroma();
    return ids.slice(0, limit).flatMap((_, i) => {
      const passage = toPassage(answer.metadatas?.[0]?.[i], answer.documents?.[0]?.[i]);
      const distance = answer.distances?.[0]?.[i];
      if (!passage) return [];
      return [isDistance(distance) ? { passage, cosine: 1 - distance } : { passage }];
    });
  }

  async containing(
    words: readonly string[],
    limit: number,
    filter: RemoteFilter,
    vector: Float32Array | undefined,
    signal?: AbortSignal,
  ): Promise<RemoteCandidate[]> {
    if (words.length === 0) return [];
    const any = words.map((word) => ({ $regex: `(?i)${escaped(word)}` }));
    const answer = await this.#get(
      {
        limit,
        include: ['documents', 'metadatas', ...(vector ? ['embeddings'] : [])],
        where_document: any.length === 1 ? any[0] : { $or: any },
        ...whereOf(filter),
      },
      signal,
    );
    return answer.ids.slice(0, limit).flatMap((_, i) => {
      const passage = toPassage(answer.metadatas?.[i], answer.documents?.[i]);
      if (!passage) return [];
      const own = answer.embeddings?.[i];
      return [vector && Array.isArray(own) ? { passage, cosine: cosineOf(vector, own) } : { passage }];
    });
  }

  async document(id: string, signal?: AbortSignal): Promise<RemotePassage[]> {
    const found = new Map<number, RemotePassage>();
    for (let offset = 0; ; offset += BATCH) {
      const answer = await this.#get(
        { where: { document: id }, include: ['documents', 'metadatas'], limit: BATCH, offset },
        signal,
      );
      const before = found.size;
      answer.ids.forEach((_, i) => {
        const passage = toPassage(answer.metadatas?.[i], answer.documents?.[i]);
        if (passage) found.set(passage.index, passage);
      });
      if (answer.ids.length < BATCH || found.size === before || found.size > MOST.passages) break;
    }
    return [...found.values()].sort((a, b) => a.index - b.index);
  }

  async sources(signal?: AbortSignal): Promise<{ documents: number; passages: number }> {
    const passages = Number(await this.#http.get(await this.#path('count', signal), signal));
    return { documents: (await this.revisions(signal)).size, passages };
  }

  /** Yields the first passage of each document, without its text, page by page. */
  async *#firsts(signal?: AbortSignal, source?: string): AsyncGenerator<RemotePassage[]> {
    const first = { index: 0 };
    const where = source === undefined ? first : { $and: [first, { source }] };
    for (let offset = 0; ; offset += BATCH) {
      const answer = await this.#get({ where, include: ['metadatas'], limit: BATCH, offset }, signal);
      yield (answer.metadatas ?? []).flatMap((metadata) => toPassage(metadata, '') ?? []);
      if (answer.ids.length < BATCH) return;
    }
  }

  async #get(body: object, signal?: AbortSignal): Promise<Got> {
    const answer = (await this.#http.post(await this.#path('get', signal), body, signal)) as Got | null;
    const { metadatas, documents, embeddings } = answer ?? {};
    const areLists = [metadatas, documents, embeddings].every((list) => list == null || Array.isArray(list));
    if (!Array.isArray(answer?.ids) || !areLists) throw this.#http.notChroma();
    return answer;
  }

  async #path(call: string, signal?: AbortSignal): Promise<string> {
    this.#collection ??= await this.#find(signal);
    if (!this.#collection) {
      throw new Failure(
        'not_found',
        `There is no collection ${this.#name} yet. Push the library to it first.`,
      );
    }
    return `${this.#collections}/${this.#collection.id}/${call}`;
  }

  async #find(signal?: AbortSignal): Promise<Collection | undefined> {
    try {
      const path = `${this.#collections}/${encodeURIComponent(this.#name)}`;
      const collection = (await this.#http.get(path, signal)) as Collection;
      if (!isCollection(collection)) throw this.#http.notChroma();
      return (this.#collection = collection);
    } catch (error) {
      if (error instanceof Failure && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

function toMetadata(passage: RemotePassage): Metadata {
  const { text: _text, heading, tags, updated_at, ...rest } = passage;
  const metadata: Metadata = {
    ...rest,
    heading: JSON.stringify(heading),
    updated_at,
    // Chroma compares numbers only.
    updated: Date.parse(updated_at) || 0,
  };
  for (const tag of tags) metadata[`tag:${tag}`] = true;
  return metadata;
}

function isCollection(value: Collection | null): boolean {
  return (
    typeof value === 'object' && value !== null && typeof value.id === 'string' && /^[\w-]+$/.test(value.id)
  );
}

/** Between two directions: from 0 to 2, with some rounding. */
function isDistance(value: unknown): value is number {
  return typeof value === 'number' && value >= -0.01 && value <= 2.01;
}

/** Returns undefined for foreign records. */
function toPassage(
  metadata: Metadata | null | undefined,
  text: string | null | undefined,
): RemotePassage | undefined {
  if (!metadata) return undefined;
  const { document, index, title, source, source_id, content_type, updated_at, revision, heading } = metadata;
  if (typeof document !== 'string' || !Number.isInteger(index)) return undefined;
  const passage: RemotePassage = {
    document,
    index: Number(index),
    text: String(text ?? ''),
    title: String(title ?? ''),
    heading: headingOf(heading),
    source: String(source ?? ''),
    source_id: String(source_id ?? document),
    content_type: String(content_type ?? 'text/plain'),
    updated_at: String(updated_at ?? ''),
    revision: String(revision ?? ''),
    tags: Object.keys(metadata).flatMap((key) => (key.startsWith('tag:') ? [key.slice(4)] : [])),
  };
  if (typeof metadata['author'] === 'string') passage.author = metadata['author'];
  const { source_url: url, page } = metadata;
  if (typeof url === 'string' && /^https?:\/\//i.test(url)) passage.source_url = url;
  if (typeof page === 'number' && Number.isInteger(page)) passage.page = page;
  return passage;
}

function headingOf(value: unknown): string[] {
  try {
    const parsed: unknown = JSON.parse(String(value ?? '[]'));
    return Array.isArray(parsed) ? parsed.map(String) : [];
  } catch {
    return [];
  }
}

function whereOf({ sources, tags, since }: RemoteFilter): { where?: object } {
  const all: object[] = [];
  if (sources.length > 0) all.push({ source: { $in: [...sources] } });
  for (const tag of tags) all.push({ [`tag:${tag}`]: true });
  if (since !== undefined) all.push({ updated: { $gte: Date.parse(since) } });
  if (all.length === 0) return {};
  return { where: all.length === 1 ? all[0]! : { $and: all } };
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Returns 0 for a vector of another length. */
function cosineOf(a: Float32Array, b: readonly number[]): number {
  let dot = 0;
  let square = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * (b[i] ?? 0);
    square += (b[i] ?? 0) ** 2;
  }
  const cosine = dot / Math.sqrt(square);
  return Number.isFinite(cosine) ? cosine : 0;
}
