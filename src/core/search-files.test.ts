// Searches files for plain text, line by line: skipped files, and limits.
import { expect, it } from 'vitest';
import { searchFiles } from './search-files.ts';

const OPEN = new AbortController().signal;

/** A size makes a file larger than its text. */
function search(texts: Record<string, string | undefined>, words: string, signal = OPEN, size = 0) {
  const facts = Object.entries(texts).map(([path, text = '']) => ({
    path,
    size: size || text.length,
    modified: '',
  }));
  return searchFiles(facts, words, async (path) => texts[path], signal);
}

it('ignores case, and returns path, line number and line', async () => {
  const found = await search({ 'b.txt': 'x\nThe Moon\n', 'a/c.txt': 'moonlight' }, 'MOON');
  expect(found).toEqual([
    { path: 'a/c.txt', line: 1, text: 'moonlight' },
    { path: 'b.txt', line: 2, text: 'The Moon' },
  ]);
});

it('takes the text literally, and shows the match in a long line', async () => {
  const long = `${'x'.repeat(1000)}(a+)+$${'y'.repeat(1000)}`;
  const [match] = await search({ a: long }, '(a+)+$');
  expect(match?.text).toContain('(a+)+$');
  expect(match?.text.length).toBeLessThanOrEqual(240);
});

it('skips binary and large files, and ends after 200 matches', async () => {
  const found = await search({ binary: undefined, many: 'moon\n'.repeat(500) }, 'moon');
  expect(new Set(found.map(({ path }) => path))).toEqual(new Set(['many']));
  expect(found).toHaveLength(200);
  expect(await search({ huge: 'moon' }, 'moon', OPEN, 1024 * 1024 + 1)).toEqual([]);
});

it('refuses an empty text, and stops with the run', async () => {
  await expect(search({ a: 'x' }, ' ')).rejects.toMatchObject({ code: 'bad_request' });
  await expect(search({ a: 'x' }, 'x', AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
