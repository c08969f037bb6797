// Lists of links into pages are tables of contents; other lists are not.
import { expect, test } from 'vitest';
import { isNavigation, navigationIn } from './navigation.ts';
import { piecesOf } from './structure.ts';

const isAll = (text: string): boolean => piecesOf(text, true).every((piece) => isNavigation(text, piece));

test('recognises a table of contents, nested or numbered, with code in its links', () => {
  expect(isAll('- [Install](#install)\n- [Options](#options)\n  - [Required `--port`](#required-port)')).toBe(
    true,
  );
  expect(
    isAll('1. [Syntax](ch5.html#syntax)\n2. [Fields](ch5.html#fields)\n3. [Values](ch5.html#values)'),
  ).toBe(true);
  expect(isAll('- [open(path[, options])](#open)\n- [close()](#close)\n- [read()](#read)')).toBe(true);
});

test('rejects a list that describes its links, or that links to other pages', () => {
  expect(isAll('- [Redis](#redis): in memory\n- [Files](#files): on disk\n- [S3](#s3): elsewhere')).toBe(
    false,
  );
  expect(isAll('- [Redis](redis.md)\n- [Files](files.md)\n- [S3](s3.md)')).toBe(false);
  expect(isAll('- One\n- Two\n- Three')).toBe(false);
  expect(isAll('Read [this](#this) first.')).toBe(false);
});

test('recognises a list of the sections below it', () => {
  const text = 'Jump to the configuration for your system:\n\n- Windows\n- macOS\n- Linux';
  const pieces = piecesOf(text, true);
  expect([...navigationIn(text, pieces, ['Windows', 'Linux'])]).toEqual(pieces);
  expect(navigationIn(text, pieces, ['Chambers']).size).toBe(0);
  const systems = 'It runs on:\n\n- Windows\n- macOS\n- Linux';
  expect(navigationIn(systems, piecesOf(systems, true), ['Windows']).size).toBe(0);
});
