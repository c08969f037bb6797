// The sample documents: four files next to the app, added and removed by one click, with a source of their own.
import type { App } from '../../apps/web/app.ts';
import { removeDocuments } from './remove-documents.ts';

export const SAMPLES = 'samples';

/** The list shows the newest first, so the handbook comes last. */
const FILES = [
  { name: 'paper.html', type: 'text/html' },
  { name: 'orders.csv', type: 'text/csv', title: 'Fennmark orders, January to March 2026' },
  { name: 'contract.md', type: 'text/markdown' },
  { name: 'handbook.md', type: 'text/markdown' },
] as const;

/**
 * Adds them without the usual report: it would contain nothing to act on.
 * @throws Error with a sentence when the files can't be fetched or stored
 */
export async function openSamples(app: Pick<App, 'knowledge' | 'ready'>): Promise<void> {
  const files = await Promise.all(FILES.map(fetchSample));
  await app.ready;
  const { skipped } = await app.knowledge.add(files);
  if (skipped[0]) throw new Error(`Couldn’t add ${skipped[0].name}: ${skipped[0].reason}.`);
}

/** Deletes them as the library does: immediately, with undo. */
export async function removeSamples(knowledge: App['knowledge']): Promise<void> {
  const { documents } = await knowledge.list({ source: SAMPLES });
  await removeDocuments(knowledge, documents);
}

async function fetchSample(sample: (typeof FILES)[number]) {
  const { name, type } = sample;
  const response = await fetch(new URL(`samples/${name}`, document.baseURI)).catch(() => undefined);
  if (!response?.ok)
    throw new Error('Couldn’t load the sample documents. Check the connection, then try again.');
  return {
    file: new File([await response.blob()], name, { type }),
    path: name,
    given: {
      source: SAMPLES,
      source_id: name,
      metadata: { language: 'en' },
      ...('title' in sample && { title: sample.title }),
    },
  };
}
