// Canonical JSON and digests: equal values have equal texts, on every device.
import { sha256Hex, toHex } from '../../../base/digest.ts';
import type { Json } from '../../../base/json.ts';

/** JSON with sorted keys and without absent fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const fields = Object.entries(part).filter(([, field]) => field !== undefined);
    return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** The first 128 bits identify a value. */
export async function digestOf(value: Json): Promise<string> {
  return (await sha256Hex(canonical(value))).slice(0, 32);
}

/** Random id of a device or workspace: 64 bits in hex. */
export function randomId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(8)));
}
