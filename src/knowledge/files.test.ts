// Drops and file fields: folders walked, hidden things left out, what cannot be read named.
import { expect, test } from 'vitest';
import { filesFromDrop, filesFromList, pathOf } from './files.ts';

type Tree = { [name: string]: Tree | File | Error };

/** A dropped entry, as the browser gives it: children in portions of two. */
function entry(name: string, node: Tree | File | Error, parent = ''): FileSystemEntry {
  const fullPath = `${parent}/${name}`;
  const isFile = node instanceof File || (node instanceof Error && name.includes('.'));
  return {
    name,
    fullPath,
    isFile,
    isDirectory: !isFile,
    file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
      node instanceof File ? resolve(node) : reject(node as Error),
    createReader: () => {
      const children =
        node instanceof Error ? [] : Object.entries(node as Tree).map(([n, c]) => entry(n, c, fullPath));
      return {
        readEntries: (resolve: (entries: FileSystemEntry[]) => void, reject: (error: Error) => void) =>
          node instanceof Error ? reject(node) : resolve(children.splice(0, 2)),
      };
    },
  } as unknown as FileSystemEntry;
}

function drop(...entries: FileSystemEntry[]): DataTransfer {
  const items = entries.map((each) => ({
    kind: 'file',
    webkitGetAsEntry: () => each,
    getAsFile: () => null,
  }));
  return { items, files: [] } as unknown as DataTransfer;
}

const md = (name: string): File => new File(['text'], name);

test('a dropped folder is walked to the end, and every file knows its path', async () => {
  const tree = {
    'b.md': md('b.md'),
    'a.md': md('a.md'),
    sub: { deep: { 'c.md': md('c.md') } },
    'd.md': md('d.md'),
    empty: {},
  };
  const { files, skipped } = await filesFromDrop(
    drop(entry('docs', tree), entry('single.md', md('single.md'))),
  );
  expect(files.map(pathOf)).toEqual([
    'docs/a.md',
    'docs/b.md',
    'docs/d.md',
    'docs/sub/deep/c.md',
    'single.md',
  ]);
  expect(skipped).toEqual([]);
});

test('hidden folders are named once, hidden files and what systems leave are not worth a word', async () => {
  const tree = {
    '.git': { config: md('config') },
    '.DS_Store': md('.DS_Store'),
    'Thumbs.db': md('Thumbs.db'),
    'a.md': md('a.md'),
  };
  const { files, skipped } = await filesFromDrop(drop(entry('project', tree)));
  expect(files.map(pathOf)).toEqual(['project/a.md']);
  expect(skipped).toEqual([{ name: 'project/.git', reason: 'hidden folders are left out' }]);
});

test('a file or folder that cannot be read is named, and the rest goes on', async () => {
  const tree = { 'a.md': new Error('no'), locked: new Error('no'), 'z.md': md('z.md') };
  const { files, skipped } = await filesFromDrop(drop(entry('docs', tree)));
  expect(files.map(pathOf)).toEqual(['docs/z.md']);
  expect(skipped).toEqual([
    { name: 'docs/a.md', reason: 'the file could not be read: the browser was refused access' },
    { name: 'docs/locked', reason: 'the folder could not be read: the browser was refused access' },
  ]);
});

test('the items of a drop are taken before anything is awaited', async () => {
  const transfer = drop(entry('a.md', md('a.md')), entry('b.md', md('b.md')));
  const dropped = filesFromDrop(transfer);
  (transfer.items as unknown as unknown[]).length = 0;
  expect((await dropped).files).toHaveLength(2);
});

test('files without entries, pasted or from a script, are taken as they are', async () => {
  const file = md('a.md');
  const items = [{ kind: 'string' }, { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }];
  expect((await filesFromDrop({ items, files: [] } as unknown as DataTransfer)).files).toEqual([file]);
  expect((await filesFromDrop({ items: [], files: [file] } as unknown as DataTransfer)).files).toEqual([
    file,
  ]);
});

test('a chosen folder leaves hidden folders out; single files are taken whatever their name', () => {
  const inFolder = (path: string): File =>
    Object.defineProperty(md(path.split('/').at(-1)!), 'webkitRelativePath', { value: path });
  const { files, skipped } = filesFromList([
    inFolder('docs/a.md'),
    inFolder('docs/.git/x'),
    inFolder('docs/.git/y'),
    md('.notes'),
  ]);
  expect(files.map(pathOf)).toEqual(['docs/a.md', '.notes']);
  expect(skipped).toEqual([{ name: 'docs/.git', reason: 'hidden folders are left out' }]);
});
