// German verbs in two parts.
import { expect, test } from 'vitest';
import { joinedVerbs, otherVerbForm } from './separable-verbs.ts';

test('joins the parts of a verb', () => {
  expect(joinedVerbs('Wer holt den Müll ab?')).toBe('Wer abholen den Müll?');
  expect(joinedVerbs('Wann fängt das Konzert an?')).toBe('Wann anfängen das Konzert?');
  expect(joinedVerbs('Wo ist der Ausgang zu?')).toBe('Wo ist der Ausgang zu?');
  expect(joinedVerbs('What can I put on?')).toBe('What can I put on?');
});

test('knows infinitive and participle of one verb', () => {
  expect(otherVerbForm('abhol')).toBe('abgeholt');
  expect(otherVerbForm('abgeholt')).toBe('abhol');
  expect(otherVerbForm('müll')).toBeUndefined();
});
