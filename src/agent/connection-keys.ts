// Where the keys of model connections are kept, and to which origin each belongs. Pure.
import { DEFAULT_CONNECTION } from '../core/settings.ts';

/** The name under which the vault keeps the key of a connection. */
export function keyName(connection: string): string {
  return connection === DEFAULT_CONNECTION ? 'model-key' : `model-key:${connection}`;
}

/** Undefined for what is no address: then no key belongs to it. */
export function originOf(address = ''): string | undefined {
  return URL.canParse(address.trim()) ? new URL(address.trim()).origin : undefined;
}
