// What is quoted of a server's refusal, and when to ask again.
import { expect, it, vi } from 'vitest';
import { quotedWords, retryAfter } from './server-words.ts';

it('quotes the message wherever it is, without secrets and without web pages', () => {
  const said = ' It said: “No model moon”';
  expect(quotedWords({ error: { message: 'No  model moon' } }, [])).toBe(said);
  expect(quotedWords({ detail: 'No model moon' }, [])).toBe(said);
  expect(quotedWords('No model moon', [undefined])).toBe(said);
  expect(quotedWords('The key sk-secret-1234 is unknown', ['sk-secret-1234'])).toBe(
    ' It said: “The key … is unknown”',
  );
  expect(quotedWords('<!doctype html><p>No', [])).toBe('');
  expect(quotedWords({}, [])).toBe('');
});

it('reads both forms of the header', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T10:00:00Z') });
  try {
    expect([null, '3', '0', 'Sun, 01 Mar 2026 10:00:20 GMT', 'soon'].map(retryAfter)).toEqual([
      undefined,
      3,
      0,
      20,
      undefined,
    ]);
  } finally {
    vi.useRealTimers();
  }
});
