// Uploads a shared file to the sync storage, beside the sync files.
import type { App } from '../../apps/web/app.ts';
import { Failure } from '../../core/errors.ts';
import { placeName, storeOf, withSecret, type Place } from './places.ts';
import { sessionOf } from './session.ts';
import { bucketUrl } from './stores/s3-address.ts';
import { PASSWORD } from './sync-config.ts';
import { fetchFor } from './way.ts';

export const SHARED = 'shared';

/** @returns undefined if the storage has no address */
export async function storageName(app: App): Promise<string | undefined> {
  const place = (await sessionOf(app)).config?.place;
  return place && place.kind !== 'folder' ? placeName(place) : undefined;
}

/** @returns its address @throws Failure that says what to do */
export async function putFile(app: App, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const place = (await sessionOf(app)).config?.place;
  const secret = (await app.vault.get(PASSWORD)) ?? '';
  if (!place || place.kind === 'folder') throw new Failure('unavailable', 'Set up sync first.');
  const store = storeOf(withSecret(place, secret), fetchFor(app));
  await store.prepare([SHARED]);
  await store.create(`${SHARED}/${name}`, bytes);
  return `${baseOf(place)}${SHARED}/${name}`;
}

function baseOf(place: Exclude<Place, { kind: 'folder' }>): string {
  if (place.kind === 's3') {
    const { base, prefix } = bucketUrl({ ...place, secret: '' });
    return base + prefix;
  }
  return place.url.endsWith('/') ? place.url : `${place.url}/`;
}
