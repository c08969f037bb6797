// SECURITY.md tells no tales: every test it names is there, and every attack of the catalogue has a test or an owner.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('SECURITY.md', root), 'utf8');

/** `path › title` or `path › title › title`, in backticks. */
const REFERENCE = /`([\w./-]+\.(?:test|spec)\.ts) › ([^`]+)`/g;
const TITLE = /\b(?:it|test|describe)[\w.]*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** The title of a table of cases comes after the table. */
const TITLE_OF_CASES = /\)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,\s*(?:async\s*)?\(/g;

/** Tests carry the numbers of the attacks that they make, in brackets; a name is the same without them. */
const NUMBERS = / \([A-K]\d+[^)]*\)/g;
const plain = (title: string): string => title.replaceAll(NUMBERS, '');

const LAST = { A: 18, B: 36, C: 46, D: 56, E: 60, F: 70, G: 75, H: 81, I: 90, J: 100, K: 105 };
/** Parts that are not built yet, as the catalogue names them. */
const OWNERS = ['the agent', 'import and export', 'the library', 'the widget', 'the app shell'];

function titlesOf(path: string): Set<string> {
  const source = readFileSync(new URL(path, root), 'utf8');
  return new Set(
    [...source.matchAll(TITLE), ...source.matchAll(TITLE_OF_CASES)].map((match) =>
      plain((match[2] ?? '').replaceAll(/\\(['"`])/g, '$1')),
    ),
  );
}

function missing(reference: RegExpMatchArray): string[] {
  const [whole, path = '', names = ''] = reference;
  if (!existsSync(new URL(path, root))) return [`${whole}: no such file`];
  const titles = titlesOf(path);
  return names
    .split(' › ')
    .filter((name) => !titles.has(plain(name)))
    .map((name) => `${path}: no test "${name}"`);
}

const references = [...text.matchAll(REFERENCE)];
const rows = [...text.matchAll(/^\| ([A-K])(\d+) +\|([^|]+)\|(.+)\|$/gm)].map(
  ([, group = '', number, attack = '', proof = '']) => ({ group, number: Number(number), attack, proof }),
);

describe('SECURITY.md', () => {
  it('names only tests that exist', () => {
    expect(references.length).toBeGreaterThan(100);
    expect(references.flatMap(missing)).toEqual([]);
  });

  it('would be told of a test that does not', () => {
    const [wrong] = [...'`src/security.test.ts › is not here`'.matchAll(REFERENCE)];
    expect(wrong && missing(wrong)).toEqual(['src/security.test.ts: no test "is not here"']);
  });

  it('has each attack of the catalogue once, in order', () => {
    const groups = Object.entries(LAST);
    const expected = Array.from({ length: LAST.K }, (_, index) => {
      const [group] = groups.find(([, last]) => index < last) ?? [];
      return `${group}${index + 1}`;
    });
    expect(rows.map(({ group, number }) => `${group}${number}`)).toEqual(expected);
  });

  it('has a test or an owner for each, and says what it is', () => {
    const open = rows.filter(({ attack, proof }) => {
      const later = /Later: ([^.]+)\./.exec(proof)?.[1];
      const owned = later === undefined ? [...proof.matchAll(REFERENCE)].length > 0 : OWNERS.includes(later);
      return !owned || attack.trim() === '';
    });
    expect(open).toEqual([]);
  });

  it('names a test, or a limit of the promise, in each line of what a tool can and cannot do', () => {
    const [, promises = ''] = /## What a tool can and cannot do\n([\s\S]*?)\n## /.exec(text) ?? [];
    const lines = promises.split('\n').filter((line) => line.startsWith('- '));
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.filter((line) => [...line.matchAll(REFERENCE)].length === 0)).toEqual([]);
  });
});
