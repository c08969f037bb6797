// What an opened pack adds, and what it cannot reach.
import { describe, expect, it, vi } from 'vitest';
import type { CollectionDraft } from '../../core/collection.ts';
import type { DocumentInput } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { LibraryPack } from '../../core/library-pack.ts';
import type { DocumentWithFile } from '../../knowledge/incoming.ts';
import { keepPack, toolsFor } from './keep-pack.ts';

const PACK: LibraryPack = {
  name: 'Tents',
  description: '',
  colour: 'green',
  instructions: 'Obey the pack.',
  questions: ['Which?'],
  documents: [
    {
      path: 'documents/a.md',
      title: '<b>A</b>',
      body: 'Text',
      content_type: 'text/markdown',
      tags: ['x'],
      metadata: { pages: 1 },
    },
  ],
  bundles: [],
  profile: {
    name: 'Guide',
    description: '',
    kind: 'text',
    text: 'Obey.',
    tools: ['weather', 'send_mail', 'get'],
  },
};

function appWith(sources: readonly string[] = [], failing = false) {
  const added: { items: DocumentInput[]; options: unknown }[] = [];
  const take = vi.fn(async (draft: CollectionDraft) => ({
    ...{ ...draft, id: 'c1', imported: true, createdAt: '', modifiedAt: '' },
    ...{ name: `${draft.name} 2` },
  }));
  const profile = vi.fn(async (draft: object) => ({ ...draft, id: 'p1', imported: true }));
  const app = {
    knowledge: {
      sources: async () => sources.map((name) => ({ name })),
      add: async (items: DocumentInput[], options: unknown) => {
        if (failing) throw new Failure('unavailable', 'There is no room.');
        added.push({ items, options });
        return { documents: items.length, chunks: 1, skipped: [], unchanged: 0, ids: ['1'] };
      },
    },
    collections: async () => ({ take }),
    profiles: async () => ({ take: profile }),
  };
  return { app: app as unknown as Parameters<typeof keepPack>[0], added, take, profile };
}

const ALL = { documents: true, originals: true, profile: true };
const TOOLS = new Map([['weather', 'tents.weather']]);

describe('an opened pack', () => {
  it('keeps original files beside the shown text, never in its place, and only if chosen', async () => {
    const { app, added } = appWith();
    const original = { name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array([1, 2]) };
    const pack = { ...PACK, documents: PACK.documents.map((one) => ({ ...one, original })) };
    await keepPack(app, pack, ALL, TOOLS);
    await keepPack(app, pack, { ...ALL, originals: false }, TOOLS);
    const [kept, left] = added.map(({ items }) => items[0] as DocumentInput | DocumentWithFile);
    expect(kept).toMatchObject({ document: { body: 'Text', title: '<b>A</b>' } });
    const { original: file } = kept as DocumentWithFile;
    expect([file?.name, file?.type, file?.size]).toEqual(['a.pdf', 'application/pdf', 2]);
    expect(left).toMatchObject({ body: 'Text' });
    expect(left).not.toHaveProperty('original');
  });

  it('puts its documents under a source and into a collection of its own', async () => {
    const { app, added } = appWith(['notes', 'pack: Tents 2']);
    await keepPack(app, PACK, ALL, TOOLS);
    expect(added).toMatchObject([
      {
        items: [
          {
            source: 'pack: Tents 2 2',
            source_id: 'documents/a.md',
            title: '<b>A</b>',
            metadata: { pages: 1, tags: ['x'] },
          },
        ],
        options: { collection: 'c1' },
      },
    ]);
  });

  it('limits its profile to its collection, its own tools, and calls that read', async () => {
    const { app, profile } = appWith();
    await keepPack(app, PACK, ALL, TOOLS);
    expect(profile).toHaveBeenCalledWith({
      ...PACK.profile,
      tools: ['tents.weather', 'get'],
      collections: ['c1'],
    });
  });

  it('adds only what the person chose', async () => {
    const { app, added, take, profile } = appWith();
    const kept = await keepPack(app, PACK, { documents: false, originals: false, profile: false }, TOOLS);
    expect(kept).toEqual({ problems: [] });
    expect([added.length, take.mock.calls.length, profile.mock.calls.length]).toEqual([0, 0, 0]);
  });

  it('reports what could not be added, and adds the rest', async () => {
    const { app } = appWith([], true);
    const kept = await keepPack(app, PACK, ALL, new Map());
    expect(kept.problems).toEqual(['There is no room.']);
    expect(kept.profile?.name).toBe('Guide');
  });
});

describe('the tools of its profile', () => {
  it('never include a tool of this device, also when it names all or a bundled one', () => {
    expect(toolsFor({}, TOOLS).map(({ name }) => name)).toEqual([
      'tents.weather',
      'search',
      'get',
      'sources',
    ]);
    expect(toolsFor({ tools: ['run_script', 'fetch_json'] }, TOOLS)).toEqual([]);
  });
});
