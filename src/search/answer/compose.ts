// Turns the part that answers into the block to show: complete steps, rows with their head, code with its
// introduction.
import { leadOf, sentenceRanges } from './atoms.ts';
import type { ChosenRows } from './chosen-rows.ts';
import { fencedPart, isInParts } from './code-parts.ts';
import { continued } from './continuation.ts';
import { hasDate } from './dates.ts';
import { hasExpected } from './expected.ts';
import { fits } from './fits.ts';
import { markedParts, type Words } from './marks.ts';
import type { ParsedQuestion } from './question.ts';
import type { Candidate } from './rate.ts';
import type { Section } from './sections.ts';
import { type Composed, finished, kindOf, PARAGRAPH } from './shown.ts';
import type { Piece, Range } from './structure.ts';
import { tableAnswer } from './table-answer.ts';

/** Maximum characters of a list that is shown whole, whichever item answers, and of steps. */
const LIST = { whole: 900, steps: 3_000 } as const;
/** Maximum characters of content announced by a sentence with a colon and shown with it. */
const ANNOUNCED = 1_500;
/** Minimum coverage of the question by the heading, and maximum lengths of the content below it. */
const WHOLE = { headed: 0.7, about: 0.5, asking: 0.8, little: 300, fact: 600, other: 1_200 } as const;
/** A row with this share of the question is the requested one. */
const ROW_NAMED = 0.6;
/** Rows and sentences join the best one if they rank nearly as high. */
const NEARLY = 0.05;
/** A sentence with such a beginning needs the previous one. */
const GOES_ON =
  /^(?:it|this|that|these|those|they|he|she|such|otherwise|then|instead|however|also|but|so|in this case|in that case|for this|if so|if not)\b/i;

/**
 * @param ranked all candidates, best first; the first one is the answer
 * @param chosen the rows that answer, if the most or least of something is asked for, or those without it
 */
export function compose(
  ranked: readonly Candidate[],
  question: ParsedQuestion,
  words: TitledWords,
  chosen?: ChosenRows,
): Composed {
  if (chosen) return tableAnswer(ranked, question, words, chosen);
  const block = continued(composed(ranked, question, words), ranked[0]!, question);
  return named(withHeading(block, ranked[0]!, question), ranked[0]!, question, words);
}

interface TitledWords extends Words {
  titleOf(candidate: Candidate): string;
}

/** A page's title that is a command: `kiln publish`, `flushall`. */
const COMMAND = /^[a-z][\w.-]*(?: [a-z][\w-]*){0,2}$/;

/** If a page without headings explains a command, which only its title names, the answer begins with it. */
function named(
  block: Composed,
  best: Candidate,
  question: ParsedQuestion,
  { titleOf }: TitledWords,
): Composed {
  const title = titleOf(best).trim();
  if (question.intent !== 'how' || best.section.path.length > 0 || !COMMAND.test(title)) return block;
  const isSaid = block.markdown.toLowerCase().includes(title.toLowerCase());
  return isSaid ? block : { ...block, markdown: `# ${title.replace(/[_*]/g, '\\$&')}\n\n${block.markdown}` };
}

function composed(ranked: readonly Candidate[], question: ParsedQuestion, words: Words): Composed {
  const best = ranked[0]!;
  const { atom, section, stretch } = best;
  const { text } = stretch;
  const steps = question.intent === 'how' ? stepsNear(best) : undefined;
  if (steps) return finished(ranked, 'steps', steps, { marks: [steps] });
  const whole = wholeSection(ranked, question) ?? withSynopsis(ranked, question);
  if (whole) return whole;
  if (atom.kind === 'row') return tableAnswer(ranked, question, words);
  if (atom.kind === 'item') return items(ranked, question);
  if (atom.piece.kind === 'code')
    return isInParts(atom.piece)
      ? codePart(ranked, atom.piece)
      : finished(ranked, 'code', withLead(best, atom.piece));
  const range = sentences(ranked);
  const at = section.pieces.indexOf(atom.piece);
  const next = section.pieces[at + 1];
  const reachesEnd = range.end >= atom.piece.end;
  if (reachesEnd && next && leadOf(text, atom.piece)) {
    const announced = announcedBy(text, next);
    return finished(ranked, kindOf(next), { start: range.start, end: announced });
  }
  if (
    question.intent === 'how' &&
    reachesEnd &&
    next?.kind === 'code' &&
    next.end - next.start <= ANNOUNCED
  ) {
    return finished(ranked, 'code', { start: range.start, end: next.end });
  }
  const isDefinition = question.intent === 'definition' && best.features.fits >= 0.8;
  return finished(ranked, isDefinition ? 'definition' : 'text', range);
}

