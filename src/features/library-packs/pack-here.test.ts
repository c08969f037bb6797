// Opening a pack again: what is here unchanged is named, and everything else counts as new.
import { describe, expect, it } from 'vitest';
import type { DocumentMeta } from '../../core/document.ts';
import type { LibraryPack } from '../../core/library-pack.ts';
import { hashOf } from '../../knowledge/document-hash.ts';
import { packHere } from './pack-here.ts';

const PACK = {
  ...{ name: 'Tents', description: '', colour: 'green', instructions: 'Short.', questions: ['Which?'] },
  documents: ['a', 'b'].map((name) => ({
    ...{ path: `documents/${name}.md`, title: name, body: `text of ${name}`, content_type: 'text/markdown' },
    ...{ tags: [], metadata: {} },
  })),
  bundles: [],
  profile: { name: 'Guide', description: '', kind: 'text', text: 'Obey.' },
} as unknown as LibraryPack;

const COLLECTION = { id: 'c', name: 'Tents', instructions: 'Short.', starters: ['Which?'], imported: true };

async function appWith(
  source: string,
  { bodies = ['text of a', 'text of b'], collection = COLLECTION as object, profile = 'Obey.' } = {},
) {
  const documents = await Promise.all(
    bodies.map(async (body, index) => ({
      source_id: PACK.documents[index]?.path,
      hash: await hashOf(source, body),
      collections: ['c'],
    })),
  );
  const list = async ({ source: wanted }: { source: string }) => {
    const found = wanted === source ? (documents as unknown as DocumentMeta[]) : [];
    return { documents: found, total: found.length };
  };
  return {
    knowledge: { list, sources: async () => [{ name: 'notes' }, { name: source }] },
    collections: async () => ({ list: async () => [collection] }),
    profiles: async () => ({
      list: async () => [{ id: 'p', name: 'Guide 2', description: '', kind: 'text', text: profile }],
    }),
  } as unknown as Parameters<typeof packHere>[0];
}

describe('a pack that is opened again', () => {
  it.each(['pack: Tents', 'pack: Tents 2'])('is already here when nothing changed (%s)', async (source) => {
    expect(await packHere(await appWith(source), PACK)).toMatchObject({
      documents: { collection: { id: 'c' } },
      profile: { id: 'p' },
    });
  });

  it.each([
    ['a text that changed', { bodies: ['text of a', 'changed'] }],
    ['a document that is missing', { bodies: ['text of a'] }],
    ['other instructions', { collection: { ...COLLECTION, instructions: 'Long.' } }],
    ['another question', { collection: { ...COLLECTION, starters: [] } }],
  ])('is new with %s', async (_, changed) => {
    expect((await packHere(await appWith('pack: Tents', changed), PACK)).documents).toBeUndefined();
  });

  it('is here when its instructions were edited here', async () => {
    const collection = { ...COLLECTION, instructions: 'My own.', imported: false };
    expect((await packHere(await appWith('pack: Tents', { collection }), PACK)).documents).toBeDefined();
  });

  it('is new when only a pack or a source with another name has its documents', async () => {
    for (const source of ['notes', 'pack: Tents and more', 'pack: Tents x']) {
      expect((await packHere(await appWith(source), PACK)).documents).toBeUndefined();
    }
    expect(
      (await packHere(await appWith('pack: Tents', { profile: 'Other.' }), PACK)).profile,
    ).toBeUndefined();
  });
});
