// Starter questions are about the user's own documents as soon as there are any.
import { expect, it } from 'vitest';
import type { DocumentMeta, DocumentView, SourceInfo } from '../../../core/document.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../core/settings.ts';
import { GUIDE_STARTERS } from './guide-starters.ts';
import { extractCsv } from '../../../knowledge/extract/csv.ts';
import { findStarters, SAMPLE_STARTERS } from './starters.ts';

const SEARCH_MODE = DEFAULT_SETTINGS;
const WITH_MODEL: Settings = {
  ...DEFAULT_SETTINGS,
  model: { ...DEFAULT_SETTINGS.model, baseUrl: 'https://api.example.com/v1', model: 'm' },
};

async function startersOf(
  documents: [title: string, source: string][],
  current = WITH_MODEL,
  tables: Record<string, string> = {},
) {
  const counts = new Map<string, number>();
  for (const [, source] of documents) counts.set(source, (counts.get(source) ?? 0) + 1);
  return findStarters({
    knowledge: {
      list: async () => ({
        documents: documents.map(
          ([title, source]) =>
            ({
              ...{ id: `id-${title}`, title, source, size: tables[title]?.length ?? 9 },
              metadata: title in tables ? { format: 'csv' } : {},
            }) as DocumentMeta,
        ),
        total: documents.length,
      }),
      get: async (id) => ({ body: tables[id.slice(3)] }) as DocumentView,
      sources: async () =>
        [...counts].map(
          ([name, documents]) =>
            ({ name, documents, chunks: 1, configured: true, healthy: true }) as SourceInfo,
        ),
    },
    preferences: { current },
  });
}

it('come from the guide while there is nothing else', async () => {
  expect(await startersOf([['Adding documents', 'guide']])).toEqual(GUIDE_STARTERS);
  expect(await startersOf([])).toEqual(GUIDE_STARTERS);
});

it('are about the sample documents while there are no others', async () => {
  expect(
    await startersOf([
      ['Handbook', 'samples'],
      ['Adding documents', 'guide'],
    ]),
  ).toEqual(SAMPLE_STARTERS);
});

it('leave out the sample documents once there are others', async () => {
  const starters = await startersOf([
    ['Handbook', 'samples'],
    ['Contract', 'samples'],
    ['Tides', 'notes'],
  ]);
  expect(starters.map(({ text }) => text)).toEqual([
    'What is “Tides” about?',
    ...GUIDE_STARTERS.slice(0, 2).map(({ text }) => text),
  ]);
});

it('mention the newest document, one of another source, and the largest source', async () => {
  const starters = await startersOf([
    ['Tides', 'notes'],
    ['Moons', 'notes'],
    ['Contract', 'files'],
    ['Adding documents', 'guide'],
  ]);
  expect(starters).toEqual([
    { text: 'What is “Tides” about?', mentions: [{ kind: 'document', id: 'id-Tides', title: 'Tides' }] },
    {
      text: 'What are the main points of “Contract”?',
      mentions: [{ kind: 'document', id: 'id-Contract', title: 'Contract' }],
    },
    {
      text: 'What do the 2 documents of “notes” have in common?',
      mentions: [{ kind: 'source', id: 'notes', title: 'notes' }],
    },
  ]);
});

it('request no summary while no model answers', async () => {
  const starters = await startersOf(
    [
      ['Tides', 'notes'],
      ['Moons', 'notes'],
      ['Contract', 'files'],
    ],
    SEARCH_MODE,
  );
  expect(starters.map(({ text }) => text)).toEqual([
    'What is “Tides” about?',
    'What is “Contract” about?',
    GUIDE_STARTERS[0]!.text,
  ]);
});

it('are completed from the guide, up to three', async () => {
  const starters = await startersOf([['x'.repeat(100), 'files']]);
  expect(starters).toHaveLength(3);
  expect(starters[0]!.text.length).toBeLessThan(85);
  expect(starters[1]).toEqual(GUIDE_STARTERS[0]);
});

it('ask for a figure of a table, or for its content', async () => {
  const orders = extractCsv(
    'order_id,country,total_gbp\n1,Norway,20.5\n2,Norway,1\n3,Sweden,7\n4,Norway,"1,200"\n',
  ).body;
  const words = extractCsv('name,colour\nAda,red\nBo,blue\n').body;
  const starters = await startersOf(
    [
      ['orders', 'files'],
      ['words', 'notes'],
    ],
    SEARCH_MODE,
    { orders, words },
  );
  expect(starters.slice(0, 2).map(({ text }) => text)).toEqual([
    'What are the total sales by country?',
    'What is in “words”?',
  ]);
});

it('ask in English about the guide and the samples, which are in English', () => {
  for (const { asks } of [...GUIDE_STARTERS, ...SAMPLE_STARTERS]) expect(asks).toMatch(/^(?:How|What) .*\?$/);
});
