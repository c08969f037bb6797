// An encrypted file: what was written is read from any position; any change is detected as damage.
import { expect, test } from 'vitest';
import { blobSource, type ByteSource } from './byte-source.ts';
import { isSealed, openSealed, PIECE, SealedWriter } from './sealed-file.ts';

const PASSPHRASE = 'correct horse battery';
const TAG = 16;
const ALTERED = /^This backup is damaged/;

async function sealed(length: number): Promise<{ plain: Uint8Array; file: Uint8Array<ArrayBuffer> }> {
  const plain = Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 9)) % 256);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const writer = await SealedWriter.start(PASSPHRASE, (bytes) => void pieces.push(bytes));
  // In steps that don't match the piece size.
  for (let at = 0; at < length; at += 100_003) await writer.write(plain.subarray(at, at + 100_003));
  await writer.end();
  return { plain, file: new Uint8Array(await new Blob(pieces).arrayBuffer()) };
}

/** Made once: each passphrase deliberately takes a fifth of a second. */
let three: ReturnType<typeof sealed> | undefined;
const threePieces = () => (three ??= sealed(2 * PIECE + 1000));

/** In vitest, comparing half a megabyte number by number takes seconds. */
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const source = (file: Uint8Array<ArrayBuffer>): ByteSource => blobSource(new Blob([file]));
const headOf = ({ file, plain }: Awaited<ReturnType<typeof sealed>>): number =>
  file.length - plain.length - TAG * Math.max(1, Math.ceil(plain.length / PIECE));

test('reads every range as it was written, also across pieces', async () => {
  const { plain, file } = await threePieces();
  expect(await isSealed(source(file))).toBe(true);
  const open = await openSealed(source(file), PASSPHRASE);
  expect(open.size).toBe(plain.length);
  for (const [start, end] of [
    [0, 10],
    [PIECE - 5, PIECE + 5],
    [10, plain.length],
    [plain.length - 3, plain.length],
  ] as const) {
    expect(same(await open.read(start, end), plain.slice(start, end))).toBe(true);
  }
});

test('reads content that fills its pieces exactly, and content of a single byte', async () => {
  for (const length of [1, PIECE]) {
    const { plain, file } = await sealed(length);
    expect(same(await (await openSealed(source(file), PASSPHRASE)).read(0, length), plain)).toBe(true);
  }
});

test('reports a wrong passphrase, not a wrong file', async () => {
  const { file } = await threePieces();
  await expect(openSealed(source(file), 'correct horse batterie')).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringMatching(/passphrase is wrong/) as string,
  });
});

test('detects a cut anywhere: in a piece, between two, before the first', async () => {
  const made = await threePieces();
  const head = headOf(made);
  for (const length of [made.file.length - 1, head + 2 * (PIECE + TAG), head + 5, 40]) {
    await expect(openSealed(source(made.file.slice(0, length)), PASSPHRASE)).rejects.toMatchObject({
      message: expect.stringMatching(ALTERED) as string,
    });
  }
});

test('opens no pieces that are reordered, repeated or from another file', async () => {
  const made = await threePieces();
  const head = headOf(made);
  const piece = (n: number, from = made.file) =>
    from.slice(head + n * (PIECE + TAG), head + (n + 1) * (PIECE + TAG));
  const other = await sealed(2 * PIECE + 1000);
  for (const pieces of [
    [piece(1), piece(0), piece(2)],
    [piece(0), piece(0), piece(2)],
    [piece(0), piece(1, other.file), piece(2)],
  ]) {
    const file = new Uint8Array(await new Blob([made.file.slice(0, head), ...pieces]).arrayBuffer());
    const open = await openSealed(source(file), PASSPHRASE);
    await expect(open.read(0, open.size)).rejects.toMatchObject({
      message: expect.stringMatching(ALTERED) as string,
    });
  }
});

test('detects one changed bit, in a piece and in the header', async () => {
  const made = await threePieces();
  for (const at of [made.file.length - 20, headOf(made) - 10, 50]) {
    const file = made.file.slice();
    file[at]! ^= 1;
    await expect(openSealed(source(file), PASSPHRASE)).rejects.toThrow();
  }
});

test('rejects other files, and reports an altered header', async () => {
  expect(await isSealed(source(new TextEncoder().encode('PK')))).toBe(false);
  expect(await isSealed(source(new Uint8Array()))).toBe(false);
  const file = (await threePieces()).file.slice();
  new DataView(file.buffer).setUint32(25, 0xffffffff);
  await expect(openSealed(source(file), PASSPHRASE)).rejects.toMatchObject({
    message: expect.stringMatching(ALTERED) as string,
  });
});
