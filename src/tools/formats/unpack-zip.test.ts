// Archives with wrong or right fields: nothing of a wrong one is used.
import fc from 'fast-check';
import { deflateSync, inflateSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { Failure, type ErrorCode } from '../../core/errors.ts';
import { handMadeZip, type HandMadeEntry } from './hand-made-zip.test-support.ts';
import { isZip, unpackZip } from './unpack-zip.ts';

const MIB = 1024 * 1024;
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

function refusal(bytes: Uint8Array): { code: ErrorCode; message: string } {
  try {
    unpackZip(bytes, 'a.zip');
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { code: error.code, message: error.message };
  }
  throw new Error('it was unpacked');
}

const one = (entry: Partial<HandMadeEntry>): Uint8Array =>
  handMadeZip([{ name: 'tool.lua', content: 'tool = {}', ...entry }]);

describe('a valid ZIP', () => {
  it('is read as its files, packed or stored, without folders', () => {
    const zip = handMadeZip([
      { name: 'a/' },
      { name: 'a/tool.lua', content: 'tool = {}' },
      { name: 'a/ü.txt', content: 'stored', method: 0 },
      { name: 'empty.txt' },
    ]);
    expect(unpackZip(zip, 'a.zip').map(({ path, bytes }) => [path, text(bytes)])).toEqual([
      ['a/tool.lua', 'tool = {}'],
      ['a/ü.txt', 'stored'],
      ['empty.txt', ''],
    ]);
  });

  it('may have a comment, and names that differ only in case', () => {
    const zip = handMadeZip([{ name: 'a.lua' }, { name: 'A.lua' }], { comment: 'made today' });
    expect(unpackZip(zip, 'a.zip').map(({ path }) => path)).toEqual(['a.lua', 'A.lua']);
    expect(isZip(zip)).toBe(true);
    expect(isZip(handMadeZip([]))).toBe(true);
    expect(isZip(new TextEncoder().encode('PK is a text'))).toBe(false);
    expect(unpackZip(handMadeZip([]), 'a.zip')).toEqual([]);
  });

  it('is not opened inside another', () => {
    const inner = handMadeZip([{ name: 'tool.lua', content: 'x' }]);
    const [file] = unpackZip(handMadeZip([{ name: 'inner.zip', content: inner }]), 'a.zip');
    expect(file).toEqual({ path: 'inner.zip', bytes: inner });
  });

  it('is read as written by any library', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,2}\.txt$/);
    const files = fc.dictionary(name, fc.uint8Array({ maxLength: 5000 }), {
      maxKeys: 8,
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(files, fc.constantFrom(0 as const, 1 as const, 9 as const), (given, level) => {
        const read = unpackZip(zipSync(given, { level }), 'a.zip');
        expect(new Map(read.map(({ path, bytes }) => [path, [...bytes]]))).toEqual(
          new Map(Object.entries(given).map(([path, bytes]) => [path, [...bytes]])),
        );
      }),
    );
  });
});

