// Starter questions from the library's contents: about the newest documents, and about a source.
import type { App } from '../../../apps/web/app.ts';
import { shortened } from '../../../base/shortened.ts';
import { ATTACHED_SOURCE } from '../../../core/document.ts';
import { hasModel } from '../../../core/settings.ts';
import { isTabular } from '../../../core/table.ts';
import { GUIDE_STARTERS, inEnglish, type Starter } from './guide-starters.ts';
import { tableStarter } from './table-starter.ts';

const GUIDE = 'guide';
const SAMPLES = 'samples';
const NOT_OWN: readonly string[] = [GUIDE, SAMPLES, ATTACHED_SOURCE];
/** Enough of the newest to find two of the user's own. */
const LOOKED_AT = 20;
const LONGEST = 60;
/** Characters. The start screen doesn't read a larger table. */
const LARGEST_TABLE = 500_000;

/** They show an answer in steps, a table row, a CSV row, and a figure computed by a tool. */
export const SAMPLE_STARTERS: readonly Starter[] = inEnglish({
  'How do I report a security incident?': 'How do I report a security incident?',
  'What does shipping to Norway cost?': 'What does shipping to Norway cost?',
  'What is the status of order FM-1042?': 'What is the status of order FM-1042?',
  'What are the total sales by country?': 'What are the total sales by country?',
});

/**
 * Returns three about the user's own documents or the guide; those of the samples while there is nothing else.
 * Summaries need a model: without one, no question asks for a summary.
 */
export async function findStarters({
  knowledge,
  preferences,
}: {
  knowledge: Pick<App['knowledge'], 'list' | 'sources' | 'get'>;
  preferences: Pick<App['preferences'], 'current'>;
}): Promise<readonly Starter[]> {
  const [{ documents }, sources] = await Promise.all([
    knowledge.list({ limit: LOOKED_AT }),
    knowledge.sources({ local: true }),
  ]);
  const own = documents.filter(({ source }) => !NOT_OWN.includes(source));
  if (own.length === 0)
    return sources.some(({ name }) => name === SAMPLES) ? SAMPLE_STARTERS : GUIDE_STARTERS;
  const writes = hasModel(preferences.current);
  const [newest, ...others] = own;
  const about = (text: string, { id, title }: (typeof own)[number]): Starter => ({
    text: text.replace('TITLE', () => shortened(title, LONGEST)),
    mentions: [{ kind: 'document', id, title }],
  });
  const many = sources
    .filter(({ name, documents }) => !NOT_OWN.includes(name) && documents > 1)
    .sort((a, b) => b.documents - a.documents)[0];
  const another = others.find(({ source }) => source !== newest!.source) ?? others[0];
  const data = async (meta: (typeof own)[number], text: string): Promise<Starter> => {
    if (!isTabular(meta)) return about(text, meta);
    const body = meta.size <= LARGEST_TABLE ? (await knowledge.get(meta.id)).body : '';
    return about(tableStarter(body) ?? 'What is in “TITLE”?', meta);
  };
  const starters: Starter[] = [
    await data(newest!, 'What is “TITLE” about?'),
    ...(another
      ? [await data(another, writes ? 'What are the main points of “TITLE”?' : 'What is “TITLE” about?')]
      : []),
    ...(many && writes
      ? [
          {
            text: `What do the ${many.documents} documents of “${shortened(many.name, LONGEST)}” have in common?`,
            mentions: [{ kind: 'source' as const, id: many.name, title: many.name }],
          },
        ]
      : []),
  ];
  return [...starters, ...GUIDE_STARTERS].slice(0, GUIDE_STARTERS.length);
}
