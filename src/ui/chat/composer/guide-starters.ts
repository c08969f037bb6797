// The starter questions of a new chat while the library contains only the guide.
import type { Mention } from '../../../core/conversation.ts';

export interface Starter {
  text: string;
  /** The question, where it differs from the text. */
  asks?: string;
  mentions: readonly Mention[];
}

/**
 * The guide and the samples are in English, so their questions are asked in English in every language of the
 * interface.
 * @param shown by the English question: the build translates only the values
 */
export function inEnglish(shown: Readonly<Record<string, string>>): Starter[] {
  return Object.entries(shown).map(([asks, text]) => ({ text, asks, mentions: [] }));
}

export const GUIDE_STARTERS: readonly Starter[] = inEnglish({
  'How do I add my own documents?': 'How do I add my own documents?',
  'How do I write a Lua tool?': 'How do I write a Lua tool?',
  'What leaves my device?': 'What leaves my device?',
});