describe('a ZIP bomb', () => {
  it('is detected from its directory, before anything is inflated', () => {
    const zeros = new Uint8Array(MIB + 1);
    expect(refusal(one({ name: 'zeros.txt', content: zeros }))).toEqual({
      code: 'too_large',
      message: expect.stringMatching(/'zeros\.txt' unpacks to 1(\.\d+)? MiB, more than 100 times/),
    });
    expect(refusal(one({ name: 'big.txt', size: 2 * MIB + 1 }))).toEqual({
      code: 'too_large',
      message: expect.stringMatching(/'big\.txt' takes 2(\.\d+)? MiB/),
    });
  });

  it('is detected from the sum of its files', () => {
    const many = Array.from({ length: 41 }, (_, index) => ({
      name: `${index}.txt`,
      size: MIB,
      packed: MIB,
      method: 0,
    }));
    expect(refusal(handMadeZip(many)).message).toMatch(/takes more than 40 MiB/);
    const packed = deflateSync(new Uint8Array(MIB));
    const small = Array.from({ length: 19 }, (_, index) => ({
      name: `${index}.txt`,
      content: packed,
      isPacked: true,
      size: MIB,
      crc: 1,
    }));
    expect(refusal(handMadeZip(small))).toMatchObject({
      code: 'too_large',
      message: expect.stringMatching(/'a\.zip' unpacks to 19 MiB, more than 100 times/),
    });
  });

  it('is detected from the number of its files, and from its own size', () => {
    const many = Array.from({ length: 2001 }, (_, index) => ({ name: `${index}.txt`, method: 0 }));
    expect(refusal(handMadeZip(many))).toEqual({
      code: 'too_large',
      message: expect.stringMatching(/more than 2,000 files/),
    });
    expect(unpackZip(handMadeZip(many.slice(1)), 'a.zip')).toHaveLength(2000);
    expect(refusal(new Uint8Array(40 * MIB + 1)).message).toMatch(/takes more than 40 MiB/);
  });

  it('with a wrong size is stopped as soon as it exceeds that', () => {
    const packed = deflateSync(new Uint8Array(16 * MIB));
    // A reader that continues gets to data that can't be inflated, and reports that instead.
    packed.fill(0xff, 4000);
    expect(() => inflateSync(packed)).toThrow();
    expect(refusal(one({ name: 'liar.txt', content: packed, isPacked: true, size: 1000 }))).toEqual({
      code: 'bad_request',
      message: expect.stringMatching(/'liar\.txt' is larger than it says/),
    });
    expect(refusal(one({ content: packed.fill(0xff), isPacked: true, size: 1000 })).message).toMatch(
      /cannot be unpacked/,
    );
  });

  it('of overlapping files yields no more than their sum', () => {
    const entries = Array.from({ length: 1500 }, (_, index) => ({
      name: `${index}.txt`,
      content: '',
      offset: 0,
      size: MIB,
      packed: 20_000,
    }));
    expect(refusal(handMadeZip(entries)).code).toBe('too_large');
  });
});

describe('an unsafe name', () => {
  it.each([
    ['../evil.lua', 'leads out of the folder'],
    ['a/../../evil.lua', 'leads out of the folder'],
    ['/etc/passwd', 'must be relative'],
    ['C:/evil.lua', 'must be relative'],
    ['c:evil.lua', 'must be relative'],
    ['..\\evil.lua', 'backslash'],
    ['a\\b.lua', 'backslash'],
    ['a\u0000.lua', 'control character'],
    ['a\n.lua', 'control character'],
    ['__proto__/a.lua', "'__proto__' is not a valid"],
    ['a/constructor', "'constructor' is not a valid"],
    ['prototype/', "'prototype' is not a valid"],
    ['../', 'leads out of the folder'],
    [`${'a'.repeat(600)}.lua`, 'longer than'],
  ])('is rejected: %j', (name, why) => {
    const { code, message } = refusal(handMadeZip([{ name: 'fine.lua' }, { name }]));
    expect(code).toBe('bad_request');
    expect(message).toContain(why);
    expect(message).toContain('Nothing was imported');
  });

  it('in bytes that are not UTF-8 is rejected', () => {
    expect(refusal(one({ name: Uint8Array.of(0x61, 0xff, 0xfe) })).message).toMatch(/name is not UTF-8/);
  });

  it('that occurs twice is rejected, also in two spellings', () => {
    expect(refusal(handMadeZip([{ name: 'a.lua' }, { name: 'a.lua' }])).message).toMatch(
      /two files called 'a\.lua'/,
    );
    expect(refusal(handMadeZip([{ name: 'a/b.lua' }, { name: './a//b.lua' }])).message).toMatch(/two files/);
    expect(refusal(handMadeZip([{ name: '\u00e9.lua' }, { name: 'e\u0301.lua' }])).message).toMatch(
      /two files/,
    );
  });
});

