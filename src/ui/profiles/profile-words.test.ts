// How a profile's limits are told, and read from what a person types.
import { expect, it } from 'vitest';
import { namesIn, profileFacts } from './profile-words.ts';

it('tells what narrows it, and that nothing does', () => {
  expect(profileFacts({ kind: 'text' })).toBe('Instructions · all tools · all sources');
  const model = { connection: 'default', model: 'big' };
  expect(profileFacts({ kind: 'lua', tools: [], sources: ['a'], model })).toBe(
    'A script · no tools · 1 source · big',
  );
});

it('reads names in lines or with commas, each once', () => {
  expect(namesIn(' search, get\nsearch\n\n')).toEqual(['search', 'get']);
  expect(namesIn(' ')).toEqual([]);
});
