// The link that adds a device: its fragment holds the address, the password and the passphrase. Pure.
import { fromBase64, toBase64 } from '../../base/base64.ts';
import { isObject } from '../../base/json.ts';
import type { WebDavAddress } from './stores/webdav.ts';

export interface Invitation {
  place: Pick<WebDavAddress, 'url' | 'user' | 'password'>;
  passphrase: string;
}

/** @param page the address of the app, without its fragment */
export function linkOf({ place, passphrase }: Invitation, page: string): string {
  const { url, user, password } = place;
  const bytes = new TextEncoder().encode(JSON.stringify([url, user, password, passphrase]));
  const code = toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${page}#/settings/sync?join=${code}`;
}

/** @returns undefined for anything but such a link's code */
export function readInvitation(code: string): Invitation | undefined {
  try {
    const bytes = fromBase64(code.replaceAll('-', '+').replaceAll('_', '/'));
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isObject(read) || !Array.isArray(read) || read.length !== 4) return undefined;
    if (!read.every((one) => typeof one === 'string' && one.length < 2000)) return undefined;
    const [url, user, password, passphrase] = read as [string, string, string, string];
    return URL.canParse(url) ? { place: { url, user, password }, passphrase } : undefined;
  } catch {
    return undefined;
  }
}
