// Reads packed files with their pictures: text recognition reads pictures and the scanned pages of PDF files.
//
// - A PDF is read twice: first to find its text and the pages without, then with the text recognized on those.
// - If recognition fails, a file with other text is added without that of its pictures, with a note.
import { CONTENT_TYPES } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import type { Recognising, TextRecognition } from '../../core/ports/text-recognition.ts';
import type { ReadPacked } from './extract.ts';
import { type Extracted, Refusal } from './extracted.ts';
import type { ReadParts } from './packed.ts';
import { pdfMarkdown } from './pdf-markdown.ts';

/** Returns the current text recognition, or why there is none, as the second half of a sentence. */
export type NowReading = () => Promise<TextRecognition | { off: string }>;

export function readingPictures(read: ReadParts, recognition: NowReading): ReadPacked {
  return async (kind, bytes, signal, onPage) => {
    const how: Recognising = { signal, ...(onPage && { onPage }) };
    if (kind === 'picture') return readPicture(new Blob([bytes]), await recognition(), how);
    if (kind !== 'pdf') return read(kind, bytes, signal);
    // The reader takes ownership of the bytes.
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
    // A line that looks like a page number may be all there is.
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
