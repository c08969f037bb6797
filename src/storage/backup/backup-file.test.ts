// The backup file: an unaltered file reads back; altered, forged and newer ones are rejected with a sentence.
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { BackupManifest, BackupPart } from '../../core/backup.ts';
import { BackupWriter, openBackup } from './backup-file.ts';
import { blobSource } from './byte-source.ts';

const ABOUT = { app: '1.2.3', createdAt: '2026-05-01T10:00:00.000Z' };

async function written(
  records: { documents: unknown[]; runs?: unknown[] },
  passphrase?: string,
): Promise<{ blob: Blob; manifest: BackupManifest }> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const writer = await BackupWriter.start({ ...ABOUT, passphrase }, (bytes) => void pieces.push(bytes));
  await writer.add('documents', records.documents);
  if (records.runs) await writer.add('runs', records.runs);
  const manifest = await writer.end();
  return { blob: new Blob(pieces), manifest };
}

/** A ZIP of these texts, as anyone could make one. */
function forged(texts: Record<string, string | Uint8Array>): Blob {
  const bytes = (text: string | Uint8Array) =>
    typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const files = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, bytes(text)]));
  return new Blob([zipSync(files).slice()]);
}

async function part(line: string, more: Partial<BackupPart> = {}): Promise<BackupPart> {
  const bytes = new TextEncoder().encode(line);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return {
    path: 'documents/00001.jsonl',
    kind: 'documents',
    records: 1,
    bytes: bytes.length,
    sha256: Buffer.from(digest).toString('hex'),
    ...more,
  };
}

function manifestOf(parts: BackupPart[], more: object = {}): string {
  const kinds = { documents: parts.reduce((sum, { records }) => sum + records, 0) };
  return JSON.stringify({ format: 'perilune-backup', version: 1, ...ABOUT, kinds, parts, ...more });
}

const refused = (words: RegExp) => ({ code: 'bad_request', message: expect.stringMatching(words) as string });

test('reads back what was written, part by part, plain and encrypted', async () => {
  const documents = Array.from({ length: 30 }, (_, i) => ({ i, text: `${i} `.repeat(100_000) }));
  const runs = [{ é: '猫' }];
  for (const passphrase of [undefined, 'correct horse battery']) {
    const { blob } = await written({ documents, runs }, passphrase);
    const { manifest, contents, read } = await openBackup(blobSource(blob), passphrase);
    expect(contents).toMatchObject({ ...ABOUT, encrypted: passphrase !== undefined, size: blob.size });
    expect(contents.kinds).toEqual({ documents: 30, runs: 1 });
    expect(manifest.parts.length).toBeGreaterThan(2);
    const records = [];
    for (const one of manifest.parts) records.push(...(await read(one)));
    expect(records).toEqual([...documents, ...runs]);
  }
});

test('asks for the passphrase of an encrypted file, and reveals nothing without it', async () => {
  const { blob } = await written({ documents: ['geheim'] }, 'correct horse battery');
  expect(Buffer.from(await blob.arrayBuffer()).includes('geheim')).toBe(false);
  await expect(openBackup(blobSource(blob))).rejects.toMatchObject({
    code: 'denied',
    details: { encrypted: true },
  });
});

test('includes an empty kind, but none that was not chosen', async () => {
  const { blob } = await written({ documents: [] });
  expect((await openBackup(blobSource(blob))).contents.kinds).toEqual({ documents: 0 });
});

test('rejects a file of a later version with advice', async () => {
  const file = forged({ 'perilune-backup.json': manifestOf([], { version: 2, app: '9.0.0' }) });
  await expect(openBackup(blobSource(file))).rejects.toMatchObject(
    refused(/newer version of Perilune \(9\.0\.0\)\. Update/),
  );
});

