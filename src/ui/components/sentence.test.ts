// Messages as sentences: a capital first where the word is plain, and a full stop last.
import { expect, it } from 'vitest';
import { sentence } from './sentence.ts';

it('starts with a capital and ends with a full stop', () => {
  expect(sentence('the file is empty')).toBe('The file is empty.');
  expect(sentence("parameter 'x' has an unknown type 'money'")).toBe(
    "Parameter 'x' has an unknown type 'money'.",
  );
});

it('leaves names and finished sentences alone', () => {
  expect(sentence("greet:5: attempt to index a nil value (local 't')")).toMatch(/^greet:5: .*\)\.$/);
  expect(sentence('word_count took longer than 30 seconds')).toBe('word_count took longer than 30 seconds.');
  expect(sentence('Which one?')).toBe('Which one?');
  expect(sentence('')).toBe('');
});
