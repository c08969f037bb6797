// Searches the library without a model: the answer to `/search`.
import type { App } from '../../../apps/web/app.ts';
import type { Within } from '../../../core/collection.ts';
import type { Mention, Notice, Part } from '../../../core/conversation.ts';

/** As many as search mode shows. */
const PASSAGES = 8;

export async function searchByHand(
  knowledge: Pick<App['knowledge'], 'search'>,
  words: string,
  mentions: readonly Mention[],
  within: Within | undefined,
  signal: AbortSignal,
): Promise<Extract<Part, { type: 'passages' }> | Notice> {
  const sources = mentions.flatMap((mention) => (mention.kind === 'source' ? [mention.id] : []));
  const options = {
    ...{ limit: PASSAGES, explain: true, patience: 1000 },
    ...(sources.length > 0 && { sources }),
    ...(within && { within }),
  };
  const hits = await knowledge.search(words, options, signal);
  if (hits.length > 0) return { type: 'passages', query: words, hits };
  const text = 'Nothing in the library matches. Try fewer or other words.';
  return { type: 'notice', code: 'nothing_found', text };
}
