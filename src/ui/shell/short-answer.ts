// What a small list shows of an answer: where the whole of it is long, the sentence, item or code that answers. Pure.
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
  // A row says nothing without the head of its table.
  if (marked.trim() === '' || marked.trimStart().startsWith('|')) return { markdown, start, end };
  return { markdown: marked, start: mark.start, end: mark.end };
}
