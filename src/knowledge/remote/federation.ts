// Answers for the library and remote engines together: merges searches, and opens documents from either.
//
// - Lists of different engines are merged by rank (reciprocal rank fusion), because their scores aren't comparable.
// - The library never waits long for an engine: late results are left out, and `sources` says why.
import { type ContextPassage, fittingPassages, type GatherOptions } from '../../core/context-passage.ts';
import type {
  DocumentView,
  SearchHit,
  SearchOptions,
  SourceInfo,
  StoredDocument,
} from '../../core/document.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import type { Embedder } from '../embedding/embedder.ts';
import { parseQuery } from '../../search/parsed-query.ts';
import type { LocalAnswers, RemoteAccess, SearchCall } from '../../core/ports/remote-collections.ts';
import { remoteId } from './push.ts';
import { Chroma } from './chroma.ts';
import type { RemoteEngine, RemotePassage } from './engine.ts';
import { readRemoteId, searchRemote } from './remote-search.ts';

/** Milliseconds that a search waits for engines beside the library, and for one that answers alone. */
const PATIENCE = { beside: 2_500, instead: 15_000 } as const;
/** The usual constant of reciprocal rank fusion. */
const RRF = 60;

interface Used {
  access: RemoteAccess;
  engine: RemoteEngine;
  /** Why its last search failed. */
  trouble?: string | undefined;
}

export class Federation implements LocalAnswers {
  readonly #local: LocalAnswers;
  /** The model that embeds questions; undefined while there is none. */
  readonly #embedder: () => Embedder | undefined;
  #remotes: Used[] = [];

  constructor(local: LocalAnswers, embedder: () => Embedder | undefined) {
    this.#local = local;
    this.#embedder = embedder;
  }

  use(remotes: readonly RemoteAccess[]): void {
    this.#remotes = remotes.map((access) => ({ access, engine: engineOf(access) }));
  }

  /** @throws Failure of the library, or of an engine that answers alone */
  async search(query: string, options: SearchOptions, call: SearchCall = {}): Promise<SearchHit[]> {
    if (options.local || options.within) return this.#local.search(query, options, call);
    const alone = this.#remotes.find(({ access }) => access.use === 'instead');
    if (alone) {
      call.onEnd?.();
      return this.#ask(alone, query, options);
    }
    const elsewhere = Promise.all(
      this.#remotes.map((one) => this.#ask(one, query, options).catch((): SearchHit[] => [])),
    );
    const { onUpdate } = call;
    const better = onUpdate && {
      onUpdate: (hits: SearchHit[]) =>
        void elsewhere.then((others) => onUpdate(together(hits, others, options))),
    };
    const local = await this.#local.search(query, options, { ...call, ...better });
    return together(local, await elsewhere, options);
  }

