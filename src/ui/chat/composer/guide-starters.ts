// The starter questions of a new chat while the library contains only the guide.
import type { Mention } from '../../../core/conversation.ts';

export interface Starter {
  text: string;
  mentions: readonly Mention[];
}

export const GUIDE_STARTERS: readonly Starter[] = [
  'How do I add my own documents?',
  'How do I write a Lua tool?',
  'What leaves my device?',
].map((text) => ({ text, mentions: [] }));
