// The link to a shared file: its fragment holds the address of the file, the key that opens it, and its digest. Pure.
import { fromBase64Url, toBase64Url } from '../../base/base64-url.ts';
import { isInstallAddress } from '../../tools/formats/from-url.ts';

export interface SharedFile {
  url: string;
  /** An age X25519 identity. */
  key: string;
  /** SHA-256 of the encrypted file, in lower-case hex. The server can't replace the file unnoticed. */
  hash: string;
}

const VERSION = 1;
/** Characters of the longest code: an address of 2,000 and the rest. */
const LONGEST = 4_000;

/** @param page the address of the app, without its fragment */
export function linkOf({ url, key, hash }: SharedFile, page: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([VERSION, url, key, hash]));
  return `${page}#/library?open=${toBase64Url(bytes)}`;
}

/** @returns undefined if the code is invalid; `newer` if a later version made it */
export function readCode(code: string): SharedFile | 'newer' | undefined {
  if (code.length > LONGEST) return undefined;
  const bytes = fromBase64Url(code);
  if (!bytes) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
  if (!Array.isArray(read)) return undefined;
  const [version, url, key, hash] = read as unknown[];
  if (typeof version === 'number' && version > VERSION) return 'newer';
  const isFine =
    version === VERSION &&
    typeof url === 'string' &&
    isSharedAddress(url) &&
    typeof key === 'string' &&
    /^AGE-SECRET-KEY-1[0-9A-Z]+$/.test(key) &&
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash);
  return isFine ? { url, key, hash } : undefined;
}

/** Rejects addresses that look like another host: `https://cloud.example@other.example`. */
export function isSharedAddress(text: string): boolean {
  if (text.length > 2_000 || !URL.canParse(text)) return false;
  const url = new URL(text);
  return isInstallAddress(url) && url.username === '' && url.password === '';
}
