// A shared file: encrypted with a separate key, its name included.
import { withoutHidden } from '../../base/visible-text.ts';
import { isObject } from '../../base/json.ts';
import { Failure } from '../../core/errors.ts';
import { newIdentity, open, recipientOf, seal } from '../../storage/age-files.ts';
import { sha256OfBytes } from '../../tools/formats/import-limits.ts';
import { PACK_LIMITS } from '../../tools/formats/library-pack.ts';
import type { SharedFile } from './link.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes of the first line, and of all. A library pack is the largest file that is shared. */
const FIRST_LINE = 4096;
const MOST = PACK_LIMITS.total + FIRST_LINE;
/** Encrypted: incompressible content grows a little. */
export const LARGEST = MOST + Math.ceil(MOST / 64);
const NEWLINE = 10;

export interface SealedFile extends Omit<SharedFile, 'url'> {
  bytes: Bytes;
}

/** @throws Failure `too_large` */
export async function sealFile({ name, bytes }: { name: string; bytes: Bytes }): Promise<SealedFile> {
  const head = new TextEncoder().encode(`${JSON.stringify({ format: 1, name })}\n`);
  if (bytes.length > PACK_LIMITS.total || head.length > FIRST_LINE) {
    throw new Failure('too_large', 'The file is too large for a link. Choose fewer documents.');
  }
  const whole = new Uint8Array(head.length + bytes.length);
  whole.set(head);
  whole.set(bytes, head.length);
  const key = await newIdentity();
  const sealed = await seal(whole, [await recipientOf(key)]);
  return { bytes: sealed, key, hash: await sha256OfBytes(sealed) };
}

/** @param most limit of unpacked bytes @throws Failure that says what is wrong; nothing was imported */
export async function openFile(
  sealed: Uint8Array,
  { key, hash }: Omit<SharedFile, 'url'>,
  most = MOST,
): Promise<File> {
  if ((await sha256OfBytes(sealed)) !== hash) {
    throw new Failure(
      'denied',
      'The file is not the one that the link was made for. It was replaced or changed. Ask for a new link.',
    );
  }
  const { plain } = await open(sealed, [key], most).catch(() => Promise.reject(unreadable()));
  const end = plain.subarray(0, FIRST_LINE).indexOf(NEWLINE);
  if (end < 0) throw unreadable();
  let head: unknown;
  try {
    head = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain.subarray(0, end)));
  } catch {
    throw unreadable();
  }
  const { format, name } = isObject(head) ? head : {};
  if (typeof format === 'number' && format > 1) throw newer();
  if (format !== 1 || typeof name !== 'string') throw unreadable();
  const last = withoutHidden(name.split(/[\\/]/).at(-1) ?? '').slice(0, 200);
  return new File([plain.subarray(end + 1)], last || 'file');
}

export function newer(): Failure {
  return new Failure(
    'conflict',
    'A newer version of Perilune made this link. Update Perilune, then open it again.',
  );
}

function unreadable(): Failure {
  return new Failure('bad_request', 'The link does not open this file. Ask for a new link.');
}
