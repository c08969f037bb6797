// Drops and file fields: folders are walked, hidden files left out, unreadable ones reported.
import { expect, test } from 'vitest';
import { filesFromDrop, filesFromList, pathOf } from './files.ts';

type Tree = { [name: string]: Tree | File | Error };

/** A dropped entry as in the browser: children in portions of two. */
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

test('walks a dropped folder to the end, and records the path of every file', async () => {
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

test('reports hidden folders once, and ignores hidden and system files', async () => {
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

test('reports an unreadable file or folder, and continues with the rest', async () => {
  const tree = { 'a.md': new Error('no'), locked: new Error('no'), 'z.md': md('z.md') };
  const { files, skipped } = await filesFromDrop(drop(entry('docs', tree)));
  expect(files.map(pathOf)).toEqual(['docs/z.md']);
  expect(skipped).toEqual([
    { name: 'docs/a.md', reason: 'the file could not be read: the browser was refused access' },
    { name: 'docs/locked', reason: 'the folder could not be read: the browser was refused access' },
  ]);
});

test('takes the items of a drop before it awaits anything', async () => {
  const transfer = drop(entry('a.md', md('a.md')), entry('b.md', md('b.md')));
  const dropped = filesFromDrop(transfer);
  (transfer.items as unknown as unknown[]).length = 0;
  expect((await dropped).files).toHaveLength(2);
});

test('accepts files without entries, pasted or from a script', async () => {
  const file = md('a.md');
  const items = [{ kind: 'string' }, { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }];
  expect((await filesFromDrop({ items, files: [] } as unknown as DataTransfer)).files).toEqual([file]);
  expect((await filesFromDrop({ items: [], files: [file] } as unknown as DataTransfer)).files).toEqual([
    file,
  ]);
});

test('leaves hidden folders out of a chosen folder, and accepts single files with any name', () => {
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
