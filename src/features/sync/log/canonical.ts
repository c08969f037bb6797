// Canonical JSON and digests: equal values have equal texts, on every device.
import type { Json } from '../../../base/json.ts';

const encoder = new TextEncoder();

/** JSON with sorted keys and without absent fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const fields = Object.entries(part).filter(([, field]) => field !== undefined);
    return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Hex SHA-256. */
export async function sha256(data: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** The first 128 bits identify a value. */
export async function digestOf(value: Json): Promise<string> {
  return (await sha256(canonical(value))).slice(0, 32);
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Random id of a device or workspace: 64 bits in hex. */
export function randomId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(8)));
}
