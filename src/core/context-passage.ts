// What a model is given of a document: a stretch of its body, whole and as it is written, with the hit that a person sees of it.
import type { SearchHit, SearchOptions } from './document.ts';
import { cutToTokens, tokensOf } from './tokens.ts';

export interface ContextPassage extends SearchHit {
  /**
   * Neighbouring passages joined, in Markdown or plain text as the document is. A stretch that begins inside a table has
   * the table's head before it.
   */
  text: string;
  /** Where it stands in the body; absent where that is not known. */
  start?: number;
  end?: number;
}

export interface GatherOptions extends Pick<
  SearchOptions,
  'mode' | 'source' | 'sources' | 'within' | 'attached' | 'tags' | 'since' | 'patience'
> {
  /** All passages together take no more than this. */
  tokens: number;
  /** The question before this one: what it finds together with this one comes after what this one finds alone. */
  before?: string | undefined;
}

/** What stands around a passage in a prompt: its number, title, heading, date and the marks of its beginning and end. */
export const PASSAGE_FRAME = 60;

/** A passage that takes fewer says nothing by itself. */
export const LEAST_PASSAGE = 40;

/** As many as fit into so many tokens, best first; the first one cut where it is too long by itself. Pure. */
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
