// The messages about a Markdown text: pieces to show, in order. Pure.
import { markdownParser, parseMarkdown, type MarkdownToken, type ReadingOptions } from './parser.ts';
import { piecesOf } from './pieces.ts';
import { stretchesOf } from './stretches.ts';

/** A few screens of a text. `T` is the content of a run: unsanitised HTML, or nodes as data. */
export interface Piece<T> {
  content: T[];
  /** Range of its lines in the text. */
  start: number;
  end: number;
  /** Index of its last block in the text. */
  block: number;
  /** Number of elements, from the outermost inwards, that continue from the previous piece. */
  continued: number;
  /** Plain text when the Markdown could not be parsed; then there is no content. */
  text?: string;
}

/** @param show converts the tokens of a run to content */
export function readPieces<T>(
  text: string,
  show: (tokens: MarkdownToken[]) => T,
  options?: ReadingOptions,
): Piece<T>[] {
  const offsets = lineOffsets(text);
  const offset = (line: number): number => offsets[line] ?? text.length;
  return piecesOf(parseMarkdown(text, options)).map(({ runs, lines, block, continued }) => ({
    content: runs.map(show),
    start: offset(lines[0]),
    end: offset(lines[1]),
    block,
    continued,
  }));
}

/** Returns the unformatted text. */
export function plainPieces<T>(text: string): Piece<T>[] {
  let start = 0;
  return [...stretchesOf(text, '\n')].map((stretch, block) => {
    const end = start + stretch.length;
    const piece = { content: [], text: stretch, start, end, block, continued: 0 };
    start = end;
    return piece;
  });
}

/** Returns unsanitised HTML. */
export function htmlOf(tokens: MarkdownToken[]): string {
  const parser = markdownParser();
  return parser.renderer.render(tokens, parser.options, {});
}

/** Counts lines as the parser does. */
function lineOffsets(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)];
}
