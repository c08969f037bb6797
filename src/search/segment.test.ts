// Segments: packing, the file format and its errors, merging.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOf } from './expand.ts';
import { inBody, inHeading, inTitle } from './frequency.ts';
import { KeywordIndex } from './keyword-index.ts';
import { mergeSegments } from './merge-segments.ts';
import { embeddingText, passageHash } from './passage-hash.ts';
import { Postings } from './postings.ts';
import { buildSegment, decodeSegment, encodeSegment } from './segment.ts';
import type { IndexedChunk, IndexedDocument, Segment } from './segment-types.ts';
import { documentAt } from './document-columns.ts';
import { checksum } from './segment-format.ts';
import { knownOf, someChunks } from './chunks.test-support.ts';
import { wideSegment } from './wide-segment.ts';

/** Builds a segment of passages whose documents have sources, dates and tags. */
const built = (chunks: IndexedChunk[]): Segment => buildSegment(chunks, knownOf(chunks));

const SMALL: IndexedChunk[] = [
  {
    document: 'a',
    index: 0,
    text: 'Open the database, then open it again',
    heading: ['Opening'],
    title: 'C API',
  },
  { document: 'a', index: 1, text: '', heading: [], title: 'C API' },
  { document: 'ü-文', index: 0, text: '数据库 and Straße 😀', heading: [], title: '' },
];

describe('buildSegment', () => {
  it('counts a term in text, title and headings separately, and the lengths of text and title', () => {
    const segment = buildSegment(SMALL);
    expect([...segment.terms]).toEqual([...segment.terms].sort());
    const { length, ordinals } = segment.postings.read(positionOf(segment.terms, 'open'));
    expect([...ordinals.subarray(0, length)]).toEqual([0]);
    expect(counts(segment, 'open')).toEqual([2, 0, 1]);
    expect(counts(segment, 'api')).toEqual([0, 1, 0]);
    // open, database, open, again; c, api
    expect([...segment.lengths.slice(0, 2)]).toEqual([4, 0]);
    expect([...segment.titleLengths]).toEqual([2, 2, 0]);
  });

  it('keeps each count within its bits of the byte, and the lengths exact', () => {
    const words = 'word '.repeat(300);
    const segment = buildSegment([{ document: 'a', index: 0, text: words, heading: [words], title: words }]);
    expect(counts(segment, 'word')).toEqual([31, 3, 1]);
    expect([...segment.lengths, ...segment.titleLengths]).toEqual([300, 300]);
  });

  it('stores source, date and tags of each document, even one without passages', () => {
    const known: IndexedDocument[] = [
      { document: 'a', source: 'notes', updated: 1.5e12, tags: ['x', 'y'] },
      { document: 'empty', source: 'files', updated: -8, tags: [] },
      { document: 'ü-文', source: 'notes', updated: 0, tags: ['y'] },
    ];
    const segment = decodeSegment(encodeSegment(buildSegment(SMALL, known)));
    expect(known.map((_, number) => documentAt(segment, number))).toEqual(known);
    expect(segment.sources).toEqual(['notes', 'files']);
    expect([...segment.documentOf]).toEqual([0, 0, 2]);
    const merged = mergeSegments([segment], (document) => document !== 'a');
    expect([documentAt(merged, 0), documentAt(merged, 1)]).toEqual([known[1], known[2]]);
  });

  it('stores the embedding hash of each passage', () => {
    const { hashes } = decodeSegment(encodeSegment(buildSegment(SMALL)));
    expect([...hashes]).toEqual(SMALL.flatMap((chunk) => passageHash(embeddingText(chunk))));
  });

  /** Returns the counts of a term in the first passage that has it: in text, title and headings. */
  function counts({ terms, postings }: Segment, term: string): number[] {
    const { frequencies, from } = postings.read(positionOf(terms, term));
    const frequency = frequencies[from]!;
    return [inBody(frequency), inTitle(frequency), inHeading(frequency)];
  }
});

