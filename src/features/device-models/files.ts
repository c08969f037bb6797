// The files of on-device models, stored in pieces, so an interrupted download can resume.
//
// - A piece is stored whole or not at all. A file is complete when all its pieces are.
// - They lie in a browser cache whose name the storage settings use to count and delete them.
import type { DeviceModelFacts, ModelFile } from '../../core/device-model.ts';
import { Failure } from '../../core/errors.ts';

const CACHE = 'perilune-device-models';
/** Cache keys must be addresses; nothing is ever requested from this one. */
const BASE = 'https://device-models.invalid/';
/** Bytes: the most a pause can lose. */
export const PIECE = 4 * 1024 * 1024;

export class ModelFiles {
  readonly #caches: Pick<CacheStorage, 'open'>;
  readonly #piece: number;

  constructor(caches: Pick<CacheStorage, 'open'>, piece = PIECE) {
    this.#caches = caches;
    this.#piece = piece;
  }

  get piece(): number {
    return this.#piece;
  }

  async list(): Promise<DeviceModelFacts[]> {
    const cache = await this.#open();
    const found: DeviceModelFacts[] = [];
    for (const { url } of await cache.keys()) {
      if (!url.endsWith('?facts')) continue;
      const facts = (await (await cache.match(url))?.json()) as DeviceModelFacts | undefined;
      if (facts) found.push(facts);
    }
    return found;
  }

  async facts(id: string): Promise<DeviceModelFacts | undefined> {
    const kept = await (await this.#open()).match(`${BASE}${id}?facts`);
    return kept && ((await kept.json()) as DeviceModelFacts);
  }

  async keep(facts: DeviceModelFacts): Promise<void> {
    await (await this.#open()).put(`${BASE}${facts.id}?facts`, new Response(JSON.stringify(facts)));
  }

  /** The stored pieces of each file, by path. */
  async pieces({ id, files }: Pick<DeviceModelFacts, 'id' | 'files'>): Promise<Map<string, Set<number>>> {
    const found = new Map(files.map(({ path }) => [path, new Set<number>()]));
    for (const { url } of await (await this.#open()).keys()) {
      const { pathname, search } = new URL(url);
      if (!search.startsWith('?piece=') || !pathname.startsWith(`/${id}/`)) continue;
      found.get(decodeURIComponent(pathname.slice(id.length + 2)))?.add(Number(search.slice(7)));
    }
    return found;
  }

  /** @throws Failure `too_large` when the device has no room for it. */
  async write(id: string, path: string, piece: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      const headers = { 'content-length': String(bytes.length) };
      await (await this.#open()).put(keyOf(id, path, piece), new Response(bytes, { headers }));
    } catch (error) {
      if ((error as Error).name !== 'QuotaExceededError') throw error;
      throw new Failure('too_large', 'There is not enough space on this device for this model.');
    }
  }

  countOf({ size }: ModelFile): number {
    return Math.max(1, Math.ceil(size / this.#piece));
  }

  sizeOf(file: ModelFile, piece: number): number {
    return Math.min(this.#piece, file.size - piece * this.#piece);
  }

  /** Opens a file by `owner/name/path`; undefined when it is missing or incomplete. */
  async open(address: string): Promise<Response | undefined> {
    const [owner = '', name = '', ...rest] = address.split('/');
    const id = `${owner}/${name}`;
    const path = rest.join('/');
    const file = (await this.facts(id))?.files.find((one) => one.path === path);
    if (!file) return undefined;
    const cache = await this.#open();
    const count = this.countOf(file);
    const bytes = new Uint8Array(file.size);
    for (let piece = 0; piece < count; piece++) {
      const kept = await cache.match(keyOf(id, path, piece));
      if (!kept) return undefined;
      const part = new Uint8Array(await kept.arrayBuffer());
      if (part.length !== this.sizeOf(file, piece)) return undefined;
      bytes.set(part, piece * this.#piece);
    }
    return new Response(bytes, { headers: { 'content-length': String(file.size) } });
  }

  /**
   * The facts go first: if the page closes meanwhile, the remaining pieces are orphans, to be reused or removed
   * later.
   */
  async remove(id: string): Promise<void> {
    const cache = await this.#open();
    await cache.delete(`${BASE}${id}?facts`);
    for (const { url } of await cache.keys()) {
      if (new URL(url).pathname.startsWith(`/${id}/`)) await cache.delete(url);
    }
  }

  #open(): Promise<Cache> {
    return this.#caches.open(CACHE);
  }
}

function keyOf(id: string, path: string, piece: number): string {
  const escaped = path.split('/').map(encodeURIComponent).join('/');
  return `${BASE}${id}/${escaped}?piece=${piece}`;
}
