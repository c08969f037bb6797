// The context given to a model from a document: an unchanged part of its body, with the search hit that a person
// sees.
import type { SearchHit, SearchOptions } from './document.ts';
import { cutToTokens, tokensOf } from './tokens.ts';

export interface ContextPassage extends SearchHit {
  /**
   * Adjacent passages joined, in the document's format (Markdown or plain text). A part that begins inside a table
   * starts with the table's head.
   */
  text: string;
  /** Range in the body; absent if unknown. */
  start?: number;
  end?: number;
}

export interface GatherOptions extends Pick<
  SearchOptions,
  'mode' | 'source' | 'sources' | 'within' | 'attached' | 'tags' | 'since' | 'patience' | 'local'
> {
  /** Maximum tokens of all passages together. */
  tokens: number;
  /** The previous question. Hits for both questions together rank after hits for this one alone. */
  before?: string | undefined;
}

/** Tokens around each passage in a prompt: number, title, heading, date, and the marks at its beginning and end. */
export const PASSAGE_FRAME = 60;

/** Passages with fewer tokens are useless on their own. */
export const LEAST_PASSAGE = 40;

/**
 * Returns as many passages as fit the token limit, best first. The first one is cut if it is too long by itself.
 * Pure.
 */
export function fittingPassages(passages: readonly ContextPassage[], tokens: number): ContextPassage[] {
  let left = tokens;
  return passages.flatMap((passage, at) => {
    if (left < LEAST_PASSAGE + PASSAGE_FRAME) return [];
    const text = at === 0 ? cutToTokens(passage.text, left - PASSAGE_FRAME) : passage.text;
    const cost = tokensOf(text) + PASSAGE_FRAME;
    if (text === '' || cost > left) return [];
    left -= cost;
    return [{ ...passage, text }];
  });
}