/** Returns the whole content of a short section whose heading asks the question, or nearly. */
function wholeSection(ranked: readonly Candidate[], question: ParsedQuestion): Composed | undefined {
  const best = ranked[0]!;
  const { atom, section, features } = best;
  const { pieces } = section;
  if (atom.kind === 'row' || features.headed < WHOLE.headed || features.about < WHOLE.about) return undefined;
  if (pieces.some((piece) => piece.kind === 'code' && piece.isCut)) return undefined;
  const isFact = ['number', 'when', 'who', 'where'].includes(question.intent);
  const range = { start: pieces[0]!.start, end: pieces.at(-1)!.end };
  const asks = features.headed >= WHOLE.asking && features.about >= WHOLE.asking && !isFact;
  // Of a longer section whose heading asks the question, as many whole pieces as fit.
  if (asks) range.end = pieces.findLast(({ end }, i) => i === 0 || end - range.start <= WHOLE.other)!.end;
  if (range.end - range.start > (isFact ? WHOLE.fact : WHOLE.other)) return undefined;
  if (atom.start > range.end) return undefined;
  if (asks && range.end === pieces.at(-1)!.end) range.end = endBelow(ranked, range);
  const kinds = new Set(pieces.map(kindOf));
  const only = kinds.size === 1 && range.end <= pieces.at(-1)!.end ? kindOf(pieces[0]!) : undefined;
  const isDefinition = question.intent === 'definition';
  const kind = only ?? (question.intent === 'how' && kinds.has('code') ? 'code' : 'text');
  return finished(ranked, kind === 'text' && isDefinition ? 'definition' : kind, range);
}

/**
 * For the heading of a short section, returns the end of the subsections that still fit: a recipe's ingredients and
 * steps.
 */
function endBelow(ranked: readonly Candidate[], { start, end }: Range): number {
  const { section, stretch } = ranked[0]!;
  if (end - start > WHOLE.little) return end;
  const below = new Map(
    ranked.flatMap((one) =>
      one.stretch === stretch && one.section.previous ? [[one.section.previous, one.section] as const] : [],
    ),
  );
  const isBelow = ({ path }: Section): boolean =>
    path.length > section.path.length && section.path.every((title, i) => path[i] === title);
  let last = end;
  for (let next = below.get(section); next && isBelow(next); next = below.get(next)) {
    if (next.end - start > WHOLE.other) break;
    last = next.end;
  }
  return last;
}

/** `crypto.randomUUID([options])`, `--log-file=<name>`: the heading names what its text explains. */
const SIGNATURE = /^(?:(?:new )?[\w$.]+\([^]*\)|--?[a-z][\w-]*(?:[=, ].*)?|[\w$]+(?:\.[\w$]+)+)$/i;

function isSignature(heading: string): boolean {
  return SIGNATURE.test(heading.trim());
}

/** It asks for something in a heading: `Which version added it?` */
const ASKS_HEADING =
  /\b(?:which|what) (?:version|release|update|chapter|section|article|clause|paragraph|step|phase|week|day|month|year|date|item)\b/i;

/** The value of `hasDate` for a date without a word for its beginning or end. */
const A_DATE = 0.75;

