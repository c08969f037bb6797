// Values sealed with the key of the secrets, which the sync passphrase does not unlock.
import { sha256Hex } from '../../../base/digest.ts';
import { fromBase64, toBase64 } from '../../../base/base64.ts';
import type { Json } from '../../../base/json.ts';
import { isObject } from '../../../base/json.ts';
import { Failure } from '../../../core/errors.ts';
import type { LocalRecord } from '../engine/ports.ts';
import { canonical } from '../log/canonical.ts';
import { open, recipientOf, seal } from '../../../storage/age-files.ts';
import type { SecretSeal } from '../secret-seal.ts';

/** Bytes of a value, unpacked; the longest secret has 16,384 characters. */
const MOST = 256 * 1024;

/** Depends on the key: it reveals nothing about a short secret, and a new key seals every value again. */
export async function markOfPlain(identity: string, plain: object): Promise<string> {
  return (await sha256Hex(`${identity}:${canonical(plain)}`)).slice(0, 32);
}

export async function sealPlain(identity: string, plain: object): Promise<Json> {
  const bytes = new TextEncoder().encode(JSON.stringify({ format: 1, ...plain }));
  return { sealed: toBase64(await seal(bytes, [await recipientOf(identity)])) };
}

/** @returns undefined unless this key sealed the value */
export async function openPlain(
  identity: string,
  value: Json | undefined,
): Promise<Record<string, unknown> | undefined> {
  const sealed = isObject(value) ? value['sealed'] : undefined;
  if (typeof sealed !== 'string') return undefined;
  try {
    const { plain } = await open(fromBase64(sealed), [identity], MOST);
    const read: unknown = JSON.parse(new TextDecoder().decode(plain));
    return isObject(read) && read['format'] === 1 ? read : undefined;
  } catch {
    return undefined;
  }
}

export interface OpenSeal {
  identity: string;
  /** The previous identity. */
  earlier: string | undefined;
}

/** @throws Failure while it is closed; yielding nothing would delete the records on every device */
export async function openedSeal(seal: SecretSeal): Promise<OpenSeal> {
  const identity = await seal.identity();
  if (identity === undefined) {
    throw new Failure(
      'denied',
      'Another device has changed the passphrase of the secrets. Enter it in Settings, Sync.',
    );
  }
  return { identity, earlier: await seal.earlier() };
}

/** A record whose value is sealed when it is sent. Its marks recognize it under the earlier identity, too. */
export async function sealedRecord(
  key: string,
  plain: object,
  { identity, earlier }: OpenSeal,
): Promise<LocalRecord> {
  return {
    key,
    mark: await markOfPlain(identity, plain),
    ...(earlier !== undefined && { was: await markOfPlain(earlier, plain) }),
    read: () => sealPlain(identity, plain),
  };
}
