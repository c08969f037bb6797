// Hostile and unlucky project folders: paths and links that lead outside, names, sizes, binary files, lost permission,
// and files that change on disk meanwhile.
import { describe, expect, it } from 'vitest';
import type { FileHandle, FolderHandle } from '../../core/local-link.ts';
import { mapFolder } from './map-folder.ts';
import { ProjectFiles } from './project-files.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function project(texts: Record<string, string> = {}, over: Partial<FolderHandle> = {}) {
  const disk = new Map(Object.entries(texts).map(([path, text]) => [path, bytes(text)]));
  const root = { ...mapFolder('site', disk, async () => undefined), ...over };
  const textAt = (path: string) => disk.has(path) && new TextDecoder().decode(disk.get(path));
  return { disk, textAt, files: new ProjectFiles('site', root) };
}

/** Proposes and approves. */
async function write({ files }: { files: ProjectFiles }, path: string, text: string | undefined) {
  const change = await files.propose(path, text, 'fs.write');
  await files.change(path, text, 'fs.write');
  return change;
}

const OUTSIDE = ['../secret', '/etc/passwd', 'a/../../b', 'C:\\x', '\\\\server\\x', 'a\\..\\..\\b'];

it.each(OUTSIDE)('refuses the path %s in every operation', async (path) => {
  const { files, disk } = project({ a: '1' });
  for (const attempt of [
    files.read(path),
    files.propose(path, 'x', 'fs.write'),
    files.change(path, 'x', 'fs.write'),
  ]) {
    await expect(attempt).rejects.toMatchObject({ code: 'denied' });
  }
  expect([...disk.keys()]).toEqual(['a']);
});

it('refuses a link that leads out of the folder, for reading and for writing', async () => {
  for (const place of [null, ['elsewhere', 'passwd']]) {
    const { files, textAt } = project({ link: 'inside' }, { resolve: async () => place });
    await expect(files.read('link')).rejects.toMatchObject({
      code: 'denied',
      message: expect.stringContaining('leads outside the folder site'),
    });
    await expect(files.propose('link', 'x', 'fs.write')).rejects.toMatchObject({ code: 'denied' });
    expect(textAt('link')).toBe('inside');
  }
});

it.each([
  ...['.git/hooks/pre-commit', 'sub/.git/config', '.GIT/config', '.git./config', '.git /config'],
  ...['GIT~1/config', '.g\u200cit/config', '.git::$INDEX_ALLOCATION/config'],
])('never changes %s', async (path) => {
  const made = project({ [path]: 'x' });
  await expect(made.files.propose(path, 'rm -rf', 'fs.write')).rejects.toMatchObject({ code: 'denied' });
  await expect(made.files.propose(path, undefined, 'fs.delete')).rejects.toMatchObject({ code: 'denied' });
  expect(made.textAt(path)).toBe('x');
});

it('lists texts, and leaves out names that no path can have', async () => {
  const { files } = project({
    'src/a.js': 'abc',
    '.env': '',
    '.git/HEAD': 'x',
    'node_modules/x/i.js': 'x',
    'bad\u0007name': 'x',
    'back\\slash': 'x',
  });
  const { files: all, left } = await files.list();
  expect(all.map(({ path, size }) => [path, size])).toEqual([
    ['.env', 0],
    ['src/a.js', 3],
  ]);
  expect(left).toBe(2);
});

it('refuses a folder with more files than anyone writes', async () => {
  const many = Object.fromEntries(Array.from({ length: 5001 }, (_, n) => [`f${n}`, '']));
  await expect(project(many).files.list()).rejects.toMatchObject({ code: 'too_large' });
});

it('reads no huge file, and no binary file as text', async () => {
  const handle = {
    kind: 'file',
    name: 'huge',
    getFile: async () => ({ size: 11 * 1024 * 1024, lastModified: 0 }),
  };
  const { files, disk } = project({}, { getFileHandle: async () => handle as unknown as FileHandle });
  await expect(files.read('huge')).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('10 MiB'),
  });
  const other = project();
  other.disk.set('logo.png', new Uint8Array([137, 80, 0, 255]));
  await expect(other.files.readText('logo.png', 'fs.read')).rejects.toMatchObject({
    code: 'bad_request',
    message: expect.stringContaining('binary file of 4 bytes'),
  });
  await expect(other.files.propose('logo.png', 'text', 'fs.write')).rejects.toMatchObject({
    code: 'bad_request',
  });
  expect(disk.size).toBe(0);
});

