// Names of the keys of model connections in the vault, and the origin that each belongs to. Pure.
import { DEFAULT_CONNECTION } from '../core/settings.ts';

/** Returns the vault's name for the key of a connection. */
export function keyName(connection: string): string {
  return connection === DEFAULT_CONNECTION ? 'model-key' : `model-key:${connection}`;
}

const KEPT = 'model-key-kept:';

/** Returns the vault's name for the key of a disconnected endpoint, by origin. */
export function keptKeyName(origin: string): string {
  return `${KEPT}${origin}`;
}

export const KEPT_KEYS = KEPT;

/** Returns undefined for an invalid address: then no key belongs to it. */
export function originOf(address = ''): string | undefined {
  return URL.canParse(address.trim()) ? new URL(address.trim()).origin : undefined;
}