describe('the segment format', () => {
  it('returns its input', () => {
    fc.assert(
      fc.property(someChunks(), (chunks) => {
        const segment = built(chunks);
        expect(decodeSegment(encodeSegment(segment))).toEqual(segment);
      }),
    );
    expect(decodeSegment(encodeSegment(buildSegment(SMALL)))).toEqual(buildSegment(SMALL));
    expect(decodeSegment(encodeSegment(buildSegment([])))).toEqual(buildSegment([]));
  });

  it('copies nothing of a file: everything except names is a view of it', () => {
    const bytes = encodeSegment(buildSegment(SMALL));
    const { lengths, hashes, postings, terms } = decodeSegment(bytes);
    for (const column of [lengths, hashes, postings.starts, postings.bytes, terms.ends, terms.bytes])
      expect(column.buffer).toBe(bytes);
  });

  it('keeps names of any script, in any order', () => {
    const document = ['\uFEFFfirst', 'ü-文', '😀', ''].map((name) => ({
      document: name,
      source: name,
      updated: 0,
      tags: [name],
    }));
    const { documents, sources, tags } = decodeSegment(encodeSegment(buildSegment([], document)));
    for (const names of [[...documents], sources, tags])
      expect(names).toEqual(['\uFEFFfirst', 'ü-文', '😀', '']);
    expect([documents.lengthAt(0), documents.lengthAt(2), documents.at(4)]).toEqual([6, 2, undefined]);
  });

  it('rejects foreign files', () => {
    for (const text of ['', 'PL', '{"a": 1, "long": "enough to hold a header"}']) {
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      expect(() => decodeSegment(bytes.buffer)).toThrow('not a keyword index segment');
    }
  });

  it('rejects another version and names it', () => {
    const bytes = encodeSegment(buildSegment(SMALL));
    new DataView(bytes).setUint32(4, 7, true);
    expect(() => decodeSegment(bytes)).toThrow('has version 7; this program reads version 4');
  });

  it('rejects a file that was truncated or extended', () => {
    const bytes = encodeSegment(buildSegment(SMALL));
    expect(() => decodeSegment(bytes.slice(0, -1))).toThrow(/has \d+ bytes, /);
    const longer = new Uint8Array(bytes.byteLength + 1);
    longer.set(new Uint8Array(bytes));
    expect(() => decodeSegment(longer.buffer)).toThrow(/has \d+ bytes, /);
  });

  it('rejects a file with any single byte changed', () => {
    const bytes = encodeSegment(buildSegment(SMALL));
    for (let at = 0; at < bytes.byteLength; at++) {
      const damaged = new Uint8Array(bytes.slice(0));
      damaged[at]! ^= 0x41;
      expect(() => decodeSegment(damaged.buffer), `byte ${at}`).toThrow(/keyword index segment/);
    }
  });

  it('rejects invalid content with a valid checksum, without hanging or reading past the end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 200 }), (payload) => {
        try {
          decodeSegment(sealed(payload));
        } catch (error) {
          expect((error as Error).message).toBe('keyword index segment is damaged');
        }
      }),
    );
    const whole = new Uint8Array(encodeSegment(built(SMALL)));
    for (let at = 16; at < whole.length; at++) {
      const altered = whole.slice(16);
      altered[at - 16]! ^= 0x41;
      try {
        const index = new KeywordIndex();
        index.add(decodeSegment(sealed(altered)));
        index.search('open databose 数据库', { limit: 5 });
      } catch (error) {
        expect((error as Error).message, `byte ${at}`).toBe('keyword index segment is damaged');
      }
    }
    // The first term is in one passage; its second byte is the passage.
    const astray = new Uint8Array(buildSegment(SMALL).postings.bytes);
    astray[1] = 100;
    const postings = new Postings(buildSegment(SMALL).postings.starts, astray, SMALL.length);
    expect(() => postings.read(0)).toThrow('damaged');
  });

  /** Returns a file with a valid header and any content. */
  function sealed(payload: Uint8Array): ArrayBuffer {
    const file = new Uint8Array(16 + payload.length);
    file.set(payload, 16);
    const view = new DataView(file.buffer);
    [...'PLKS'].forEach((letter, i) => view.setUint8(i, letter.charCodeAt(0)));
    view.setUint32(4, 4, true);
    view.setUint32(8, file.length, true);
    view.setUint32(12, checksum(payload), true);
    return file.buffer;
  }
});

it('has the postings of each term one after the other when spread out', () => {
  const segment = built(SMALL);
  const { terms, offsets, ordinals, frequencies } = wideSegment(segment);
  expect(terms).toEqual([...segment.terms]);
  terms.forEach((_, t) => {
    const read = segment.postings.read(t);
    const [from, to] = [offsets[t]!, offsets[t + 1]!];
    expect(ordinals.slice(from, to)).toEqual(read.ordinals.slice(0, read.length));
    expect(frequencies.slice(from, to)).toEqual(read.frequencies.slice(read.from, read.from + read.length));
  });
});

describe('mergeSegments', () => {
  it('equals a segment built from the live passages', () => {
    fc.assert(
      fc.property(someChunks(), fc.nat(4), fc.func(fc.boolean()), (chunks, cut, isDead) => {
        const documents = [...new Set(chunks.map((chunk) => chunk.document))];
        const early = new Set(documents.slice(0, cut));
        const parts = [
          chunks.filter((chunk) => early.has(chunk.document)),
          chunks.filter((chunk) => !early.has(chunk.document)),
        ];
        const isLive = (document: string): boolean => !isDead(document);
        const merged = mergeSegments(
          parts.map((part) => built(part)),
          isLive,
        );
        expect(merged).toEqual(built(parts.flat().filter((chunk) => isLive(chunk.document))));
      }),
    );
  });

  it('keeps the later of two versions of a document', () => {
    const older = buildSegment([{ document: 'a', index: 0, text: 'old', heading: [], title: '' }]);
    const newer = buildSegment([{ document: 'a', index: 0, text: 'new', heading: [], title: '' }]);
    expect(mergeSegments([older, newer])).toEqual(newer);
    expect(mergeSegments([older, newer], (_, segment) => segment === older)).toEqual(older);
  });
});