describe('a change', () => {
  it('is shown as a diff, and made', async () => {
    const made = project({ 'a.txt': 'one\ntwo\n' });
    const change = await write(made, 'a.txt', 'one\n2\n');
    expect(change).toMatchObject({ folder: 'site', what: 'changed' });
    expect(change.diff).toContain('-two\n+2');
    expect(made.textAt('a.txt')).toBe('one\n2\n');
    expect((await write(made, 'new/b.txt', 'b')).what).toBe('added');
    expect((await write(made, 'a.txt', undefined)).what).toBe('removed');
    expect([...made.disk.keys()]).toEqual(['new/b.txt']);
  });

  it('needs to be shown first, each time', async () => {
    const made = project({ 'a.txt': 'one' });
    await expect(made.files.change('a.txt', 'x', 'fs.write')).rejects.toMatchObject({ code: 'denied' });
    await write(made, 'a.txt', 'two');
    await expect(made.files.change('a.txt', 'x', 'fs.write')).rejects.toMatchObject({ code: 'denied' });
    expect(made.textAt('a.txt')).toBe('two');
  });

  it.each([
    ['changed', (disk: Map<string, Uint8Array>) => disk.set('a.txt', bytes('theirs'))],
    ['deleted', (disk: Map<string, Uint8Array>) => disk.delete('a.txt')],
    ['made binary', (disk: Map<string, Uint8Array>) => disk.set('a.txt', new Uint8Array([0, 1]))],
  ])('is not made to a file that was %s while the person decided', async (_, meanwhile) => {
    const { files, disk } = project({ 'a.txt': 'one' });
    await files.propose('a.txt', 'mine', 'fs.write');
    meanwhile(disk);
    const before = disk.get('a.txt');
    await expect(files.change('a.txt', 'mine', 'fs.write')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('changed on disk since the change was shown'),
    });
    expect(disk.get('a.txt')).toBe(before);
  });

  it('does not overwrite a file that was made while the person decided', async () => {
    const { files, disk, textAt } = project();
    await files.propose('new.txt', 'mine', 'fs.write');
    disk.set('new.txt', bytes('theirs'));
    await expect(files.change('new.txt', 'mine', 'fs.write')).rejects.toMatchObject({ code: 'conflict' });
    expect(textAt('new.txt')).toBe('theirs');
  });

  it('is refused if the file changed on disk since it was read, until it is read again', async () => {
    const { files, disk } = project({ 'a.txt': 'one' });
    await files.read('a.txt');
    disk.set('a.txt', bytes('a longer text of theirs'));
    for (const _ of [1, 2]) {
      await expect(files.propose('a.txt', 'mine', 'fs.write')).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('Read it again'),
      });
    }
    await files.read('a.txt');
    expect((await files.propose('a.txt', 'mine', 'fs.write')).diff).toContain('-a longer text of theirs');
  });

  it('is not made from an older text than the one that was shown last', async () => {
    const { files, disk, textAt } = project({ 'a.txt': 'one' });
    await files.propose('a.txt', 'first', 'fs.write');
    disk.set('a.txt', bytes('theirs'));
    await files.read('a.txt');
    await files.propose('a.txt', 'second', 'fs.write');
    // The person approves the first question, whose diff did not show “theirs”.
    await expect(files.change('a.txt', 'first', 'fs.write')).rejects.toMatchObject({ code: 'conflict' });
    expect(textAt('a.txt')).toBe('theirs');
    await files.change('a.txt', 'second', 'fs.write');
    expect(textAt('a.txt')).toBe('second');
  });

  it('says how to get a lost permission back', async () => {
    let state: 'granted' | 'prompt' = 'granted';
    const { files, textAt } = project({ 'a.txt': 'one' }, { queryPermission: async () => state });
    await files.propose('a.txt', 'two', 'fs.write');
    state = 'prompt';
    for (const attempt of [files.change('a.txt', 'two', 'fs.write'), files.read('a.txt'), files.list()]) {
      await expect(attempt).rejects.toMatchObject({
        code: 'denied',
        message: expect.stringContaining('Reconnect'),
      });
    }
    expect(textAt('a.txt')).toBe('one');
  });

  it('reports a missing folder and a failed write', async () => {
    const gone = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    const lost = project(
      {},
      { getFileHandle: gone, values: () => ({ [Symbol.asyncIterator]: () => ({ next: gone }) }) },
    );
    await expect(lost.files.read('a')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('was moved or deleted'),
    });
    const refused = new ProjectFiles(
      'site',
      mapFolder('site', new Map(), () => Promise.reject(new DOMException('disk full', 'QuotaExceededError'))),
    );
    await refused.propose('a', 'x', 'fs.write');
    await expect(refused.change('a', 'x', 'fs.write')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('disk full'),
    });
    expect(await refused.read('a')).toBeUndefined();
  });

  it('refuses names that the system does not allow, and folders in the place of files', async () => {
    const bad = project({}, { getFileHandle: () => Promise.reject(new TypeError('Name is not allowed')) });
    await expect(bad.files.read('CON')).rejects.toMatchObject({ code: 'bad_request' });
    await expect(project({ 'a/b': '1' }).files.read('a')).rejects.toMatchObject({ code: 'bad_request' });
    await expect(project({ a: '1' }).files.read('a/b')).rejects.toMatchObject({ code: 'bad_request' });
  });
});