describe('an unsupported ZIP', () => {
  it.each([
    ['a link', { mode: 0o120777 }, 'is a link to another file'],
    ['a device', { mode: 0o020666 }, 'is not a regular file'],
    ['an encrypted file', { flags: 0x0001 }, 'is encrypted'],
    ['a strongly encrypted file', { flags: 0x0041 }, 'is encrypted'],
    ['an encrypted list', { flags: 0x2000 }, 'is encrypted'],
    ['another method', { method: 12 }, 'unsupported compression method'],
    ['a ZIP64 size', { size: 0xffffffff }, 'ZIP64'],
    ['a ZIP64 offset', { offset: 0xffffffff }, 'ZIP64'],
    ['a folder with content', { name: 'a/' }, 'has content of its own'],
  ] as [string, Partial<HandMadeEntry>, string][])('with %s is rejected', (_, entry, why) => {
    const { code, message } = refusal(one(entry));
    expect(code).toBe('bad_request');
    expect(message).toContain(why);
  });

  it('is rejected in parts, or with very large contents', () => {
    expect(refusal(handMadeZip([{ name: 'a' }], { disk: 1 })).message).toMatch(/part of a split archive/);
    expect(refusal(handMadeZip([{ name: 'a' }], { count: 0xffff })).message).toMatch(/ZIP64/);
    const locator = new Uint8Array(20);
    locator.set([0x50, 0x4b, 0x06, 0x07]);
    expect(refusal(handMadeZip([{ name: 'a' }], { before: locator })).message).toMatch(/ZIP64/);
  });
});

describe('a damaged ZIP', () => {
  it.each([
    ['a wrong checksum', { crc: 1 }],
    ['a size that is too large', { size: 20 }],
    ['a size that is too small', { size: 3 }],
    ['two sizes', { method: 0, size: 3 }],
    ['an offset beyond the end', { offset: 100_000 }],
    ['an offset into nothing', { offset: 3 }],
    ['content beyond the end', { packed: 100_000 }],
    ['content that ends early', { packed: 4 }],
  ] as [string, Partial<HandMadeEntry>][])('with %s is rejected', (_, entry) => {
    expect(refusal(one(entry))).toEqual({
      code: 'bad_request',
      message: expect.stringMatching(/is damaged/),
    });
  });

  it('without an end, or with a misplaced directory, is rejected', () => {
    const zip = one({});
    expect(refusal(zip.subarray(0, zip.length - 1)).message).toMatch(/is incomplete/);
    expect(refusal(handMadeZip([{ name: 'a' }], { start: 0 })).message).toMatch(/in the wrong place/);
    expect(refusal(handMadeZip([{ name: 'a' }], { count: 2 })).message).toMatch(/directory is damaged/);
    expect(refusal(handMadeZip([{ name: 'a' }, { name: 'b' }], { count: 1 })).message).toMatch(
      /directory is damaged/,
    );
  });

  it('of any kind is rejected with a sentence or read unchanged: no other error, and no byte differs', () => {
    const content = 'tool = { name = "weather" } '.repeat(20);
    const zip = handMadeZip([
      { name: 'a/tool.lua', content },
      { name: 'b.txt', content: 'b', method: 0 },
    ]);
    fc.assert(
      fc.property(fc.nat(zip.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
        const broken = cut ? zip.slice(0, at) : Uint8Array.from(zip);
        if (!cut) broken[at] = byte;
        try {
          const texts = unpackZip(broken, 'a.zip').map(({ bytes }) => text(bytes));
          for (const one of texts) expect([content, 'b']).toContain(one);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('of random bytes is rejected with a sentence', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 22, maxLength: 300 }), (bytes) => {
        bytes.set([0x50, 0x4b, 0x05, 0x06], bytes.length - 22);
        bytes.set([0, 0], bytes.length - 2);
        try {
          unpackZip(bytes, 'a.zip');
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
        }
      }),
    );
  });
});
