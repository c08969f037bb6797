// The storages that a person can choose: what is kept of each in the settings, and the store it opens. Passwords and
// secret keys are kept in the vault.
import { FolderStore } from './stores/folder.ts';
import type { S3Address } from './stores/s3-address.ts';
import { S3Store, testS3 } from './stores/s3.ts';
import type { SyncStore } from './stores/store.ts';
import { testWebDav, WebDavStore, type WebDavAddress } from './stores/webdav.ts';

/** As chosen, with its secret. */
export type ChosenPlace =
  | { kind: 'webdav'; address: WebDavAddress }
  | { kind: 's3'; address: S3Address }
  | { kind: 'folder'; handle: FileSystemDirectoryHandle };

/** A storage that another device can reach by its address. */
export type RemotePlace = Exclude<ChosenPlace, { kind: 'folder' }>;

/** As kept, without its secret. */
export type Place =
  | ({ kind: 'webdav' } & Omit<WebDavAddress, 'password'>)
  | ({ kind: 's3' } & Omit<S3Address, 'secret'>)
  | { kind: 'folder'; handle: FileSystemDirectoryHandle };

export function placeOf(chosen: ChosenPlace): Place {
  if (chosen.kind === 'folder') return chosen;
  if (chosen.kind === 's3') {
    const { secret: _, ...address } = chosen.address;
    return { kind: 's3', ...address };
  }
  const { password: _, ...address } = chosen.address;
  return { kind: 'webdav', ...address };
}

export function withSecret(place: Place, secret: string): ChosenPlace {
  if (place.kind === 'folder') return place;
  const { kind, ...address } = place;
  return kind === 's3'
    ? { kind, address: { ...(address as Omit<S3Address, 'secret'>), secret } }
    : { kind, address: { ...(address as Omit<WebDavAddress, 'password'>), password: secret } };
}

export function secretOf(chosen: ChosenPlace): string | undefined {
  if (chosen.kind === 'folder') return undefined;
  return chosen.kind === 's3' ? chosen.address.secret : chosen.address.password;
}

export function storeOf(chosen: ChosenPlace, fetch: typeof globalThis.fetch): SyncStore {
  if (chosen.kind === 'folder') return new FolderStore(chosen.handle);
  return chosen.kind === 's3'
    ? new S3Store(chosen.address, { fetch })
    : new WebDavStore(chosen.address, { fetch });
}

/** Checks that a storage can be used. @returns it, with what it needs @throws Failure that says what to do */
export async function testPlace(chosen: ChosenPlace, fetch: typeof globalThis.fetch): Promise<ChosenPlace> {
  if (chosen.kind === 's3') return { kind: 's3', address: await testS3(chosen.address, { fetch }) };
  if (chosen.kind === 'webdav')
    return { kind: 'webdav', address: await testWebDav(chosen.address, { fetch }) };
  await new FolderStore(chosen.handle).list('');
  return chosen;
}

interface Permitted {
  requestPermission?(options: { mode: 'readwrite' }): Promise<PermissionState>;
}

/** Asks for a folder again, which the browser forgets. Asks the person, so it must be called from a press. */
export async function askAgain(place: Place | undefined): Promise<void> {
  if (place?.kind === 'folder') await (place.handle as Permitted).requestPermission?.({ mode: 'readwrite' });
}

/** What a person calls it. */
export function placeName(place: Place): string {
  if (place.kind === 'folder') return place.handle.name;
  return place.kind === 's3' ? `${place.bucket} (${new URL(place.endpoint).host})` : new URL(place.url).host;
}
