// A passage's embedding is found by its text and its sections, and by nothing else.
import { expect, it } from 'vitest';
import { embeddingText, passageHash } from './passage-hash.ts';

it('gives equal texts equal hashes, and a hundred thousand different ones distinct hashes', () => {
  const seen = new Set<string>();
  for (let i = 0; i < 100_000; i++) seen.add(passageHash(`passage ${i}`).join());
  expect(seen.size).toBe(100_000);
  expect(passageHash('passage 7')).toEqual(passageHash('passage 7'));
});

it('consists of two 32-bit numbers, each of which alone distinguishes nearly all texts', () => {
  const low = new Set<number>();
  const high = new Set<number>();
  for (let i = 0; i < 20_000; i++) {
    const [a, b] = passageHash(`${i % 7}${'x'.repeat(i % 11)} ${i}`);
    expect(a).toBeGreaterThanOrEqual(0);
    expect(b).toBeLessThanOrEqual(0xffffffff);
    low.add(a);
    high.add(b);
  }
  expect(low.size).toBeGreaterThan(19_990);
  expect(high.size).toBeGreaterThan(19_990);
});

it('puts title and sections before the text, each once', () => {
  expect(embeddingText({ title: 'Backup', heading: ['Backup', 'Live'], text: 'Copy it.' })).toBe(
    'Backup: Live: Copy it.',
  );
  expect(embeddingText({ title: '', heading: [], text: 'Copy it.' })).toBe('Copy it.');
});
