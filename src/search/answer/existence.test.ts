// Which thing a question asks for.
import { expect, test } from 'vitest';
import { askedThing } from './existence.ts';

test.each([
  ['Is there a swimming pool?', 'swimming pool'],
  ['Is there a discount for siblings?', 'discount'],
  ['Are there any lockers near the hall?', 'lockers'],
  ['Does the old school have a lift?', 'lift'],
  ['Do you offer yoga?', 'yoga'],
  ['Has the flat got a balcony?', 'balcony'],
  ['Gibt es einen Aufzug im Haus?', 'aufzug'],
  ['Can I bring a dog?', ''],
  ['Do I have to pay?', ''],
])('%s → %s', (question, thing) => {
  expect(askedThing(question).join(' ')).toBe(thing);
});
