// Where the keys of model connections are kept, and to which origin each belongs. Pure.
import { DEFAULT_CONNECTION } from '../core/settings.ts';

/** The name under which the vault keeps the key of a connection. */
export function keyName(connection: string): string {
  return connection === DEFAULT_CONNECTION ? 'model-key' : `model-key:${connection}`;
}

const KEPT = 'model-key-kept:';

/** The name under which the vault keeps the key of a disconnected endpoint, by its origin. */
export function keptKeyName(origin: string): string {
  return `${KEPT}${origin}`;
}

export const KEPT_KEYS = KEPT;

/** Undefined for what is no address: then no key belongs to it. */
export function originOf(address = ''): string | undefined {
  return URL.canParse(address.trim()) ? new URL(address.trim()).origin : undefined;
}
