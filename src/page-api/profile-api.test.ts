// `window.perilune.profiles` with the real table and file readers.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openProfiles } from '../apps/web/profiles.ts';
import { openDatabase } from '../storage/database.ts';
import { profileApi } from './profile-api.ts';

let databases = 0;

async function api() {
  const database = await openDatabase({ name: `profile-api-${++databases}` });
  const sandbox = { run: () => Promise.reject(new Error('no script is run')) };
  const profiles = openProfiles(database, { sandbox, now: () => '2026-01-01T00:00:00Z' });
  return profileApi(Promise.resolve({ profiles: () => Promise.resolve(profiles) }));
}

it('adds, lists, resolves and removes an agent', async () => {
  const profiles = await api();
  const added = await profiles.add({ name: 'Reviewer', text: 'Review the text.', tools: ['search'] });
  expect(added.profiles).toMatchObject([{ name: 'Reviewer', kind: 'text', tools: ['search'] }]);
  expect((await profiles.list()).map(({ name }) => name)).toEqual(['Reviewer']);
  const agent = { name: 'Reviewer', system: 'Review the text.', messages: [], tools: ['search'] };
  expect(await profiles.resolve('reviewer')).toEqual(agent);
  expect(await profiles.resolve(added.profiles![0]!.id)).toEqual(agent);
  expect(await profiles.remove('Reviewer')).toEqual({ removed: true });
  expect(await profiles.list()).toEqual([]);
});

it('adds the agents of a file', async () => {
  const profiles = await api();
  const text = '[agents.one]\nsystem_prompt = "First."\n[agents.two]\nsystem_prompt = "Second."';
  expect((await profiles.add({ fileName: 'ctx.toml', text })).profiles).toHaveLength(2);
  expect((await profiles.add(new File([text], 'ctx.toml'))).profiles?.map(({ name }) => name)).toEqual([
    'one 2',
    'two 2',
  ]);
});

it('returns failures as data', async () => {
  const profiles = await api();
  const code = async (work: Promise<{ error?: { code: string } | undefined }>) => (await work).error?.code;
  expect(await code(profiles.remove('nobody'))).toBe('not_found');
  expect(await code(profiles.resolve('nobody'))).toBe('not_found');
  expect(await code(profiles.add(undefined as never))).toBe('bad_request');
  expect(await code(profiles.add({ name: '', text: 'x' }))).toBe('bad_request');
  expect(await code(profiles.add({ name: 'a', text: 'x', tools: 'all' as never }))).toBe('bad_request');
  await profiles.add({ name: 'a', text: 'x' });
  expect(await code(profiles.add({ name: 'A', text: 'x' }))).toBe('conflict');
});
