// The worker's side of parsing Markdown: one answer for each request, in order.
import type { MarkdownAnswer, MarkdownRequest } from './reader.ts';
import type { Piece } from './reading.ts';

/** @param post sends to the page. @returns the handler of the page's messages. */
export function serveMarkdown<T>(
  parse: (text: string) => Piece<T>[],
  post: (answer: MarkdownAnswer<T>) => void,
): (message: unknown) => void {
  return (message) => {
    const { id, text } = message as MarkdownRequest;
    post({ id, pieces: parse(text) });
  };
}
