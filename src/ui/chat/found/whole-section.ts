// The complete section around an answer that showed only a part of it. Pure.
import type { AnswerBlock, AnswerSection } from '../../../core/answer.ts';
import { plainTitle } from '../../../core/plain-title.ts';
import { HEADING_SEPARATOR, type StoredDocument } from '../../../core/document.ts';

/** Characters. A longer section is read in its document. */
const LONGEST = 12_000;

/** Undefined when there is nothing more to show here: the document is opened instead. */
export function wholeSection(
  { body, passages }: Pick<StoredDocument, 'body' | 'passages'>,
  { section, heading, start, mark }: Pick<AnswerBlock, 'section' | 'heading' | 'start' | 'mark'>,
): AnswerSection | undefined {
  const place = mark?.start ?? start;
  const at = passages.findIndex((passage) => passage.start <= place && place < passage.end);
  const isWithin = (position: number): boolean => {
    const passage = passages[position];
    if (!passage) return false;
    const path = passage.heading.join(HEADING_SEPARATOR);
    return path === heading || path.startsWith(`${heading}${HEADING_SEPARATOR}`);
  };
  if (at < 0 || heading === '') return undefined;
  let first = at;
  let last = at;
  while (isWithin(first - 1)) first--;
  while (isWithin(last + 1)) last++;
  const begin = passages[first]!.start;
  const own = begin < section.start ? headingAt(body.slice(begin, section.start), heading) : 0;
  const from = Math.min(section.start, begin + own);
  const to = Math.max(section.end, passages[last]!.end);
  if (to - from > LONGEST || to - from <= section.end - section.start) return undefined;
  const { plain } = section;
  return {
    markdown: body.slice(from, to),
    start: from,
    end: to,
    complete: true,
    ...(plain && { plain }),
  };
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/gm;

/** A passage may begin with the end of a short section. Returns where the heading stands in the text, else 0. */
function headingAt(text: string, heading: string): number {
  const title = plainTitle(heading.split(HEADING_SEPARATOR).at(-1)!);
  const own = [...text.matchAll(HEADING)].findLast(([, written = '']) => plainTitle(written) === title);
  return own?.index ?? 0;
}
