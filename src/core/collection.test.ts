// Colours of collections.
import { expect, it } from 'vitest';
import { COLLECTION_COLOURS, freeColour } from './collection.ts';

it('gives each collection a colour of its own while there are any', () => {
  const all: { colour: (typeof COLLECTION_COLOURS)[number] }[] = [];
  while (all.length < COLLECTION_COLOURS.length - 1) all.push({ colour: freeColour(all) });
  expect(new Set(all.map(({ colour }) => colour)).size).toBe(all.length);
  expect(all).not.toContainEqual({ colour: 'grey' });
  expect(COLLECTION_COLOURS).toContain(freeColour(all));
});

it('takes a colour that became free', () => {
  expect(freeColour([{ colour: 'blue' }, { colour: 'red' }])).toBe('green');
  expect(freeColour([{ colour: 'green' }])).toBe('blue');
});
