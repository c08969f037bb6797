// Arguments on one line.
import { describe, expect, it } from 'vitest';
import { shortArguments } from './short-arguments.ts';

describe('shortArguments', () => {
  it('names each argument before its value', () => {
    expect(shortArguments({ query: 'backup', limit: 3, strict: true })).toBe(
      'query "backup", limit 3, strict true',
    );
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
