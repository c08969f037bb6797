// Splits documents into numbered pieces, and pieces into parts that each fit into one request. Pure.
import type { ContextPassage } from '../../core/context-passage.ts';
import type { DocumentView } from '../../core/document.ts';
import { cutToTokens, tokensOf } from '../../core/tokens.ts';
import { fenced } from '../fence.ts';
import { joinedPassages } from '../joined-passages.ts';

/** Citation numbers have at most three digits. */
const MOST_PIECES = 990;
/** Characters of one piece, when there are few. */
const PIECE = 2_400;

/** Returns the sections of all documents in order, each with its own number: its place in the list, from 1. */
export function piecesOf(documents: readonly DocumentView[]): ContextPassage[] {
  const size = documents.reduce((sum, { body }) => sum + body.length, 0);
  for (let longest = Math.max(PIECE, (1.3 * size) / MOST_PIECES); ; longest *= 1.5) {
    const pieces = documents.flatMap((document) =>
      joinedPassages(document.chunks.map(hitOf(document)), longest),
    );
    if (pieces.length <= MOST_PIECES || longest > size) return pieces.slice(0, MOST_PIECES);
  }
}

/** Returns parts of as many whole pieces as fit. A piece longer than a part is cut into several texts. */
export function partsOf(pieces: readonly ContextPassage[], tokens: number, token: string): string[] {
  return groupsOf(
    pieces.flatMap((piece, at) => written(piece, at + 1, pieces[at - 1], tokens, token)),
    tokens,
  );
}

/** Groups texts, in order, so that each group fits into one request. */
export function groupsOf(texts: readonly string[], tokens: number): string[] {
  const groups: string[] = [];
  let left = 0;
  for (const text of texts) {
    const size = tokensOf(text);
    if (groups.length > 0 && size <= left) groups[groups.length - 1] += `\n\n${text}`;
    else {
      groups.push(text);
      left = tokens;
    }
    left -= size;
  }
  return groups;
}

function written(
  { id, title, source_id, heading, text }: ContextPassage,
  number: number,
  before: ContextPassage | undefined,
  tokens: number,
  token: string,
): string[] {
  const name = before?.id === id ? [] : [`Document: ${JSON.stringify(title ?? source_id)}`];
  const above =
    heading === undefined || heading === before?.heading ? [] : [`Section: ${JSON.stringify(heading)}`];
  const texts: string[] = [];
  for (let rest = text; rest !== '';) {
    const piece = cutToTokens(rest, Math.max(100, tokens - 120)) || rest;
    rest = rest.slice(piece.length);
    if (piece.trim() !== '') texts.push([...name, ...above, `[${number}]`, fenced(piece, token)].join('\n'));
  }
  return texts;
}

function hitOf(document: DocumentView) {
  const { id, source, source_id, updated_at, title, source_url } = document;
  return ({ text, index, heading, page, start, end }: DocumentView['chunks'][number]) => ({
    ...{ id, score: 1, source, source_id, updated_at, snippet: text, marks: [], chunk: index },
    ...(title !== undefined && { title }),
    ...(source_url !== undefined && { source_url }),
    ...(heading !== undefined && { heading }),
    ...(page !== undefined && { page }),
    ...(start !== undefined && end !== undefined && { start, end }),
  });
}
