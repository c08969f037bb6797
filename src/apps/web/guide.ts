// Puts the guide into the library.
import type { DocumentInput } from '../../core/document.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { SettingsTable } from '../../storage/settings.ts';
import { guideVersion } from 'virtual:guide';

/** The setting that says which text of the guide is here. */
export const GUIDE_VERSION = 'guide-version';

interface GuidePage {
  file: string;
  title: string;
  markdown: string;
}

/**
 * Resolves when the library is open and has the guide. It is put there at the first start, and its new text after an update;
 * one that was removed stays removed.
 */
export async function addGuide(knowledge: KnowledgeClient, table: SettingsTable): Promise<void> {
  const known = await table.get<string>(GUIDE_VERSION);
  if (known === guideVersion) return knowledge.ready;
  const reading = shippedPages();
  // Should the library not open, that is what is said.
  reading.catch(() => undefined);
  await knowledge.ready;
  const removed = known !== undefined && !(await knowledge.sources()).some(({ name }) => name === 'guide');
  // What came last is listed first: so the first page is.
  if (!removed) await knowledge.add((await reading).reverse().map(documentOf));
  await table.set(GUIDE_VERSION, guideVersion);
}

/** Reads the guide from the place where the program itself is. */
export async function shippedPages(): Promise<GuidePage[]> {
  const response = await fetch(new URL('demo-docs/guide.json', document.baseURI));
  if (!response.ok) throw new Error(`The guide could not be read (${response.status}).`);
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
