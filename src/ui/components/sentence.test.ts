// Messages as sentences: capitalised if the first word is plain, and ending with a full stop.
import { expect, it } from 'vitest';
import { sentence } from './sentence.ts';

it('starts with a capital and ends with a full stop', () => {
  expect(sentence('the file is empty')).toBe('The file is empty.');
  expect(sentence("parameter 'x' has an unknown type 'money'")).toBe(
    "Parameter 'x' has an unknown type 'money'.",
  );
});

it('leaves names and complete sentences alone', () => {
  expect(sentence("greet:5: attempt to index a nil value (local 't')")).toMatch(/^greet:5: .*\)\.$/);
  expect(sentence('word_count took longer than 30 seconds')).toBe('word_count took longer than 30 seconds.');
  expect(sentence('Set a token, such as ${TOKEN}')).toMatch(/\}\.$/);
  expect(sentence('Which one?')).toBe('Which one?');
  expect(sentence('')).toBe('');
});
