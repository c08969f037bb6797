// Saved pages: the resulting documents, and the errors that the user sees.
import { expect, it } from 'vitest';
import type { App } from '../../apps/web/app.ts';
import type { FileWithFacts } from '../../knowledge/incoming.ts';
import type { Clip } from '../../core/ports/companion.ts';
import { keepClip } from './receive.ts';

const CLIP: Clip = {
  id: 'c1',
  url: 'https://example.org/tea?a=1&b="><script>',
  title: 'Tea: a/b\n',
  html: '<p>Green tea</p>',
  isSelection: false,
  at: '2026-11-26T10:00:00.000Z',
};

function library(result: object = { ids: ['d1'], skipped: [] }) {
  const added: FileWithFacts[] = [];
  const app = {
    knowledge: { add: async (items: FileWithFacts[]) => (added.push(...items), result) },
    collections: async () => ({ get: async (id: string) => (id === 'tea' ? { id } : undefined) }),
  } as unknown as Pick<App, 'knowledge' | 'collections'>;
  return { app, added };
}

it('keeps a page with title, address and time, as an HTML file', async () => {
  const { app, added } = library();
  expect(await keepClip(app, { ...CLIP, collection: 'tea' })).toBeUndefined();
  const [{ file, given, collection }] = added as [FileWithFacts];
  expect(given).toEqual({
    source: 'web',
    source_id: CLIP.url,
    source_url: CLIP.url,
    title: CLIP.title,
    updated_at: CLIP.at,
  });
  expect([file.name, file.type, collection]).toEqual(['Tea a b.html', 'text/html', 'tea']);
  const text = await file.text();
  expect(text).toContain('<p>Green tea</p>');
  // An address can't end its attribute.
  expect(text).not.toContain('<script');
});

it('keeps a selection beside the page, and a clip whose collection is gone', async () => {
  const { app, added } = library();
  await keepClip(app, { ...CLIP, isSelection: true, collection: 'gone' });
  expect(added[0]!.given!.source_id).toBe(`${CLIP.url}#c1`);
  expect(added[0]).not.toHaveProperty('collection');
});

it('says why a page was not kept', async () => {
  const { app } = library({ ids: [], skipped: [{ name: 'x', reason: 'the document is empty' }] });
  expect(await keepClip(app, CLIP)).toContain('was not saved: the document is empty.');
  const same = library({ ids: [], skipped: [{ name: 'x', reason: 'unchanged', unchanged: true }] });
  expect(await keepClip(same.app, CLIP)).toBeUndefined();
});