/** Includes the heading above, or one further up, if it has the requested date, number or version. */
function withHeading(block: Composed, { section, stretch }: Candidate, question: ParsedQuestion): Composed {
  const { text } = stretch;
  // A block assembled from rows is separate from its heading.
  if (section.pieces.length === 0 || block.markdown !== text.slice(block.start, block.end)) return block;
  const has = (words: string): boolean => {
    if (question.expected) return hasExpected(question.expected, words) === 1;
    return question.intent === 'when' ? hasDate(words) >= A_DATE : fits(question.intent, words) === 1;
  };
  const asks = (title: string): boolean =>
    (['when', 'number'].includes(question.intent) && has(title) && !has(block.markdown)) ||
    (ASKS_HEADING.test(question.text) && /\d/.test(title));
  const [own, ...above] = headingsOf(section);
  const heading =
    own && (asks(own.title) || isSignature(own.title))
      ? own
      : above.find((one) => one !== undefined && asks(one.title));
  if (!heading || heading.end > block.start) return block;
  if (block.start - heading.end > PARAGRAPH) {
    if (heading === own) return block;
    return { ...block, markdown: `${text.slice(heading.start, heading.end)}\n\n${block.markdown}` };
  }
  const { start } = heading;
  const shown = block.section;
  return {
    ...block,
    start,
    markdown: text.slice(start, block.end),
    section:
      shown.start <= start || shown.marks
        ? shown
        : { ...shown, start, markdown: text.slice(start, shown.end) },
  };
}

type Heading = Piece & { kind: 'heading' };

/** Returns the heading of a section and those above it in the stretch, nearest first. */
function headingsOf(section: Section): (Heading | undefined)[] {
  const found: (Heading | undefined)[] = [section.heading?.kind === 'heading' ? section.heading : undefined];
  let { path } = section;
  for (let one = section.previous; one; one = one.previous) {
    const isAbove = one.path.length < path.length && one.path.every((title, i) => title === path[i]);
    if (!isAbove) continue;
    path = one.path;
    if (one.heading?.kind === 'heading') found.push(one.heading);
  }
  return found;
}

const SYNOPSIS = /\b(?:synopsis|usage|syntax)\b/i;

/** Returns a description with the preceding lines that show its syntax, as at the top of a command's manual page. */
function withSynopsis(ranked: readonly Candidate[], question: ParsedQuestion): Composed | undefined {
  const { atom, section, features } = ranked[0]!;
  const { previous, pieces } = section;
  const first = previous?.pieces[0];
  const isSynopsis = first !== undefined && SYNOPSIS.test(previous?.path.at(-1) ?? '');
  if (question.intent !== 'how' || !isSynopsis || atom.piece !== pieces[0] || features.headed < 0.3)
    return undefined;
  if (atom.piece.end - first.start > WHOLE.other) return undefined;
  return finished(ranked, 'code', { start: first.start, end: atom.piece.end });
}

/** Returns the numbered list of the section for a how-to question, with its lead. */
function stepsNear({ atom, section, stretch, features }: Candidate): Range | undefined {
  const { pieces } = section;
  const lists = pieces.filter((piece) => piece.kind === 'list' && piece.ordered && piece.items.length > 1);
  const own = lists.find((piece) => piece === atom.piece);
  // In a section about the question the list answers, whichever sentence has its words.
  const list = own ?? (lists.length === 1 && features.headed >= 0.5 ? lists[0] : undefined);
  if (!list || list.end - list.start > LIST.steps) return undefined;
  const lead = leadOf(stretch.text, pieces[pieces.indexOf(list) - 1]);
  return { start: lead?.start ?? list.start, end: list.end };
}

