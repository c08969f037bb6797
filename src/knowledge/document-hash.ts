// Tells whether two documents are the same: by their content, and where it comes from.
import { sha256Hex } from '../base/digest.ts';

/** Hashes an item's content together with its source. */
export async function hashOf(source: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const text = typeof content === 'string' ? content : await sha256Hex(content);
  return sha256Hex(`${source}\0${text}`);
}