  /** Returns engines' passages as stored. @throws Failure as `search` */
  async gather(question: string, options: GatherOptions, signal?: AbortSignal): Promise<ContextPassage[]> {
    if (options.local || options.within) return this.#local.gather(question, options, signal);
    const { tokens, before: _, ...search } = options;
    const ask = async (remote: Used): Promise<ContextPassage[]> =>
      (await this.#ask(remote, question, search, true)).map((hit) => ({ text: hit.snippet, ...hit }));
    const alone = this.#remotes.find(({ access }) => access.use === 'instead');
    if (alone) return fittingPassages(await ask(alone), tokens);
    const elsewhere = Promise.all(this.#remotes.map((one) => ask(one).catch((): ContextPassage[] => [])));
    const local = await this.#local.gather(question, options, signal);
    return fittingPassages(merged([local, ...notHeld(local, await elsewhere)]), tokens);
  }

  async get(id: string): Promise<DocumentView> {
    if (!readRemoteId(id)) return this.#local.get(id);
    const { passages, body, ...meta } = await this.open(id);
    const chunks = passages.map(({ index, text, heading, page }) => ({
      index,
      text,
      ...(heading.length > 0 && { heading: heading.join(' › ') }),
      ...(page !== undefined && { page }),
    }));
    const { source, source_id, title, author, source_url, content_type, created_at, updated_at, metadata } =
      meta;
    return {
      ...{ id, source, source_id, title, content_type, body, created_at, updated_at, metadata, chunks },
      ...(author !== undefined && { author }),
      ...(source_url !== undefined && { source_url }),
    };
  }

  async open(id: string): Promise<StoredDocument> {
    const place = readRemoteId(id);
    if (!place) return this.#local.open(id);
    const remote = this.#remotes.find(({ access }) => access.id === place.remote);
    const passages = remote ? await remote.engine.document(place.document) : [];
    if (passages.length === 0) throw new Failure('not_found', `document not found: ${id}`);
    return toDocument(id, passages);
  }

  /** @param local skips remote engines */
  async sources(local = false): Promise<SourceInfo[]> {
    if (local) return this.#local.sources();
    const elsewhere = this.#remotes.map(async ({ access, engine, trouble }): Promise<SourceInfo> => {
      const info = { name: access.name, configured: true, documents: 0, chunks: 0 };
      try {
        const { engine: name, passages = 0 } = await engine.state(AbortSignal.timeout(PATIENCE.beside));
        const notes = `${name} at ${access.url}${trouble === undefined ? '' : `. Last search: ${trouble}`}`;
        return { ...info, chunks: passages, healthy: true, notes };
      } catch (error) {
        return { ...info, healthy: false, notes: toErrorData(error, 'unavailable').message };
      }
    });
    return [...(await this.#local.sources()), ...(await Promise.all(elsewhere))];
  }

  async #ask(remote: Used, query: string, options: SearchOptions, whole = false): Promise<SearchHit[]> {
    const { access, engine } = remote;
    const signal = AbortSignal.timeout(PATIENCE[access.use === 'instead' ? 'instead' : 'beside']);
    try {
      const vector = options.mode === 'keyword' ? undefined : await this.#vectorFor(engine, query, signal);
      if (options.mode === 'semantic' && !vector) {
        throw new Failure('unavailable', 'Semantic search needs the model that embedded the collection.');
      }
      const limit = options.limit ?? 12;
      const hits = await searchRemote(engine, access, {
        asked: parseQuery(query),
        options: within(access, options),
        limit,
        vector,
        signal,
        whole,
      });
      remote.trouble = undefined;
      return hits;
    } catch (error) {
      const late = signal.aborted;
      const failure = late
        ? new Failure('unavailable', `${access.name} did not answer in time.`)
        : error instanceof Failure
          ? error
          : new Failure('unavailable', `Couldn’t search ${access.name}.`);
      remote.trouble = failure.message;
      throw failure;
    }
  }

  /** Returns the question's vector, if the model here is the one that filled the collection. */
  async #vectorFor(
    engine: RemoteEngine,
    query: string,
    signal: AbortSignal,
  ): Promise<Float32Array | undefined> {
    const embedder = this.#embedder();
    if (!embedder) return undefined;
    const { model } = await engine.state(signal);
    if (model !== embedder.model) return undefined;
    const [vector] = await embedder.embed([parseQuery(query).text], { urgent: true, signal });
    return vector;
  }
}

/** Returns the engine for a remote collection. Another engine is another line. */
export function engineOf(access: RemoteAccess): RemoteEngine {
  switch (access.engine) {
    case 'chroma':
      return new Chroma(access);
  }
}

/** An engine's name is itself a source, which stands for everything in it. */
function within({ name }: RemoteAccess, options: SearchOptions): SearchOptions {
  if (!options.sources?.includes(name)) return options;
  const { sources: _, ...others } = options;
  return others;
}

/** Documents in both are taken from the library. */
function together(
  local: readonly SearchHit[],
  others: readonly SearchHit[][],
  { limit = 12 }: SearchOptions,
): SearchHit[] {
  return merged([local, ...notHeld(local, others)]).slice(0, limit);
}

function notHeld<Hit extends SearchHit>(local: readonly SearchHit[], others: readonly Hit[][]): Hit[][] {
  const held = new Set(local.map((hit) => remoteId(hit)));
  return others.map((hits) => hits.filter((hit) => !held.has(readRemoteId(hit.id)?.document ?? '')));
}

/** Merges by reciprocal rank fusion; the best hit scores 1. */
export function merged<Hit extends SearchHit>(lists: readonly (readonly Hit[])[]): Hit[] {
  if (lists.filter((list) => list.length > 0).length < 2) return lists.flat();
  const ranked = lists.flatMap((list) => list.map((hit, i) => ({ hit, score: 1 / (RRF + i + 1) })));
  ranked.sort((a, b) => b.score - a.score || b.hit.score - a.hit.score);
  const top = ranked[0]?.score ?? 1;
  return ranked.map(({ hit, score }) => ({ ...hit, score: score / top }));
}

/** Assembles a document from its passages, which are all that is stored remotely. */
function toDocument(id: string, passages: readonly RemotePassage[]): StoredDocument {
  const { title, source, source_id, content_type, updated_at, author, source_url, tags } = passages[0]!;
  let body = '';
  const placed = passages.map(({ text, heading, page }, index) => {
    if (body !== '') body += '\n\n';
    const start = body.length;
    body += text;
    return {
      ...{ document: id, index, text, heading, start, end: body.length },
      ...(page !== undefined && { page }),
    };
  });
  return {
    ...{ id, source, source_id, title, content_type, body, updated_at },
    created_at: updated_at,
    added_at: updated_at,
    metadata: tags.length > 0 ? { tags: [...tags] } : {},
    hash: '',
    chunks: placed.length,
    size: body.length,
    passages: placed,
    ...(author !== undefined && { author }),
    ...(source_url !== undefined && { source_url }),
  };
}
