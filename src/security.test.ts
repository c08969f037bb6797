// SECURITY.md is true: each promise in it and each known attack names tests that exist.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('SECURITY.md', root), 'utf8');

interface Promised {
  claim: string;
  /** Each `path › title` or `path › title › title`. */
  tests: string[];
}
interface Attack {
  id: string;
  kind: string;
  attack: string;
  tests?: string[];
  /** Why it has no test yet. */
  open?: string;
}
const promises = read<Promised[]>('docs/promises.json');
const attacks = read<Attack[]>('docs/attacks.json');

const TITLE = /\b(?:it|test|describe)[\w.]*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** The title of a table of cases comes after the table. */
const TITLE_OF_CASES = /\)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,\s*(?:async\s*)?\(/g;

/** Tests carry the numbers of the attacks that they make, in brackets; a name is the same without them. */
const NUMBERS = / \([A-L]\d+[^)]*\)/g;
const plain = (title: string): string => title.replaceAll(NUMBERS, '');

/** The number of the last attack of each kind. */
const LAST = { A: 18, B: 36, C: 46, D: 56, E: 60, F: 70, G: 75, H: 81, I: 90, J: 100, K: 105, L: 147 };
/** Known attacks without a test. This list may only get shorter. */
const OPEN = ['I89', 'J99', 'K105'];

/** The sections whose list items are promises. The other lists of SECURITY.md explain. */
const promisedIn = [
  ...(/## How scripts are contained\n([\s\S]*?)\n## Limits/.exec(text)?.[1] ?? '').split('\n'),
  ...(/## Threat model\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '').split('\n'),
]
  .filter((line) => line.startsWith('- '))
  .map((line) => line.slice(2));

describe('SECURITY.md', () => {
  it('has at most 20 KB', () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_480);
  });

  it('promises only what docs/promises.json has tests for', () => {
    expect(promisedIn.length).toBeGreaterThan(90);
    const claims = new Set(promises.map(({ claim }) => claim));
    expect(promisedIn.filter((line) => !claims.has(line))).toEqual([]);
    expect(promises.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  it('contains each promise of docs/promises.json', () => {
    expect(promises.map(({ claim }) => claim).filter((claim) => !text.includes(`- ${claim}`))).toEqual([]);
  });
});

describe('docs/promises.json and docs/attacks.json', () => {
  it('name only tests that exist', () => {
    const named = [...promises, ...attacks].flatMap(({ tests = [] }) => tests);
    expect(named.length).toBeGreaterThan(250);
    expect(named.flatMap(missing)).toEqual([]);
  });

  it('notice a test that does not exist', () => {
    expect(missing('src/security.test.ts › is not here')).toEqual([
      'src/security.test.ts: no test "is not here"',
    ]);
    expect(missing('src/nowhere.test.ts › is not here')).toEqual(['src/nowhere.test.ts: no such file']);
  });

  it('have each attack once, in order', () => {
    const groups = Object.entries(LAST);
    const expected = Array.from({ length: LAST.L }, (_, index) => {
      const [group] = groups.find(([, last]) => index < last) ?? [];
      return `${group}${index + 1}`;
    });
    expect(attacks.map(({ id }) => id)).toEqual(expected);
  });

  it('have a test for each attack, or a reason why there is none yet', () => {
    expect(attacks.filter(({ attack, kind }) => attack === '' || kind === '')).toEqual([]);
    const untested = attacks.filter(({ tests = [] }) => tests.length === 0);
    expect(untested.filter(({ open = '' }) => open === '')).toEqual([]);
    expect(OPEN).toEqual(expect.arrayContaining(untested.map(({ id }) => id)));
  });
});

function read<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, root), 'utf8')) as T;
}

function titlesOf(path: string): Set<string> {
  const source = readFileSync(new URL(path, root), 'utf8');
  return new Set(
    [...source.matchAll(TITLE), ...source.matchAll(TITLE_OF_CASES)].map((match) =>
      plain((match[2] ?? '').replaceAll(/\\(['"`])/g, '$1')),
    ),
  );
}

/** What is wrong with a reference `path › title › title`; nothing, if all of it exists. */
function missing(reference: string): string[] {
  const [path = '', ...names] = reference.split(' › ');
  if (names.length === 0) return [`${reference}: no title`];
  if (!existsSync(new URL(path, root))) return [`${path}: no such file`];
  const titles = titlesOf(path);
  return names.filter((name) => !titles.has(plain(name))).map((name) => `${path}: no test "${name}"`);
}
