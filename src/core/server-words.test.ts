// What is quoted of a server's refusal.
import { expect, it } from 'vitest';
import { quotedWords } from './server-words.ts';

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
  expect(quotedWords(JSON.parse(`${'{"error":'.repeat(50_000)}"deep"${'}'.repeat(50_000)}`), [])).toBe(
    ' It said: “deep”',
  );
});
