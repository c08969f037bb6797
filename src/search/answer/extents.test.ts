// Questions for a limit or a highest value, and texts that state it.
import { expect, test } from 'vitest';
import { asksHowFar, saysHowFar } from './extents.ts';

test('knows questions for a highest value', () => {
  expect(asksHowFar('How hot does the kiln get?')).toBe(true);
  expect(asksHowFar('How heavy may my suitcase be?')).toBe(true);
  expect(asksHowFar('How old is it?')).toBe(false);
  expect(saysHowFar('It reaches 1,240 °C.')).toBe(true);
  expect(saysHowFar('one piece of up to 23 kg')).toBe(true);
  expect(saysHowFar('Heat it to 60 °C.')).toBe(false);
});
