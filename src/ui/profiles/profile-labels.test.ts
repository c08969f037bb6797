// How a profile's limits are told.
import { expect, it } from 'vitest';
import { profileFacts } from './profile-labels.ts';

it('tells what narrows it, and that nothing does', () => {
  expect(profileFacts({ kind: 'text' })).toBe('Instructions · all tools · all sources');
  const model = { connection: 'default', model: 'big' };
  expect(profileFacts({ kind: 'lua', tools: [], sources: ['a'], model, imported: true })).toBe(
    'A script · no tools · 1 source · big · from a file',
  );
});
