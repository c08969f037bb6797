// Typed text is text, never syntax: hyphens, versions, emoji, signs.
import { expect, it, test } from 'vitest';
import { KeywordIndex } from './keyword-index.ts';
import { matchesIn } from './matches.ts';
import { buildSegment } from './segment.ts';

function found(texts: string[], query: string): string[] {
  const index = new KeywordIndex();
  index.add(
    buildSegment(texts.map((text, i) => ({ document: `${i}`, index: 0, text, heading: [], title: '' }))),
  );
  return index.search(query, { limit: 10 }).map(({ document }) => texts[Number(document)]!);
}

test('keyword search treats hyphenated terms as user text', () => {
  const texts = ['a time-series database', 'time flies', 'a series of posts', 'built-in non-blocking I/O'];
  expect(found(texts, 'time-series')[0]).toBe(texts[0]);
  expect(found(texts, 'time series')[0]).toBe(texts[0]);
  expect(found(texts, 'non-blocking')).toEqual([texts[3]]);
  expect(found(texts, '-blocking')).toEqual([texts[3]]);
  expect(found(texts, 'time -series')).toContain(texts[2]);
  for (const query of [
    '--',
    '-',
    'a - b',
    'NOT time',
    'time AND NOT',
    '(time',
    'time*',
    '"time',
    'text:time',
    'time^2',
  ])
    expect(() => found(texts, query)).not.toThrow();
});

test.each([
  ['1.2.3', 'released as v1.2.3 today'],
  ['v1.2.3', 'released as 1.2.3 today'],
  ['V1.2.3', 'since 1.2.3-beta.1 only'],
  ['1.2.3-beta.1', 'the tag v1.2.3-beta.1'],
  ['1.2.3', 'the file app-1.2.3.zip of v1.2.3_final'],
])('ranks version %s first for “%s”', (query, text) => {
  expect(found([text, 'released as v1.2.4 today', 'chapters 1, 2 and 3'], query)[0]).toBe(text);
});

test.each(['🚀', '❤️', '❤', '👩‍🚀', '🇩🇪', '👍🏽', '👍', '✅'])('finds an emoji on its own: %s', (emoji) => {
  const texts = ['We 🚀 soon', 'I ❤️ it', 'an 👩‍🚀 she', 'from 🇩🇪 to 🇫🇷', '👍 fine', '✅ done', 'plain'];
  const hits = found(texts, emoji);
  expect(hits[0]).toContain(emoji.replace(/[\u{1f3fb}-\u{1f3ff}]|\ufe0f/gu, ''));
  expect(hits).not.toContain('plain');
});

it('marks an emoji, and a flag as a whole', () => {
  const text = 'from 🇩🇪 to 🇫🇷 ✅';
  const marked = matchesIn(text, '🇫🇷 ✅').map(({ start, end }) => text.slice(start, end));
  expect(marked).toEqual(['🇫🇷', '✅']);
});
