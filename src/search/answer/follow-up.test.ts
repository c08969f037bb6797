// Follow-up questions in full.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completed } from './follow-up.ts';

test.each([
  [['What does shipping to Norway cost?'], 'and to Ireland?', 'What does shipping to Ireland cost?'],
  [
    ['What does shipping to Norway cost?'],
    'What about New Zealand?',
    'What does shipping to New Zealand cost?',
  ],
  [['How do I install it on Linux?'], 'And on Windows?', 'How do I install it on Windows?'],
  [['How long is the warranty on the boots?'], 'and on jackets?', 'How long is the warranty on jackets?'],
  [
    ['Was kostet ein Paket nach Bonn für Kinder?'],
    'und für Erwachsene?',
    'Was kostet ein Paket nach Bonn für Erwachsene?',
  ],
  [
    ['What does shipping to Norway cost?', 'and to Ireland?'],
    'how long does it take?',
    'What does shipping to Ireland cost? how long does it take?',
  ],
])('after %j “%s” asks “%s”', (previous, question, full) => {
  expect(completed(question, previous).full).toBe(full);
});

test('leaves a self-contained question alone', () => {
  const question = 'How many vacation days do I get?';
  expect(completed(question, ['What does shipping to Norway cost?'])).toEqual({ question });
});

test('never fails, and stays short', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 8 }), fc.string(), (previous, question) => {
      const { full = '' } = completed(question, previous);
      const length = previous.join(' ').length + question.length + 10;
      expect(full.length).toBeLessThanOrEqual(length);
    }),
  );
});
