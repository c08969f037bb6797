// Documents as `get` returns them: whole, in part, or as much as a model reads at once. Pure.
import type { DocumentView } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { cutToTokens } from '../core/tokens.ts';

/** Maximum tokens of a document for a model at once: more would crowd out the question. */
const MOST = 4_000;
/** Characters of the beginning shown beside a citation. */
const BEGINNING = 240;

/** Positions in the body, in characters. */
export interface Part {
  start?: number | undefined;
  end?: number | undefined;
}

/**
 * Returns a part of a document, with the passages in it. @throws Failure `bad_request` for a part outside the
 * document
 */
export function partOf(document: DocumentView, part: Part): DocumentView {
  const { start, end } = placesIn(document, part);
  const chunks = document.chunks.filter((chunk) => {
    const { start: from, end: to } = placeOf(document, chunk);
    return from < end && to > start;
  });
  return { ...document, body: document.body.slice(start, end), chunks };
}

/**
 * Returns what a model reads: the part's text up to the limit, its position, and how to read on.
 * @throws Failure as `partOf`
 */
export function readingOf(document: DocumentView, part: Part) {
  const { start, end: wanted } = placesIn(document, part);
  const body = cutToTokens(document.body.slice(start, wanted), MOST);
  const end = start + body.length;
  const { chunks, metadata, created_at: _, ...about } = document;
  const first = chunks.find((chunk) => placeOf(document, chunk).end > start);
  const size = document.body.length;
  return {
    ...about,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(first?.heading !== undefined && { heading: first.heading }),
    ...(first?.page !== undefined && { page: first.page }),
    ...(first?.recognised && { recognised: true as const }),
    chunk: first?.index ?? 0,
    snippet: body.slice(0, BEGINNING),
    body,
    ...{ start, end, size },
    ...(end < size && { more: `${size - end} characters follow: call get with start ${end} to read on` }),
  };
}

function placesIn(
  { body }: DocumentView,
  { start = 0, end = body.length }: Part,
): { start: number; end: number } {
  if (start < 0 || end <= start || (start > 0 && start >= body.length)) {
    throw new Failure(
      'bad_request',
      `there is no text from ${start} to ${end}: the document has ${body.length} characters`,
    );
  }
  return { start, end: Math.min(end, body.length) };
}

/** Passages of remote documents have no positions. */
function placeOf({ body }: DocumentView, { text, start, end }: DocumentView['chunks'][number]) {
  if (start !== undefined && end !== undefined) return { start, end };
  const at = Math.max(0, body.indexOf(text));
  return { start: at, end: at + text.length };
}
