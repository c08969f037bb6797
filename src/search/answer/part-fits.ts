// Tells whether a part of a document has what its question asks for: the value, the definition, the row named by a
// cell.
import { cellRanges } from '../../core/table-cells.ts';
import type { Atom } from './atoms.ts';
import { isInParts } from './code-parts.ts';
import { hasExpected, hasTime } from './expected.ts';
import { defines, fits, onlyDefines, statesPurpose } from './fits.ts';
import type { Intent, ParsedQuestion } from './question.ts';
import type { Stretch } from './sections.ts';
import { hasPath } from './text-signs.ts';
import type { Range } from './structure.ts';
import type { TermMatch } from './terms.ts';

export function fitOf(
  question: ParsedQuestion,
  stretch: Stretch,
  atom: Atom,
  its: readonly TermMatch[],
  about: number,
  at: number,
): number {
  const words = stretch.text.slice(atom.start, atom.end).replace(/^\s*\d+[.)]\s/, '');
  if (question.wantsCode && (atom.kind === 'code' || /`[^`]+`/.test(words))) return 1;
  if (question.intent === 'definition') {
    if (atom.kind === 'sentence' || atom.kind === 'item') {
      const said = withoutAddresses(words);
      const places = its.map(({ start, end }) => ({
        start: said.at(start - atom.start),
        end: said.at(end - atom.start),
      }));
      const first = places.find(({ start }) => start <= 60);
      const last = places.findLast(({ start }) => start <= 80);
      const defined =
        first && last
          ? Math.max(...[first, last].map(({ end }) => defines(said.text, { start: first.start, end })))
          : 0;
      if (defined > 0) return defined;
      if (its.some(({ start }) => statesPurpose(words, start - atom.start))) return PURPOSE_FITS;
    }
    if (atom.kind === 'row') return its.some(({ start }) => start - atom.start <= 40) ? 0.9 : 0.4;
    return atom.kind === 'code' ? 0.2 : at === 0 && about >= 0.5 ? 0.8 : 0.4;
  }
  if (question.intent === 'how' && atom.kind === 'sentence' && onlyDefines(words)) return DEFINITION_FITS;
  // A long listing of settings rarely shows how something is done.
  if (question.intent === 'how' && atom.piece.kind === 'code' && isInParts(atom.piece)) return IN_LISTING;
  if (
    question.intent === 'how' &&
    (atom.kind === 'code' || (atom.piece.kind === 'list' && atom.piece.ordered))
  )
    return 1;
  const isDuration = question.expected?.value === 'duration';
  if (isFiltered(question, stretch, atom, its) && !(isDuration && lacksTime(stretch, atom))) return 1;
  if (question.expected) return valueOf(question, stretch, atom);
  // `The following are supported:` announces them.
  if (question.intent === 'list' && atom.kind === 'sentence' && /:\W*$/.test(words)) return 1;
  if (hasPath(question, words)) return 1;
  const fit = fits(question.intent, words) ?? 0.5;
  return fit > 0 ? fit : HEAD_FITS * (fits(question.intent, headOf(stretch, atom)) ?? 0);
}

const IN_LISTING = 0.5;

const ADDRESS = /(?<=\])\([^()\s]{1,300}\)/g;

/** Credit of a sentence with the purpose of what is to be explained, and of a definition for a question how. */
const PURPOSE_FITS = 0.9;
const DEFINITION_FITS = 0.3;

/** Credit when the head of the table, not the row, has the value. */
const HEAD_FITS = 0.7;

/** Such a question can ask for the rows with a value: `Which invoices are open?` */
const FILTERS: ReadonlySet<Intent> = new Set<Intent>(['which', 'list', 'number', 'who', 'keywords']);

const LISTS: ReadonlySet<Intent> = new Set<Intent>(['which', 'list']);

/** Tells whether it asks for rows with a value, or for their number. */
export function asksForRows({ intent, expected }: ParsedQuestion): boolean {
  return LISTS.has(intent) || expected?.value === 'count';
}

/** Tells whether a cell of the row has the requested value: `Which orders are open?` */
export function isFiltered(
  question: ParsedQuestion,
  { text }: Stretch,
  atom: Atom,
  its: readonly TermMatch[],
): boolean {
  if (atom.kind !== 'row' || !FILTERS.has(question.intent)) return false;
  const named = namedCell(text, atom, its);
  if (question.expected?.value === 'count') return named > 0;
  // The first cell identifies a row.
  return named > 0 || (named === 0 && !LISTS.has(question.intent));
}

/** Returns the last column whose cell is completely in the question; -1 for none. */
export function namedCell(text: string, { start, end }: Range, its: readonly TermMatch[]): number {
  return cellRanges(text.slice(start, end)).findLastIndex((cell) => {
    const [from, to] = [start + cell.start, start + cell.end];
    const within_ = its.filter((match) => match.start >= from && match.end <= to);
    const rest = within_.reduce(
      (said, match) =>
        said.slice(0, match.start - from) +
        ' '.repeat(match.end - match.start) +
        said.slice(match.end - from),
      text.slice(from, to),
    );
    return within_.length > 0 && !/[\p{L}\d]{3,}/u.test(rest);
  });
}

/** The number of a clause or an item, which is not an answer. */
const NUMBERING = /^\s*(?:\d+(?:\.\d+)*[.)](?=\s)|\d+(?:\.\d+)+(?=\s+\p{Lu}))/u;

/** Returns how well a part has the requested value; 0 if none is requested. */
export function valueOf({ expected }: ParsedQuestion, stretch: Stretch, atom: Atom): number {
  if (!expected) return 0;
  const words = stretch.text.slice(atom.start, atom.end).replace(NUMBERING, '');
  return hasExpected(expected, words, headOf(stretch, atom));
}

/** Returns the head of a row's table. */
function headOf({ text, tableHead = '' }: Stretch, { kind, lead }: Atom): string {
  return kind === 'row' && lead ? text.slice(lead.start, lead.end) || tableHead : '';
}

/** Addresses of links tell nothing: returns the text without them, and where its characters are there. */
function withoutAddresses(words: string): { text: string; at: (place: number) => number } {
  const gone = [...words.matchAll(ADDRESS)].map(({ index, 0: { length } }) => ({ start: index, length }));
  if (gone.length === 0) return { text: words, at: (place) => place };
  return {
    text: words.replace(ADDRESS, ''),
    at: (place) => gone.reduce((sum, { start, length }) => (start < place ? sum - length : sum), place),
  };
}

/** Neither the row nor the head of its table has a unit of time. */
function lacksTime(stretch: Stretch, atom: Atom): boolean {
  return !hasTime(`${headOf(stretch, atom)} ${stretch.text.slice(atom.start, atom.end)}`);
}
