// Labels for storage and backups: counts, sizes, dates, and the result of a restore.
import { expect, test } from 'vitest';
import { backupName, bytesText, contentsText, itemsText, restoredText } from './storage-labels.ts';

test('states the count and size of each kind, and only the count of secrets', () => {
  const use = { items: 1, bytes: 3 * 1024 * 1024, estimated: true };
  expect(itemsText({ ...use, kind: 'documents' })).toBe('1 document');
  expect(bytesText({ ...use, kind: 'documents' })).toBe('about 3.0 MB');
  expect(bytesText({ ...use, kind: 'runs', estimated: false, bytes: 0 })).toBe('0 B');
  expect([itemsText({ ...use, kind: 'secrets' }), bytesText({ ...use, kind: 'secrets' })]).toEqual([
    '1 secret',
    '',
  ]);
  expect(itemsText({ ...use, kind: 'index' })).toBe('');
});

test('states when and by what a backup was made, and whether it is readable by anyone', () => {
  const contents = { app: '0.1.0', createdAt: 'never', kinds: {}, size: 2048, unpacked: 0, encrypted: false };
  expect(contentsText(contents)).toBe('Created at an unknown time by Perilune 0.1.0: 2.0 KB, not encrypted.');
  expect(contentsText({ ...contents, createdAt: '2026-05-01T10:00:00Z', encrypted: true })).toMatch(
    /^Created on May 1, 2026 .* encrypted\.$/,
  );
  expect(backupName(new Date('2026-05-01T10:00:00Z'))).toBe('perilune-2026-05-01.backup');
});

test('states what a restore added, replaced and kept, leaving out what is zero', () => {
  const kinds = [
    { kind: 'documents' as const, added: 1, replaced: 0, kept: 0 },
    { kind: 'runs' as const, added: 1000, replaced: 2, kept: 3 },
  ];
  expect(restoredText(kinds)).toBe('1,001 items restored, 2 replaced, 3 kept unchanged.');
  expect(restoredText(kinds.slice(0, 1))).toBe('1 item restored.');
  const same = { kind: 'documents' as const, added: 0, replaced: 0, kept: 3 };
  expect(restoredText([same])).toBe('Nothing was restored: all of it is already here.');
});
