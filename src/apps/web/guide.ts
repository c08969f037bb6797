// Adds the guide to the library.
import type { DocumentInput } from '../../core/document.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { SettingsTable } from '../../storage/settings.ts';
import { guideVersion } from 'virtual:guide';

/** The setting that stores which version of the guide is in the library. */
export const GUIDE_VERSION = 'guide-version';

interface GuidePage {
  file: string;
  title: string;
  markdown: string;
}

/**
 * Resolves when the library is open and contains the guide. Adds it at the first start and updates it with the app; a
 * removed guide stays removed.
 */
export async function addGuide(knowledge: KnowledgeClient, table: SettingsTable): Promise<void> {
  const known = await table.get<string>(GUIDE_VERSION);
  if (known === guideVersion) return knowledge.ready;
  const reading = shippedPages();
  // If the library fails to open, that error is the one to report.
  reading.catch(() => undefined);
  await knowledge.ready;
  const removed = known !== undefined && !(await knowledge.sources()).some(({ name }) => name === 'guide');
  // The library lists the newest first, so the first page goes in last.
  if (!removed) await knowledge.add((await reading).reverse().map(documentOf));
  await table.set(GUIDE_VERSION, guideVersion);
}

/** Reads the guide from the app's own folder. */
export async function shippedPages(): Promise<GuidePage[]> {
  const response = await fetch(new URL('demo-docs/guide.json', document.baseURI));
  if (!response.ok) throw new Error(`Couldn’t read the guide (${response.status}).`);
  return (await response.json()) as GuidePage[];
}

function documentOf({ file, title, markdown }: GuidePage): DocumentInput {
  return {
    title,
    body: markdown,
    source: 'guide',
    source_id: file,
    source_url: new URL(`demo-docs/${file.replace(/\.md$/, '.html')}`, document.baseURI).href,
    content_type: 'text/markdown',
    metadata: { language: 'en' },
  };
}
