// Encryption of files that leave the device: age files (https://age-encryption.org/v1), compressed first.
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';

type Bytes = Uint8Array<ArrayBuffer>;

/** The file was written with other keys, is incomplete, or was changed. */
export class NotReadable extends Error {}

export function newIdentity(): Promise<string> {
  return generateX25519Identity();
}

export function recipientOf(identity: string): Promise<string> {
  return identityToRecipient(identity);
}

export async function seal(bytes: Uint8Array<ArrayBuffer>, recipients: readonly string[]): Promise<Bytes> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return asBytes(await encrypter.encrypt(await packed(bytes, 'gzip')));
}

/**
 * @param identities tried in turn
 * @param most unpacked bytes
 * @returns the content, and which of the identities opened it
 * @throws NotReadable when it was written with other keys, is incomplete, was changed or is too large
 */
export async function open(
  sealed: Uint8Array,
  identities: readonly string[],
  most: number,
): Promise<{ plain: Bytes; key: number }> {
  for (const [key, identity] of identities.entries()) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    try {
      return { plain: await unpacked(asBytes(await decrypter.decrypt(sealed)), most), key };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!message.startsWith(OTHER_KEY) || key === identities.length - 1) throw new NotReadable(message);
    }
  }
  throw new NotReadable('no key');
}

/** How the library begins to say that the file is for another key. */
export const OTHER_KEY = 'no identity matched';

function asBytes(bytes: Uint8Array): Bytes {
  return bytes as Bytes;
}

async function packed(bytes: Bytes, format: 'gzip'): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unpacked(bytes: Bytes, most: number): Promise<Bytes> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of stream as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    size += piece.length;
    if (size > most) throw new Error('too large');
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
