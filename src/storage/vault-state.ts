// How the vault's key is kept, as recorded in the `settings` store: on this device, or behind a passphrase.
import { isObject } from '../base/json.ts';
import type { PassphraseLock } from './database.ts';

/** A non-extractable CryptoKey. Absent while there is a passphrase. */
export const DEVICE_KEY = 'vault-key';
export const KEEPING = 'vault-keeping';
export const IDLE_MINUTES = 'vault-idle-minutes';
export const DEFAULT_IDLE_MINUTES = 15;
/** One day. */
export const MAX_IDLE_MINUTES = 1_440;

/** The value of `KEEPING`. */
export interface Keeping {
  /** New with every key, so that a tab notices when its key is no longer in use. */
  generation: string;
  lock?: PassphraseLock;
}

export interface VaultState extends Keeping {
  deviceKey: CryptoKey | undefined;
  idleMinutes: number;
}

interface Settings {
  get(key: string): Promise<{ value: unknown } | undefined>;
}

/** Reads it within the caller's transaction. */
export async function readState(settings: Settings): Promise<VaultState> {
  const [keeping, key, minutes] = (
    await Promise.all([KEEPING, DEVICE_KEY, IDLE_MINUTES].map((name) => settings.get(name)))
  ).map((entry) => entry?.value);
  return {
    ...(isKeeping(keeping) ? keeping : { generation: '' }),
    deviceKey: key instanceof CryptoKey ? key : undefined,
    idleMinutes: isIdleMinutes(minutes) ? minutes : DEFAULT_IDLE_MINUTES,
  };
}

/** Returns false when the key is another, or is kept in another way. */
export function isSameKey(one: VaultState, other: VaultState): boolean {
  return (
    one.generation === other.generation &&
    (one.lock === undefined) === (other.lock === undefined) &&
    (one.deviceKey === undefined) === (other.deviceKey === undefined)
  );
}

export function isIdleMinutes(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_IDLE_MINUTES;
}

function isKeeping(value: unknown): value is Keeping {
  return isObject(value) && typeof value['generation'] === 'string';
}
