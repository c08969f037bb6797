// Files that a passphrase opens: the keys of a workspace, and of its secrets.
import { Decrypter, Encrypter } from 'age-encryption';
import { Failure } from '../../../core/errors.ts';
import { NotReadable, OTHER_KEY } from '../../../storage/age-files.ts';

/** Keys of a workspace, newest first: it writes with the first, and reads with all. */
export interface Keys {
  /** Age X25519 identities. */
  identities: readonly string[];
  /** Base64: names blobs, so that the storage can't recognise known content. */
  naming: string;
}

/** 2^18, about a second. Lower only in tests. */
export const SCRYPT_WORK = 18;

/** A later version of Perilune wrote the file. */
export class NewerFormat extends NotReadable {}

export async function sealWithPassphrase(
  bytes: Uint8Array<ArrayBuffer>,
  passphrase: string,
  work = SCRYPT_WORK,
): Promise<Bytes> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(work);
  encrypter.setPassphrase(passphrase.normalize('NFKC'));
  return asBytes(await encrypter.encrypt(bytes));
}

/** @throws Failure `denied` for a wrong passphrase */
export async function openWithPassphrase(sealed: Uint8Array, passphrase: string): Promise<Bytes> {
  const work = /\n-> scrypt \S+ (\d+)\n/.exec(new TextDecoder().decode(sealed.subarray(0, 200)))?.[1];
  // More would need a gigabyte of memory and more.
  if (Number(work) > SCRYPT_WORK) throw damaged();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase.normalize('NFKC'));
  try {
    return asBytes(await decrypter.decrypt(sealed));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(OTHER_KEY)) {
      throw new Failure('denied', 'The passphrase is wrong. Nothing was changed.');
    }
    throw damaged();
  }
}

function damaged(): Failure {
  return new Failure(
    'bad_request',
    'The key file in the storage is damaged. Nothing was changed. Restore the file "header" from a backup of the storage.',
  );
}

type Bytes = Uint8Array<ArrayBuffer>;

function asBytes(bytes: Uint8Array): Bytes {
  return bytes as Bytes;
}
