// Parts of change logs and lists of authors, which only answer questions about changes; and parts of references.
import { expect, test } from 'vitest';
import { inRecord, inReference } from './records.ts';

test('recognises change logs, release notes and lists of authors as records', () => {
  expect(inRecord('How do I rotate a key?', 'Change Log', ['Change Log', 'Bug fixes'])).toBe(1);
  expect(inRecord('How do I rotate a key?', 'Notes', ['Notes', 'Version 1.1.10 (2019-05-16)'])).toBe(1);
  expect(inRecord('How do I rotate a key?', 'Keys', ['Keys', 'Release notes for 2.0'])).toBe(1);
  expect(inRecord('How do I rotate a key?', 'Keys', ['Keys', 'Breaking change in v6.0.0'])).toBe(1);
  expect(inRecord('How do I rotate a key?', 'Keys', ['Keys', 'Removed: the old keys'])).toBe(1);
  expect(inRecord('How do I rotate a key?', 'Keys', ['Keys', 'Added keys'])).toBe(0);
  expect(inRecord('How do I rotate a key?', 'Authors', [])).toBe(1);
});

test('recognises no other page as a record, and searches everywhere for a question about changes', () => {
  expect(inRecord('How do I rotate a key?', 'Changing a key', ['Changing a key'])).toBe(0);
  expect(inRecord('How do I rotate a key?', 'Release a lock', ['Newsletter settings'])).toBe(0);
  expect(inRecord('What changed in 2.0?', 'Change Log', ['Version 2.0'])).toBe(0);
  expect(inRecord('Who wrote the importer?', 'Authors', [])).toBe(0);
});

test('recognises a reference', () => {
  expect(inReference('How do I print a label?', 'API', ['API', 'Utilities'])).toBe(1);
  expect(inReference('How do I print a label?', 'Printing', ['print_label(text=None, size=(1, 2))'])).toBe(1);
  expect(inReference('How do I print a label?', '55.4. Streaming Print Protocol', [])).toBe(1);
  expect(inReference('How do I print a label?', 'Printing labels', ['Printing labels (advanced)'])).toBe(0);
  expect(inReference('How do I call the function print_label?', 'API', [])).toBe(0);
});

test('recognises a guide for moving to another version', () => {
  expect(inRecord('How do I ignore a folder?', 'Migrating to v7.0.0', [])).toBe(0.6);
  expect(inRecord('How do I ignore a folder?', 'Kiln 3 migration guide', [])).toBe(0.6);
  expect(inRecord('How do I migrate a folder?', 'Migrating to v7.0.0', [])).toBe(0);
  expect(inRecord('How do I upgrade to version 7?', 'Upgrade guide', [])).toBe(0);
  expect(inRecord('How do I ignore a folder?', 'Where birds migrate in autumn', [])).toBe(0);
});