test('rejects a file that is no backup, is cut, or has a false manifest, before reading anything', async () => {
  const { blob } = await written({ documents: [1, 2] });
  const whole = await part('1\n');
  const manifest = (parts: BackupPart[], more?: object) =>
    forged({ 'perilune-backup.json': manifestOf(parts, more), [whole.path]: '1\n' });
  const cases: [Blob, RegExp][] = [
    [new Blob(['hello']), /cut off, or another kind of file/],
    [new Blob([]), /cut off, or another kind of file/],
    [blob.slice(0, blob.size - 30), /cut off, or another kind of file/],
    [forged({ 'a.txt': 'x' }), /no perilune-backup\.json/],
    [forged({ 'perilune-backup.json': '[]' }), /something else/],
    [forged({ 'perilune-backup.json': '{' }), /cannot be read/],
    [manifest([whole], { kinds: { documents: 5 } }), /manifest is broken/],
    [manifest([whole], { kinds: {} }), /manifest is broken/],
    [manifest([whole], { kinds: { documents: 1, passwords: 1 } }), /manifest is broken/],
    [manifest([{ ...whole, path: '../../etc/passwd' }]), /manifest is broken/],
    [manifest([{ ...whole, path: 'tools/00001.jsonl' }]), /manifest is broken/],
    [manifest([whole, whole]), /manifest is broken/],
    [manifest([{ ...whole, bytes: 1e12 }]), /manifest is broken/],
    [manifest([{ ...whole, records: -1 }]), /manifest is broken/],
  ];
  for (const [file, words] of cases) {
    await expect(openBackup(blobSource(file)), String(words)).rejects.toMatchObject(refused(words));
  }
});

test('rejects a part that is altered, too large, or without records when it is read', async () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}\n`;
  const bomb = '0'.repeat(3_000_000);
  const cases: [string, BackupPart, RegExp][] = [
    ['2\n', await part('1\n'), /was altered/],
    ['1', await part('1'), /cannot be read/],
    ['{"a":\n', await part('{"a":\n'), /cannot be read/],
    ['1\n2\n', await part('1\n2\n'), /a different number of records/],
    [deep, await part(deep), /cannot be read/],
    [bomb, await part(bomb, { bytes: 100 }), /is missing, although its list includes it/],
  ];
  for (const [text, one, words] of cases) {
    const file = forged({ 'perilune-backup.json': manifestOf([one]), [one.path]: text });
    const { manifest, read } = await openBackup(blobSource(file));
    await expect(read(manifest.parts[0]!), String(words)).rejects.toMatchObject(refused(words));
  }
});

test('stops an entry that unpacks to more than the directory says', async () => {
  const one = await part('x'.repeat(100), { bytes: 100 });
  const zip = zipSync({
    'perilune-backup.json': new TextEncoder().encode(manifestOf([one])),
    [one.path]: new Uint8Array(5_000_000),
  });
  // The size of the second entry, in its directory line.
  const list = Buffer.from(zip.buffer).lastIndexOf(one.path) - 46;
  new DataView(zip.buffer).setUint32(list + 24, 100, true);
  const { manifest, read } = await openBackup(blobSource(new Blob([zip.slice()])));
  await expect(read(manifest.parts[0]!)).rejects.toMatchObject(refused(/larger than it says/));
});

test('rejects an entry that is listed but missing', async () => {
  const file = forged({ 'perilune-backup.json': manifestOf([await part('1\n')]) });
  const { manifest, read } = await openBackup(blobSource(file));
  await expect(read(manifest.parts[0]!)).rejects.toMatchObject(refused(/is missing, although/));
});

test('rejects a ZIP bomb by its directory, and unpacks no more than that says', async () => {
  const zeros = new Uint8Array(3_000_000);
  const withSize = (bytes: number): Promise<BackupPart> => part('', { bytes });
  const opened = async (bytes: number, listed = zeros.length) => {
    const manifest = {
      ...ABOUT,
      format: 'perilune-backup',
      version: 1,
      kinds: { documents: 1 },
      parts: [await withSize(bytes)],
    };
    const zip = zipSync({
      'perilune-backup.json': new TextEncoder().encode(JSON.stringify(manifest)),
      'documents/00001.jsonl': zeros,
    });
    const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
    for (let at = 0; at < zip.length - 4; at++) {
      if (view.getUint32(at, true) === zeros.length) view.setUint32(at, listed, true);
    }
    const backup = await openBackup(blobSource(new Blob([zip.slice()])));
    return backup.read(backup.manifest.parts[0]!);
  };
  const refused = { code: 'bad_request' };
  await expect(opened(300_000_000, 300_000_000)).rejects.toMatchObject(refused);
  await expect(opened(1000)).rejects.toMatchObject(refused);
  await expect(opened(1000, 1000)).rejects.toThrow(/larger than it says/);
});
