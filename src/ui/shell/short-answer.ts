// Shortens an answer for a small list: a long one to the sentence, item or code that answers. Pure.
import type { AnswerBlock } from '../../core/answer.ts';

/** Characters that fit in a row of the list. */
const FITS = 500;

export function shortAnswer({
  markdown,
  start,
  end,
  mark,
}: Pick<AnswerBlock, 'markdown' | 'start' | 'end' | 'mark'>): {
  markdown: string;
  start: number;
  end: number;
} {
  const isSlice = markdown.length === end - start;
  if (!mark || !isSlice || markdown.length <= FITS) return { markdown, start, end };
  const marked = markdown.slice(mark.start - start, mark.end - start);
  // A table row means nothing without its header.
  if (marked.trim() === '' || marked.trimStart().startsWith('|')) return { markdown, start, end };
  return { markdown: marked, start: mark.start, end: mark.end };
}
