// The questions that a new chat begins with: about the guide, and about the sample documents while they are open.
import type { Mention } from '../../../core/conversation.ts';

export interface Starter {
  text: string;
  mentions: readonly Mention[];
}

export const GUIDE_STARTERS = startersOf([
  'How do I add my own documents?',
  'How do I write a Lua tool?',
  'What leaves my device?',
]);

/** They show an answer in steps, a row of a table, a row of a CSV file and a calculation by a tool. */
export const SAMPLE_STARTERS = startersOf([
  'How do I report a security incident?',
  'What does shipping to Norway cost?',
  'What is the status of order FM-1042?',
  'What is 10 * 36.00 * (1 - 8/100)?',
]);

function startersOf(texts: readonly string[]): readonly Starter[] {
  return texts.map((text) => ({ text, mentions: [] }));
}
