// Pictures and scanned pages: which are recognized, where their text goes, and the message when they can't be read.
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { Failure } from '../../core/errors.ts';
import type { RecognisedPage, TextRecognition } from '../../core/ports/text-recognition.ts';
import { extractPacked, type ReadParts } from './packed.ts';
import { type NowReading, readingPictures } from './reading-pictures.ts';
import { pdfOf } from '../../../e2e/support/scans.ts';

const PICTURE = { bytes: [0xff, 0xd8, 0xff, 0xd9], width: 1, height: 1 };
const TEXT = 'This page was written with a program and has enough letters.';
const read: ReadParts = (kind, bytes, _signal, given) => extractPacked(kind, bytes, undefined, given);

const pageOf = (...texts: string[]): RecognisedPage => ({
  lines: texts.map((text, i) => ({ text, x: 60, right: 500, y: 700 - i * 16, size: 12, spread: false })),
});

function recognising(pages: Record<number, RecognisedPage>) {
  return {
    picture: vi.fn<TextRecognition['picture']>(async () => pages[1] ?? pageOf()),
    pages: vi.fn<TextRecognition['pages']>(
      async (_, numbers) => new Map(numbers.flatMap((n) => (pages[n] ? [[n, pages[n]]] : []))),
    ),
  };
}

const reading = (now: Awaited<ReturnType<NowReading>>) => readingPictures(read, async () => now);
const bytesOf = (pages: Parameters<typeof pdfOf>[0]) => new Uint8Array(pdfOf(pages));

describe('a PDF', () => {
  test('has the text of its scanned pages in place, and lists them', async () => {
    const ocr = recognising({ 2: pageOf('The mill was built by', 'Anders Holmquist.') });
    const { body, pages, recognised, metadata } = await reading(ocr)('pdf', bytesOf([TEXT, PICTURE, TEXT]));
    expect(ocr.pages.mock.calls[0]![1]).toEqual([2]);
    expect(recognised).toEqual([2]);
    expect(body.slice(pages![1], pages![2]).trim()).toBe('The mill was built by Anders Holmquist.');
    expect(metadata).toEqual({ format: 'pdf', pages: 3 });
  });

  test('with only text is read once, without recognition', async () => {
    const ocr = recognising({});
    expect(await reading(ocr)('pdf', bytesOf([TEXT]))).not.toHaveProperty('unread');
    expect(ocr.pages).not.toHaveBeenCalled();
  });

  test('of scanned pages without letters is rejected', async () => {
    await expect(reading(recognising({}))('pdf', bytesOf([PICTURE, PICTURE]))).rejects.toThrow(
      'no text was found on its 2 pages',
    );
  });

  test('says how to have it read when recognition is off', async () => {
    const off = reading({ off: 'turn it on' });
    await expect(off('pdf', bytesOf([PICTURE]))).rejects.toThrow(
      'the file has no text in it, only pictures; turn it on',
    );
    expect((await off('pdf', bytesOf([TEXT, PICTURE]))).body).toContain('written with a program');
  });

  test('keeps its other text when recognition fails, and reports it', async () => {
    const broken: TextRecognition = {
      picture: () => Promise.reject(new Error('never')),
      pages: () => Promise.reject(new Failure('unavailable', 'connect once, then try again')),
    };
    const { body, metadata } = await reading(broken)('pdf', bytesOf([TEXT, PICTURE]));
    expect(body).toContain('written with a program');
    expect(metadata['recognition_problem']).toBe('connect once, then try again');
    await expect(reading(broken)('pdf', bytesOf([PICTURE]))).rejects.toThrow('connect once, then try again');
  });

  test('is not added partially when stopped', async () => {
    const stop = new AbortController();
    const stopped: TextRecognition = {
      ...recognising({}),
      pages: async () => {
        stop.abort();
        throw new Failure('cancelled', 'stopped');
      },
    };
    await expect(reading(stopped)('pdf', bytesOf([TEXT, PICTURE]), stop.signal)).rejects.toThrow('stopped');
  });
});

describe('a picture', () => {
  const file = new Uint8Array(PICTURE.bytes);

  test('becomes paragraphs', async () => {
    const ocr = recognising({ 1: pageOf('The fee is 235 crowns and', 'is paid at the office.') });
    expect(await reading(ocr)('picture', file)).toMatchObject({
      body: 'The fee is 235 crowns and is paid at the office.',
      recognised: [1],
      metadata: { format: 'picture' },
    });
  });

  test('of only a number keeps it', async () => {
    expect((await reading(recognising({ 1: pageOf('42') }))('picture', file)).body).toBe('42');
  });

  test('without text, or while recognition is off, is rejected with the reason', async () => {
    await expect(reading(recognising({}))('picture', file)).rejects.toThrow(
      'no text was found in the picture',
    );
    await expect(reading({ off: 'turn it on' })('picture', file)).rejects.toThrow(
      'pictures cannot be read: turn it on',
    );
  });
});

test('leaves other files alone', async () => {
  const ocr = recognising({});
  const bytes = new Uint8Array(readFileSync(new URL('fixtures/kestrel.docx', import.meta.url)));
  expect((await reading(ocr)('docx', bytes)).body).not.toBe('');
  expect(ocr.picture).not.toHaveBeenCalled();
});
