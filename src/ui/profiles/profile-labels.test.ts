// The description of a profile's limits.
import { expect, it } from 'vitest';
import { profileFacts } from './profile-labels.ts';

it('lists its limits, or says that there are none', () => {
  expect(profileFacts({ kind: 'text' })).toBe('Instructions · all tools · all sources');
  const model = { connection: 'default', model: 'big' };
  expect(profileFacts({ kind: 'lua', tools: [], sources: ['a'], model, imported: true })).toBe(
    'A script · no tools · 1 source · big · from a file',
  );
});
