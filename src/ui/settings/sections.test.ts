// Finding a setting by partial memory.
import { expect, it } from 'vitest';
import { allGroups, findSections } from './sections.ts';

const load = (): Promise<never> => Promise.reject(new Error('not loaded here'));
const groups = allGroups([
  { id: 'device', label: 'Models on this device', settings: ['Download a model'], after: 'models', load },
  { id: 'agents', label: 'Agents', settings: [], after: 'models', load },
]);
const found = (typed: string): [string, string[]][] =>
  findSections(groups, typed).flatMap(({ found }) =>
    found.map(({ section, settings }): [string, string[]] => [section.id, settings]),
  );

it('lists every section once, those of features behind the section they name', () => {
  const ids = groups.flatMap(({ sections }) => sections.map(({ id }) => id));
  expect(ids.slice(0, 4)).toEqual(['models', 'agents', 'device', 'profiles']);
  expect(new Set(ids).size).toBe(ids.length);
  expect(found('  ')).toEqual(ids.map((id) => [id, []]));
});

it('finds a setting by any of its words, and names it', () => {
  expect(found('BACKUP')).toEqual([['storage', ['Backup', 'Restore a backup']]]);
  expect(found('pass')).toEqual([['secrets', ['Passphrase']]]);
  expect(found('download')).toEqual([['device', ['Download a model']]]);
});

it('finds a section by its name without listing all its settings', () => {
  expect(found('secrets')).toEqual([['secrets', []]]);
});

it('leaves out groups without a match', () => {
  expect(findSections(groups, 'backup').map(({ label }) => label)).toEqual(['App']);
});

it('finds nothing for an unknown word', () => {
  expect(found('zzz')).toEqual([]);
});
