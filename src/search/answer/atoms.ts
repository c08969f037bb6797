// Splits a section into the smallest parts that can answer alone: sentences, list items, table rows and code blocks.
import { sentencesOf } from '../sentences.ts';
import { codeParts, isInParts } from './code-parts.ts';
import type { Section } from './sections.ts';
import { type Piece, type Range, topItems } from './structure.ts';

export interface Atom extends Range {
  kind: 'sentence' | 'item' | 'row' | 'code';
  piece: Piece;
  /** Preceding text that belongs to it: a table's head, a sentence ending in a colon. */
  lead?: Range;
  /** For a row: the paragraph above its table, which often names the table's topic. */
  above?: Range;
}

/** Longer items are split into their sentences and items. */
const LONG_ITEM = 500;
const LEADS = /:[*_"'”)]*\s*$/;
/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATED =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|cf|incl|resp|no|nos|fig|sec|art|dr|mr|mrs|ms|prof|st|inc|ltd|co|corp|dept|vol|p|pp|ed|eds|al|tel|nr|str|ca|bzw|inkl|zzgl|evtl|ggf|abs|std|min|max|hr|fr|ehem|geb|env|av|bd|mme|mlle|ex|sra?|srta|núm|aprox|pág|[a-z])\.$/i;
/** `4. April`, `im 3. Stock`: a German ordinal. */
const ORDINAL = /(?:^|[^\d.,])\d{1,2}\.$/;
const COUNTED_BY_ORDINAL =
  /^(?:\p{Ll}|(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan|Feb|Apr|Jun|Jul|Aug|Sept?|Okt|Nov|Dez|Klassen?|Stock|Stockwerk|Etage|Stunden?|Tag|Tage[sn]?|Woche|Monat|Monats|Jahr|Jahres|Jahrhundert|Quartal|Halbjahr|Schuljahr|Semester|Lebensjahr|Geburtstag|Mal|Platz|Rang|Auflage|Person|Kind|Mahnung|OG|UG)(?!\p{L}))/u;

/**
 * Returns the parts in order. Parts without content of their own are left out.
 * @param isAsked whether a range contains a word of the question; of other paragraphs only the first is split
 */
export function atomsOf(text: string, { pieces }: Section, isAsked: (range: Range) => boolean): Atom[] {
  const atoms: Atom[] = [];
  pieces.forEach((piece, i) => {
    if (piece.kind === 'paragraph' && atoms.length > 0 && !isAsked(piece)) return;
    const lead = leadOf(text, pieces[i - 1]);
    const above = pieces[i - 1]?.kind === 'paragraph' ? pieces[i - 1] : undefined;
    atoms.push(...atomsOfPiece(text, piece, lead, above));
  });
  return atoms;
}

function atomsOfPiece(text: string, piece: Piece, lead: Range | undefined, above: Range | undefined): Atom[] {
  const led = lead && { lead };
  switch (piece.kind) {
    case 'heading':
    case 'term':
      return [];
    case 'code': {
      const parts = isInParts(piece) ? codeParts(text, piece) : [{ start: piece.start, end: piece.end }];
      return parts.map((range) => ({ kind: 'code', ...range, piece, ...led }));
    }
    case 'table':
      return piece.rows.map(({ start, end }) => ({
        kind: 'row',
        start,
        end,
        piece,
        lead: piece.head,
        ...(above && { above }),
      }));
    case 'list':
      return topItems(piece).flatMap((item): Atom[] => {
        if (item.end - item.start <= LONG_ITEM) return [{ kind: 'item', ...item, piece, ...led }];
        return sentenceRanges(text, item).map((range) => ({ kind: 'sentence', ...range, piece }));
      });
    case 'paragraph':
      return sentenceRanges(text, piece).map((range) => ({ kind: 'sentence', ...range, piece }));
  }
}

/** Returns the paragraph before a piece, or its last sentence, if it announces the piece. */
export function leadOf(text: string, before: Piece | undefined): Range | undefined {
  if (before?.kind !== 'paragraph') return undefined;
  if (!LEADS.test(text.slice(Math.max(before.start, before.end - 40), before.end))) return undefined;
  return sentenceRanges(text, before).at(-1);
}

