// Opens this device's part of the workspace with the keys in the vault.
import type { App } from '../../apps/web/app.ts';
import { Failure } from '../../core/errors.ts';
import { Replica } from './engine/replica.ts';
import { readWorkspace } from './log/files.ts';
import { storeOf, withSecret, type Place } from './places.ts';
import type { AppRecords } from './records/app-records.ts';
import { stopped, type StateTable } from './state-table.ts';
import { KEYS, PASSWORD } from './sync-config.ts';
import { fetchFor } from './way.ts';

/** @throws Failure that says what to do */
export async function openReplica(
  app: App,
  place: Place,
  { local, states }: { local: AppRecords; states: StateTable },
): Promise<Replica> {
  const keys = await app.vault.get(KEYS);
  if (keys === undefined) {
    throw new Failure('denied', 'The sync keys are missing from this device. Disconnect, then join again.');
  }
  const workspace = readWorkspace(JSON.parse(keys));
  if (!workspace) throw new Failure('denied', 'The sync keys are damaged. Disconnect, then join again.');
  const secret = (await app.vault.get(PASSWORD)) ?? '';
  const store = storeOf(withSecret(place, secret), fetchFor(app));
  if ((await states.load()) === undefined) throw stopped();
  return Replica.open({ store, local, files: local.files, states, workspace, now: () => Date.now() });
}