function items(ranked: readonly Candidate[], question: ParsedQuestion): Composed {
  const best = ranked[0]!;
  const { atom, stretch } = best;
  const list = atom.piece as Piece & { kind: 'list' };
  const { text } = stretch;
  const isShort = list.end - list.start <= LIST.whole;
  const isWanted = ['list', 'which', 'compare', 'how', 'keywords', 'definition'].includes(question.intent);
  // An item that covers the question answers alone; one found through the text above the list stands for the whole
  // list.
  if (isShort) {
    const isOne = best.isNamed && best.features.inside >= (isWanted ? ROW_NAMED : 0.5);
    const range = withLead(best, list);
    const kind = list.ordered && question.intent === 'how' ? 'steps' : 'list';
    return finished(ranked, kind, range, { marks: isOne ? markedParts(ranked, range) : [range] });
  }
  const { start, end } = atom;
  const lead = atom.lead && text.slice(atom.lead.start, atom.lead.end);
  const item = dedented(text.slice(start, end));
  const markdown = lead === undefined ? item : `${lead}\n\n${item}`;
  return finished(ranked, 'list', { start, end }, { markdown });
}

/** Returns a part of a long code block, between blank lines, as a block of its own. */
function codePart(ranked: readonly Candidate[], piece: Piece & { kind: 'code' }): Composed {
  const { atom, stretch } = ranked[0]!;
  const { start, end } = atom;
  return finished(ranked, 'code', { start, end }, { markdown: fencedPart(stretch.text, piece, atom) });
}

function withLead({ atom, stretch, section }: Candidate, piece: Piece): Range {
  if (atom.lead) return { start: atom.lead.start, end: piece.end };
  const before = section.pieces[section.pieces.indexOf(piece) - 1];
  // Code without text explains little; the paragraph above it states its purpose.
  const isShort = before?.kind === 'paragraph' && before.end - before.start <= PARAGRAPH;
  if (piece.kind !== 'code' || !isShort) return { start: piece.start, end: piece.end };
  return { start: sentenceRanges(stretch.text, before).at(-1)?.start ?? before.start, end: piece.end };
}

/** Returns the answering sentences of the best one's paragraph; all of a short one. */
function sentences(ranked: readonly Candidate[]): Range {
  const best = ranked[0]!;
  const { atom, stretch } = best;
  const { piece } = atom;
  if (piece.kind === 'paragraph' && piece.end - piece.start <= PARAGRAPH) return piece;
  const { text } = stretch;
  const all = sentenceRanges(text, piece.kind === 'paragraph' ? piece : { start: atom.start, end: atom.end });
  const rankAt = new Map(
    ranked
      .filter((one) => one.stretch === stretch && one.atom.piece === piece)
      .map((one) => [one.atom.start, one.rank]),
  );
  let first = Math.max(
    0,
    all.findIndex(({ start }) => start >= atom.start),
  );
  let last = first;
  if (all.length === 0) return atom;
  if (first > 0 && GOES_ON.test(text.slice(all[first]!.start, all[first]!.start + 20))) first--;
  const room = (): number => all[last]!.end - all[first]!.start;
  while (last + 1 < all.length && room() < PARAGRAPH) {
    const next = all[last + 1]!;
    const isNear = (rankAt.get(next.start) ?? 0) >= best.rank - 3 * NEARLY;
    if (!isNear && !GOES_ON.test(text.slice(next.start, next.start + 20))) break;
    last++;
  }
  return { start: all[first]!.start, end: Math.max(all[last]!.end, atom.end) };
}

/** Returns the end of the content that a sentence announces: whole items and rows. */
function announcedBy(text: string, piece: Piece): number {
  if (piece.end - piece.start <= ANNOUNCED) return piece.end;
  const parts = piece.kind === 'list' ? piece.items : piece.kind === 'table' ? piece.rows : [];
  const fitting = parts.filter(({ end }) => end - piece.start <= ANNOUNCED);
  if (fitting.length > 0) return fitting.at(-1)!.end;
  // Half a code block or half a paragraph is useless.
  return piece.kind === 'paragraph' ? (sentenceRanges(text, piece)[0]?.end ?? piece.end) : piece.end;
}

/** Removes the indentation of a nested item. */
function dedented(markdown: string): string {
  const blank = /^[ \t]*/.exec(markdown)![0];
  return blank === ''
    ? markdown
    : markdown
        .split('\n')
        .map((line) => (line.startsWith(blank) ? line.slice(blank.length) : line))
        .join('\n');
}
