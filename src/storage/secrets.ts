// The secrets that a person entrusts to tools, in the vault, separate from the app's own keys.
//
// - Their names have a prefix in the vault, so that no name in a config reaches the key of the model or any other.
// - Hosts are stored beside the encrypted value and authenticated with it.
import { Failure } from '../core/errors.ts';
import { canonicalHost } from '../core/hosts.ts';
import {
  SECRET_MAX_LENGTH,
  SECRET_MIN_LENGTH,
  SECRET_NAME,
  type Secret,
  type SecretInfo,
} from '../core/secrets.ts';
import type { Vault } from './vault.ts';

const PREFIX = 'secret:';
export class SecretTable {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Sorted by name. Works while the vault is locked. */
  async list(): Promise<SecretInfo[]> {
    const all = await this.#vault.list(PREFIX);
    return all.map(({ name, hosts }) => ({ name: name.slice(PREFIX.length), hosts: hosts ?? [] }));
  }

  /**
   * Stores a new value with the only hosts it may be sent to (none: every host granted to the tool).
   * @throws Failure `bad_request` that says what is wrong with the name, the value or a host; `unavailable` while
   *   locked
   */
  async set(name: string, value: string, hosts: readonly string[] = []): Promise<void> {
    checkName(name);
    checkValue(value);
    await this.#vault.set(PREFIX + name, value, [...new Set(hosts.map(toHost))]);
  }

  /**
   * Stores the value with which its issuer replaced a secret; its hosts stay.
   * @returns false when the stored secret is another one by now, or can't be read
   */
  async renew({ name, value: before, hosts }: Secret, value: string): Promise<boolean> {
    const [stored] = await this.reveal([name]).catch(() => []);
    if (stored?.value !== before || stored.hosts.join() !== hosts.join()) return false;
    await this.set(name, value, stored.hosts);
    return true;
  }

  /** Works while the vault is locked. */
  async remove(name: string): Promise<void> {
    await this.#vault.remove(PREFIX + name);
  }

  /**
   * Returns those of the named secrets that exist, with their values: for a run, never for the screen.
   * @throws Failure `unavailable` when one of them exists and the vault is locked, or when one can't be read
   */
  async reveal(names: readonly string[]): Promise<Secret[]> {
    const wanted = [...new Set(names)].filter((name) => SECRET_NAME.test(name));
    try {
      const opened = await this.#vault.open(wanted.map((name) => PREFIX + name));
      return opened.map(({ name, hosts, value }) => ({
        name: name.slice(PREFIX.length),
        value,
        hosts: hosts ?? [],
      }));
    } catch (error) {
      throw error instanceof Failure ? named(error) : error;
    }
  }

  /** Notifies of every change, including locking and unlocking. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    return this.#vault.onChange(listener);
  }
}

/** Names the unreadable secret. */
function named(failure: Failure): Failure {
  const stored = (failure.details as { name?: unknown } | undefined)?.name;
  if (typeof stored !== 'string') return failure;
  const name = stored.slice(PREFIX.length);
  return new Failure(
    failure.code,
    `The secret ${name} can no longer be read on this device. Enter it again in Settings.`,
    { name },
  );
}

function checkName(name: string): void {
  if (SECRET_NAME.test(name)) return;
  throw new Failure(
    'bad_request',
    'Use up to 64 letters, digits and underscores for the name, not starting with a digit, such as API_TOKEN.',
  );
}

function checkValue(value: string): void {
  if (value.length < SECRET_MIN_LENGTH) {
    throw new Failure(
      'bad_request',
      `A secret needs at least ${SECRET_MIN_LENGTH} characters. A shorter one cannot be redacted from results.`,
    );
  }
  if (value.trim() === '') throw new Failure('bad_request', 'A secret cannot consist only of spaces.');
  if (value.length > SECRET_MAX_LENGTH) {
    throw new Failure(
      'bad_request',
      `A secret can have at most ${SECRET_MAX_LENGTH.toLocaleString('en')} characters; this one has ${value.length.toLocaleString('en')}.`,
    );
  }
}

function toHost(given: string): string {
  const host = canonicalHost(given);
  if (host !== undefined) return host;
  throw new Failure(
    'bad_request',
    `${JSON.stringify(given)} is not a host. Use a form like api.example.com or localhost:8080, without a path.`,
  );
}
