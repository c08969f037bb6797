// Pushing a library to a real Chroma server: new, changed and removed documents, and the state after a stop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChromaServer, startChroma, whyNoChroma } from '../../../scripts/chroma-server.ts';
import type { StoredDocument } from '../../core/document.ts';
import type { Remote } from '../../core/remote.ts';
import { Chroma } from './chroma.ts';
import { push, type PushDeps, remoteId } from './push.ts';

const missing = whyNoChroma();

function document(id: string, texts: string[], given: Partial<StoredDocument> = {}): StoredDocument {
  const body = texts.join('\n\n');
  return {
    id,
    source: 'notes',
    source_id: `${id}.md`,
    title: id,
    content_type: 'text/markdown',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    added_at: '2026-01-01T00:00:00.000Z',
    metadata: { tags: ['Sea'] },
    hash: body,
    chunks: texts.length,
    size: body.length,
    body,
    passages: texts.map((text, index) => ({
      document: id,
      index,
      text,
      heading: [],
      start: body.indexOf(text),
      end: body.indexOf(text) + text.length,
    })),
    ...given,
  };
}

/** Returns a library of these documents; `embedded` counts the passages turned into vectors. */
function library(documents: StoredDocument[]): PushDeps & { embedded: number } {
  return {
    model: 'test',
    embedded: 0,
    list: ({ source, limit, offset }) => {
      const all = documents.filter((one) => source === undefined || one.source === source);
      return Promise.resolve({ documents: all.slice(offset, offset + limit), total: all.length });
    },
    open: (id) => Promise.resolve(documents.find((one) => one.id === id)!),
    vectorsOf({ passages }) {
      this.embedded += passages.length;
      return Promise.resolve(passages.map(({ text }) => Float32Array.of(text.length, 1, 0)));
    },
  };
}

describe.skipIf(missing)('a push (needs a Chroma server: node scripts/ensure-servers.mjs)', () => {
  let server: ChromaServer;
  let count = 0;
  beforeAll(async () => {
    server = await startChroma();
  });
  afterAll(() => server.close());

  function collection(): Chroma {
    const remote: Remote = {
      id: 'r',
      name: 'r',
      engine: 'chroma',
      url: server.url,
      tenant: 'default_tenant',
      database: 'default_database',
      collection: `push-${++count}`,
      use: 'beside',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    return new Chroma(remote);
  }

  it('writes everything once, and nothing the second time', async () => {
    const chroma = collection();
    const deps = library([document('a', ['one', 'two']), document('b', ['three'])]);
    const seen: number[] = [];
    expect(await push(chroma, deps, { onProgress: ({ done }) => seen.push(done) })).toEqual({
      documents: 2,
      passages: 3,
      unchanged: 0,
      removed: 0,
    });
    expect(seen).toEqual([0, 1, 2]);
    expect(await push(chroma, deps)).toMatchObject({ documents: 0, unchanged: 2 });
    expect(deps.embedded).toBe(3);
    const [first] = await chroma.document(remoteId({ source: 'notes', source_id: 'a.md' }));
    expect(first).toMatchObject({ text: 'one', tags: ['sea'], title: 'a' });
  });

  it('replaces changed documents, without leaving a passage of the older text', async () => {
    const chroma = collection();
    await push(chroma, library([document('a', ['one', 'two', 'three'])]));
    await push(chroma, library([document('a', ['other'], { hash: 'other' })]));
    const id = remoteId({ source: 'notes', source_id: 'a.md' });
    expect((await chroma.document(id)).map(({ text }) => text)).toEqual(['other']);
  });

  it('removes missing documents only when told to, and only in the pushed source', async () => {
    const chroma = collection();
    const [a, b] = [document('a', ['one']), document('b', ['two'])];
    await push(chroma, library([a, b, document('c', ['three'], { source: 'mail' })]));
    expect(await push(chroma, library([a]), { source: 'notes' })).toMatchObject({ removed: 0, unchanged: 1 });
    expect(await push(chroma, library([a]), { source: 'notes', removeMissing: true })).toMatchObject({
      removed: 1,
    });
    expect(await chroma.sources()).toEqual({ documents: 2, passages: 2 });
  });

  it('rewrites a partly written document at the next push, and leaves nothing old', async () => {
    const chroma = collection();
    const texts = Array.from({ length: 700 }, (_, i) => `text ${i}`);
    await push(chroma, library([document('a', [...texts, 'old end'])]));
    let puts = 0;
    const failing = Object.create(chroma) as Chroma;
    failing.prepare = (model) => chroma.prepare(model);
    failing.revisions = () => chroma.revisions();
    failing.prune = (id, revision) => chroma.prune(id, revision);
    failing.put = (passages, vectors) => {
      if (++puts === 2) throw new Error('the line is dead');
      return chroma.put(passages, vectors);
    };
    const changed = [document('a', texts, { hash: 'changed' })];
    await expect(push(failing, library(changed))).rejects.toThrow('the line is dead');
    expect(await push(chroma, library(changed))).toMatchObject({ documents: 1, unchanged: 0 });
    const id = remoteId({ source: 'notes', source_id: 'a.md' });
    expect((await chroma.document(id)).map(({ text }) => text)).toEqual(texts);
  });

  it('leaves whole documents when stopped, and the next one continues there', async () => {
    const chroma = collection();
    const texts = Array.from({ length: 150 }, (_, i) => `text ${i}`);
    const documents = ['a', 'b', 'c', 'd'].map((id) => document(id, texts));
    const stop = new AbortController();
    const stopped = push(chroma, library(documents), {
      signal: stop.signal,
      onProgress: ({ done }) => done === 3 && stop.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
    const there = await chroma.sources();
    expect(there.documents).toBeGreaterThan(0);
    expect(there.documents).toBeLessThan(4);
    expect(there.passages).toBe(there.documents * 150);
    expect(await push(chroma, library(documents))).toMatchObject({
      documents: 4 - there.documents,
      unchanged: there.documents,
    });
    expect(await chroma.sources()).toEqual({ documents: 4, passages: 600 });
  });
});