/** Returns the sentences in a range of Markdown, as ranges of the text. */
export function sentenceRanges(text: string, { start, end }: Range): Range[] {
  return lineGroups(text, { start, end }).flatMap((range) => sentencesIn(text, range));
}

function sentencesIn(text: string, { start, end }: Range): Range[] {
  // A line break inside a paragraph is a blank.
  const line = text.slice(start, end).replace(/[\n\r\t]/g, ' ');
  const ranges: Range[] = [];
  for (const [from, to] of sentencesOf(line)) {
    const last = ranges.at(-1);
    if (last && isOpen(line.slice(last.start - start, last.end - start), line.slice(from, to)))
      last.end = start + to;
    else ranges.push({ start: start + from, end: start + to });
  }
  return ranges;
}

/** `Date: 6 May` */
const FIELD = /^\s*\p{L}[^:\n]{0,40}?\s?:(?:\s|$)/u;
/** `look like this:` goes on from the line above. */
const GOES_ON = /^\s*\p{Ll}.*:$/u;
/** Cells that blanks align. */
const ALIGNED = /(?:\S(?: {2,}|\t)(?=\S).*){2}/;
/** A line shorter than this share of the longest one, or this many characters, is not wrapped. */
const SHORT = { share: 0.6, line: 45 } as const;

/** Splits a paragraph where its line breaks mean something: between fields, aligned rows and short lines. */
function lineGroups(text: string, { start, end }: Range): Range[] {
  const lines: Range[] = [];
  for (let from = start; from < end;) {
    const found = text.indexOf('\n', from);
    const to = found < 0 || found >= end ? end : found + 1;
    lines.push({ start: from, end: to });
    from = to;
  }
  const longest = lines.reduce((most, line) => Math.max(most, line.end - line.start), 0);
  const groups: Range[] = [];
  let before = '';
  for (const line of lines) {
    const words = text.slice(line.start, line.end).trimEnd();
    const last = groups.at(-1);
    const isShort = before.length < SHORT.line || before.length < SHORT.share * longest;
    const begins =
      (FIELD.test(words) && !GOES_ON.test(words)) ||
      ALIGNED.test(words) ||
      ALIGNED.test(before) ||
      (isShort && /^\s*[^\p{Ll}\s]/u.test(words));
    if (last && !begins) last.end = line.end;
    else groups.push({ ...line });
    before = words;
  }
  return groups;
}

/**
 * Tells whether an apparent sentence ends with an abbreviation or an ordinal, or inside a code span, a link or
 * brackets.
 */
function isOpen(sentence: string, next: string): boolean {
  if (ABBREVIATED.test(sentence.slice(-12))) return true;
  if (ORDINAL.test(sentence.slice(-6)) && COUNTED_BY_ORDINAL.test(next)) return true;
  if (/^(?:\d+|[a-z])[.)]$/i.test(sentence.trim())) return true;
  return (
    count(sentence, '`') % 2 === 1 ||
    count(sentence, '**') % 2 === 1 ||
    count(sentence, '[') > count(sentence, ']')
  );
}

function count(text: string, sign: string): number {
  let found = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) found++;
  return found;
}

const POINTS_BACK = /^(?:It|They|He|She|This|These|Those|Its|Their|Er|Sie|Es|Dieser?|Il|Elle|Ils|Elles)\s/;

/** Returns the sentence before one that begins with a word for the same thing. */
export function saidBefore(atom: Atom, before: Atom | undefined, text: string): Range | undefined {
  const isSame = before?.kind === 'sentence' && atom.kind === 'sentence' && before.piece === atom.piece;
  return isSame && POINTS_BACK.test(text.slice(atom.start, atom.start + 10)) ? before : undefined;
}

/** The first step stands for all steps, which rarely state their purpose. */
export function isFirstStep({ kind, piece, start }: Atom): boolean {
  return kind === 'item' && piece.kind === 'list' && piece.ordered && piece.items[0]?.start === start;
}

/** The first row stands for its table, whose head may have words of the question. */
export function isFirstRow({ kind, piece, start }: Atom): boolean {
  return kind === 'row' && piece.kind === 'table' && piece.rows[0]?.start === start;
}
