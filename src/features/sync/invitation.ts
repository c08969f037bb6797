// The link that adds a device: its fragment holds the address and the keys of the storage, and the passphrase. Pure.
import { fromBase64Url, toBase64Url } from '../../base/base64-url.ts';
import type { RemotePlace } from './places.ts';
import { isBucketName } from './stores/s3-address.ts';

export interface Invitation {
  place: RemotePlace;
  passphrase: string;
}

const S3 = 's3';
const MARK = 'join=';
/** Characters of the longest text that may hold a link. */
const LONGEST = 50_000;
/** Texts in a link to a WebDAV folder, and in one to a bucket. */
const TEXTS = { webdav: 4, s3: 9 } as const;

/** @param page the address of the app, without its fragment */
export function linkOf({ place, passphrase }: Invitation, page: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([...textsOf(place), passphrase]));
  return `${page}#/settings/sync?join=${toBase64Url(bytes)}`;
}

function textsOf(place: RemotePlace): string[] {
  if (place.kind === 'webdav') {
    const { url, user, password } = place.address;
    return [url, user, password];
  }
  const { endpoint, bucket, region, folder, style = '', keyId, secret } = place.address;
  return [S3, endpoint, bucket, region, folder, style, keyId, secret];
}

/**
 * Reads what a person pasted or a camera saw: the link, also in other text or broken into lines, or its code alone.
 * @returns undefined when there is none
 */
export function readLink(text: string): Invitation | undefined {
  if (text.length > LONGEST) return undefined;
  const at = text.indexOf(MARK);
  const rest = text.slice(at < 0 ? 0 : at + MARK.length);
  const [, code = ''] = /^\s*([\w-]*)/.exec(rest) ?? [];
  return readInvitation(code) ?? readInvitation(rest.replace(/\s/g, ''));
}

/** @returns undefined for anything but such a link's code */
export function readInvitation(code: string): Invitation | undefined {
  try {
    const bytes = fromBase64Url(code);
    if (!bytes) return undefined;
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!Array.isArray(read) || !read.every((one) => typeof one === 'string' && one.length < 2000)) {
      return undefined;
    }
    const texts = read as string[];
    const place = texts[0] === S3 ? bucketIn(texts) : folderIn(texts);
    return place && { place, passphrase: texts.at(-1)! };
  } catch {
    return undefined;
  }
}

function folderIn(texts: readonly string[]): RemotePlace | undefined {
  const [url = '', user = '', password = ''] = texts;
  const fine = texts.length === TEXTS.webdav && isPlainAddress(url);
  return fine ? { kind: 'webdav', address: { url, user, password } } : undefined;
}

function bucketIn(texts: readonly string[]): RemotePlace | undefined {
  const [, endpoint = '', bucket = '', region = '', folder = '', style = '', keyId = '', secret = ''] = texts;
  // The name is shown before the host, so it must not look like one with more text.
  if (texts.length !== TEXTS.s3 || !isPlainAddress(endpoint) || !isBucketName(bucket)) return undefined;
  const address = { endpoint, bucket, region, folder, keyId, secret };
  if (style === '') return { kind: 's3', address };
  return style === 'path' || style === 'host' ? { kind: 's3', address: { ...address, style } } : undefined;
}

/** A person must be able to tell where the link leads: `https://cloud.example@other.example` looks like another host. */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
