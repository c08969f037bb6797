// What is exchanged about a Markdown text: pieces to show, in order. Pure.
import { markdownParser, parseMarkdown, type MarkdownToken, type ReadingOptions } from './parser.ts';
import { piecesOf } from './pieces.ts';
import { stretchesOf } from './stretches.ts';

/** A few screens of a text. `T` is what is shown of a run: HTML that is not sanitised, or nodes as data. */
export interface Piece<T> {
  content: T[];
  /** Where its lines begin and end in the text. */
  start: number;
  end: number;
  /** The number of its last block in the text. */
  block: number;
  /** So many elements from the outermost inwards go on from the piece before. */
  continued: number;
  /** Plain text, when the Markdown could not be read: then there is no content. */
  text?: string;
}

/** @param show what is shown of the tokens of a run */
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

/** The text as it stands. */
export function plainPieces<T>(text: string): Piece<T>[] {
  let start = 0;
  return [...stretchesOf(text, '\n')].map((stretch, block) => {
    const end = start + stretch.length;
    const piece = { content: [], text: stretch, start, end, block, continued: 0 };
    start = end;
    return piece;
  });
}

/** HTML that is not sanitised. */
export function htmlOf(tokens: MarkdownToken[]): string {
  const parser = markdownParser();
  return parser.renderer.render(tokens, parser.options, {});
}

/** As the parser counts lines. */
function lineOffsets(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)];
}
