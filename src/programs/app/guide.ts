// Puts the guide into the library.
import type { DocumentInput } from '../../core/document.ts';
import type { KnowledgeClient } from '../../knowledge/client.ts';
import type { SettingsTable } from '../../store/settings.ts';
import { guideVersion } from 'virtual:guide';

/** The setting that says which text of the guide is here. */
export const GUIDE_VERSION = 'guide-version';

/** Puts the guide into the library at the first start, and its new text after an update; one that was removed stays removed. */
export async function addGuide(knowledge: KnowledgeClient, table: SettingsTable): Promise<void> {
  const known = await table.get<string>(GUIDE_VERSION);
  if (known === guideVersion) return;
  const removed = known !== undefined && !(await knowledge.sources()).some(({ name }) => name === 'guide');
  if (!removed) {
    const pages = (await (await guideFile('pages.json')).json()) as { file: string; title: string }[];
    // What came last is listed first: so the first page is.
    await knowledge.add(await Promise.all(pages.reverse().map(readGuidePage)));
  }
  await table.set(GUIDE_VERSION, guideVersion);
}

/** A file of the guide, from the place where the program itself is. */
export async function guideFile(name: string): Promise<Response> {
  const response = await fetch(new URL(`demo-docs/${name}`, document.baseURI));
  if (!response.ok) throw new Error(`${name} of the guide could not be read (${response.status})`);
  return response;
}

async function readGuidePage(page: { file: string; title: string }): Promise<DocumentInput> {
  const response = await guideFile(page.file);
  return {
    title: page.title,
    body: await response.text(),
    source: 'guide',
    source_id: page.file,
    source_url: new URL(`demo-docs/${page.file.replace(/\.md$/, '.html')}`, document.baseURI).href,
    content_type: 'text/markdown',
    metadata: { language: 'en' },
  };
}
