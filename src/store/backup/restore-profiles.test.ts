// Profiles out of a backup: one's own come as they were, a stranger's may call only what it names, and broken ones do not come.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { Profile } from '../../core/profile.ts';
import { openDatabase } from '../database.ts';
import { restoreProfiles } from './restore-profiles.ts';
import type { Restoring, RestoreTx } from './restoring.ts';

const PROFILE: Profile = {
  id: 'p',
  name: 'Reader',
  description: '',
  kind: 'text',
  text: 'Read.',
  model: { connection: 'default' },
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
};

async function restored(record: unknown, trust: boolean) {
  const db = await openDatabase({ name: `profiles-${crypto.randomUUID()}` });
  const notes: string[] = [];
  const tx = db.transaction(['profiles'], 'readwrite') as unknown as RestoreTx;
  const restoring: Restoring = {
    tx,
    replace: false,
    clear: false,
    trust,
    outside: (work) => work,
    note: (sentence) => notes.push(sentence),
  };
  async function* parts() {
    yield [record];
  }
  await restoreProfiles(restoring, parts(), { added: 0, replaced: 0, kept: 0 });
  const kept = await db.getAll('profiles');
  db.close();
  return { kept, notes };
}

it('come back as they were with trust, and without tools that nobody named without', async () => {
  expect((await restored(PROFILE, true)).kept).toEqual([PROFILE]);
  const { kept, notes } = await restored(PROFILE, false);
  const { model: _, ...rest } = PROFILE;
  expect(kept).toEqual([{ ...rest, tools: [] }]);
  expect(notes).toEqual(['Profiles may call no tools yet: read them, then give them theirs.']);
});

it('are refused when they are none', async () => {
  for (const wrong of [{ kind: 'magic' }, { tools: [7] }, { sources: 'all' }, { id: 7 }])
    await expect(restored({ ...PROFILE, ...wrong }, true)).rejects.toMatchObject({ code: 'bad_request' });
});
