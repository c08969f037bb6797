// Arguments on one line.
import { describe, expect, it } from 'vitest';
import { shortArguments } from './short-arguments.ts';

describe('shortArguments', () => {
  it('names each argument before its value', () => {
    expect(shortArguments({ query: 'backup', limit: 3, strict: true })).toBe(
      'query "backup", limit 3, strict true',
    );
  });

  it('shows double quotes without escapes, and never lets a text end its own quotes', () => {
    expect(shortArguments({ sql: 'SELECT "country" FROM data' })).toBe(`sql 'SELECT "country" FROM data'`);
    expect(shortArguments({ text: `a", host 'b` })).toBe(`text "a\\", host 'b"`);
  });

  it('stays on one line of reasonable length', () => {
    const short = shortArguments({ text: `line one\nline two ${'x'.repeat(500)}`, other: 'y'.repeat(500) });
    expect(short).not.toContain('\n');
    expect(short.length).toBeLessThanOrEqual(90);
    expect(short.endsWith('…')).toBe(true);
  });

  it('is empty without arguments', () => {
    expect(shortArguments({})).toBe('');
  });
});
