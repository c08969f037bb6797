// The file name a document came from.
import { expect, it } from 'vitest';
import { fileNameOf } from './file-name-of.ts';

it.each([
  ['kestrel.pdf', 'The Kestrel probe', 'kestrel.pdf'],
  ['in/gpj\u202e.pdf', 'Bill', 'gpj.pdf'],
  ['docs/api/index.md', 'Reference', 'index.md'],
  ['notes.txt', 'notes.txt', undefined],
  ['note-1', 'Heron 1', undefined],
  ['3.14', 'Pi', undefined],
  ['01a20064-a107-7027-9c57-22d0b4afe84a', 'Backups', undefined],
  ['https://example.com/a.html', 'A page', undefined],
])('%s, called “%s”: %s', (source_id, title, name) => {
  expect(fileNameOf({ source: 'files', source_id, title })).toBe(name);
});

it('is undefined for documents with an address and for the guide', () => {
  const page = { source_id: 'a.html', title: 'A' };
  expect(fileNameOf({ ...page, source: 'web', source_url: 'https://example.com' })).toBeUndefined();
  expect(fileNameOf({ ...page, source: 'guide' })).toBeUndefined();
});
