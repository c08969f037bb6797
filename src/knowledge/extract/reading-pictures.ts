// Reads packed files with the pictures in them: text recognition reads pictures and the scanned pages of PDF files.
//
// - A PDF is read twice: first for its text and which pages have none, then with what was recognised on these.
// - Where recognition fails, a file with other text comes in without that of its pictures, and says so.
import { CONTENT_TYPES } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { Recognising, TextRecognition } from '../../core/ports/text-recognition.ts';
import type { ReadPacked } from './extract.ts';
import { type Extracted, Refusal } from './extracted.ts';
import type { ReadParts } from './packed.ts';
import { pdfMarkdown } from './pdf-markdown.ts';

/** How pictures are read now; or why they are not, as the second half of a sentence. */
export type NowReading = () => Promise<TextRecognition | { off: string }>;

export function readingPictures(read: ReadParts, recognition: NowReading): ReadPacked {
  return async (kind, bytes, signal, onPage) => {
    const how: Recognising = { signal, ...(onPage && { onPage }) };
    if (kind === 'picture') return readPicture(new Blob([bytes]), await recognition(), how);
    if (kind !== 'pdf') return read(kind, bytes, signal);
    // The reader takes the bytes along.
    const file = new Blob([bytes]);
    const { unread, ...first } = await read(kind, bytes, signal, { namesUnread: true });
    if (!unread) return first;
    const hasText = /[\p{L}\p{N}]/u.test(first.body);
    const reading = await recognition();
    if ('off' in reading) {
      if (hasText) return first;
      throw new Refusal(`the file has no text in it, only pictures; ${reading.off}`);
    }
    try {
      const recognised = await reading.pages(file, unread, how);
      const again = new Uint8Array(await file.arrayBuffer());
      const whole = await read(kind, again, signal, { namesUnread: true, recognised });
      if (!/[\p{L}\p{N}]/u.test(whole.body)) throw new Refusal(`no text was found on ${pagesText(unread)}`);
      delete whole.unread;
      return whole;
    } catch (error) {
      const refusal = asRefusal(error);
      if (!hasText || signal?.aborted) throw refusal;
      return { ...first, metadata: { ...first.metadata, recognition_problem: refusal.message } };
    }
  };
}

async function readPicture(
  file: Blob,
  reading: Awaited<ReturnType<NowReading>>,
  how: Recognising,
): Promise<Extracted> {
  if ('off' in reading) throw new Refusal(`pictures cannot be read: ${reading.off}`);
  const { lines } = await reading.picture(file, how).catch((error: unknown) => {
    throw asRefusal(error);
  });
  if (lines.length === 0) throw new Refusal('no text was found in the picture');
  const { body } = pdfMarkdown([{ lines }], []);
  return {
    // What looks like the number of a page may be all there is.
    body: body || lines.map(({ text }) => text).join('\n'),
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'picture' },
    recognised: [1],
  };
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new Refusal(error instanceof Failure ? why : `text recognition failed (${why})`);
}

function pagesText(pages: readonly number[]): string {
  return pages.length === 1 ? 'its page' : `its ${pages.length.toLocaleString('en')} pages`;
}
