// Sections of a stretch of a document: the content under one heading, with the headings above it.
import { beginsInCode } from './code-parts.ts';
import { withPlainHeadings } from './plain-headings.ts';
import { type Piece, piecesOf, type Range } from './structure.ts';

/** A stretch of a document, from the start of a passage to the end of a passage. */
export interface Stretch {
  text: string;
  /** Its start in the body. */
  offset: number;
  /** Titles of the enclosing sections at its start, outermost first. */
  heading: readonly string[];
  /** Its passages: the start of each in the body, and the titles above it. */
  passages: readonly { start: number; heading: readonly string[] }[];
  /** Whether it starts at the beginning of the body, and whether it ends at its end. */
  atStart: boolean;
  atEnd: boolean;
  isMarkdown: boolean;
  /** For a stretch that begins inside a table: its header row and delimiter row. */
  tableHead?: string | undefined;
}

export interface Section {
  /** Titles above its pieces, outermost first. */
  path: string[];
  /** Its heading, if that is in the stretch. */
  heading?: Piece;
  /** Start of the first of several terms explained together: they belong to the answer. */
  terms?: number;
  /** Without the heading; may be empty. */
  pieces: Piece[];
  /** The previous section in the stretch. */
  previous?: Section;
  start: number;
  end: number;
  /** It begins and ends within the stretch. */
  isWhole: boolean;
}

const TITLE_LEVEL = 7;

/** Characters of several paragraphs that may belong together without a heading. */
const TOGETHER = 500;

/** Tells whether nothing says that its pieces belong together: a text without headings or code. */
export function isLoose({ heading, terms, path, pieces, start, end }: Section): boolean {
  return (
    heading === undefined &&
    terms === undefined &&
    path.length === 0 &&
    pieces.length > 1 &&
    !pieces.some(({ kind }) => kind === 'code') &&
    end - start > TOGETHER
  );
}

export function sectionsOf(stretch: Stretch): Section[] {
  const inCode = stretch.isMarkdown && !stretch.atStart && beginsInCode(stretch.text);
  const read = piecesOf(stretch.text, stretch.isMarkdown, inCode);
  const pieces = stretch.isMarkdown ? read : withPlainHeadings(stretch.text, read);
  const startsWithHeading = pieces[0]?.kind === 'heading';
  // The path of a passage includes the heading that it begins with.
  const outer = startsWithHeading ? stretch.heading.slice(0, -1) : stretch.heading;
  let path: { level: number; title: string }[] = outer.map((title, i) => ({ level: i + 1, title }));
  const sections: Section[] = [];
  let open: Section | undefined;
  /** End of what the last term explains. */
  let until = Infinity;
  const pathAt = new Map(stretch.passages.map(({ start, heading }) => [start - stretch.offset, heading]));
  const begin = (at: number, heading?: Piece): Section => {
    const previous = sections.at(-1);
    const section: Section = {
      ...(previous && { previous }),
      path: path.map(({ title }) => title).filter((title) => title !== ''),
      ...(heading && { heading }),
      pieces: [],
      start: at,
      end: heading?.end ?? at,
      isWhole: heading !== undefined || stretch.atStart,
    };
    sections.push(section);
    return section;
  };
  for (const piece of pieces) {
    if (piece.start >= until) {
      path = path.filter(({ level }) => level < TITLE_LEVEL);
      until = Infinity;
      open = undefined;
    }
    if (piece.kind === 'heading') {
      const known = pathAt.get(piece.start);
      // A passage that begins here has the complete path, while the stretch may not contain all headings.
      const above =
        known?.at(-1) === piece.title
          ? known.slice(0, -1).map((title, i) => ({ level: Math.min(i + 1, piece.level - 1), title }))
          : path.filter(({ level }) => level < piece.level);
      path = [...above, { level: piece.level, title: piece.title }];
      open = begin(piece.start, piece);
      continue;
    }
    if (piece.kind === 'term') {
      if (open?.terms !== undefined && open.pieces.length === 0) {
        // One explanation for several spellings: `-u`, `--include-untracked`.
        path[path.length - 1]!.title += `, ${piece.title}`;
        open.path = path.map(({ title }) => title).filter((title) => title !== '');
        open.end = piece.end;
        continue;
      }
      path = [...path.filter(({ level }) => level < TITLE_LEVEL), { level: TITLE_LEVEL, title: piece.title }];
      open = begin(piece.start, piece);
      open.terms = piece.start;
      until = piece.until ?? Infinity;
      continue;
    }
    open ??= begin(piece.start);
    open.pieces.push(piece);
    open.end = piece.end;
  }
  const last = sections.at(-1);
  if (last && !stretch.atEnd) last.isWhole = false;
  return sections;
}

/** Returns the range of a part's piece with the pieces before and after it. */
export function neighbours({ pieces }: Section, { piece }: { piece: Piece }): Range {
  const at = pieces.indexOf(piece);
  return { start: (pieces[at - 1] ?? piece).start, end: (pieces[at + 1] ?? piece).end };
}
