// The key that seals secrets a second time, under a passphrase of its own: the passphrase of sync opens no secret.
import { fromBase64, toBase64 } from '../../base/base64.ts';
import { isObject } from '../../base/json.ts';
import { Failure } from '../../core/errors.ts';
import type { OpenVault } from '../../storage/open-vault.ts';
import { newIdentity } from '../../storage/age-files.ts';
import { openKeys, sealKeys } from './log/with-passphrase.ts';

const NAME = 'sync:seal';
export const SHORTEST_SEAL = 10;
/** Characters of a sealed key; one has some 400. */
const LONGEST = 4000;

/**
 * `closed`: another device has set the passphrase, and it was not entered here. `locked`: the vault is, so nothing is
 * known.
 */
export type SealState = 'none' | 'closed' | 'open' | 'locked';

type SealVault = Pick<OpenVault, 'get' | 'set' | 'remove' | 'status' | 'onChange'>;

interface Kept {
  /** As all devices have it: Base64 of an age file encrypted with the passphrase. */
  sealed: string;
  /** What is in it: an age identity. Absent while it is closed. */
  identity?: string;
  /** The identity before it: what was sealed with it is no change of a person here. */
  earlier?: string;
}

export class SecretSeal {
  readonly #vault: SealVault;
  /** Known until the vault changes: each reading of the vault puts off its lock. */
  #known: Promise<SealState> | undefined;

  constructor(vault: SealVault) {
    this.#vault = vault;
    vault.onChange(() => (this.#known = undefined));
  }

  async state(): Promise<SealState> {
    if ((await this.#vault.status()).locked) return 'locked';
    this.#known ??= this.#read().catch((error: unknown) => {
      this.#known = undefined;
      throw error;
    });
    return this.#known;
  }

  async sealed(): Promise<string | undefined> {
    return (await this.#kept())?.sealed;
  }

  async identity(): Promise<string | undefined> {
    return (await this.#kept())?.identity;
  }

  async earlier(): Promise<string | undefined> {
    return (await this.#kept())?.earlier;
  }

  /** Takes the key of another device; it stays closed until its passphrase is entered. */
  async accept(sealed: unknown): Promise<void> {
    if (typeof sealed !== 'string' || sealed.length > LONGEST || !/^[A-Za-z0-9+/]+=*$/.test(sealed)) return;
    const kept = await this.#kept();
    if (sealed === kept?.sealed) return;
    const earlier = kept?.identity ?? kept?.earlier;
    await this.#keep({ sealed, ...(earlier !== undefined && { earlier }) });
  }

  /** @throws Failure `denied` when the passphrase is wrong: then nothing was changed */
  async open(passphrase: string): Promise<void> {
    const { sealed, earlier } = (await this.#kept()) ?? { sealed: '' };
    const plain = await openKeys(fromBase64(sealed), passphrase).catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'denied' ? error : damaged();
    });
    const identity = readIdentity(plain);
    await this.#keep({ sealed, identity, ...(earlier !== undefined && { earlier }) });
  }

  /**
   * Makes a new key. Other devices ask for its passphrase.
   * @param other the passphrase of sync, which it must differ from
   * @throws Failure `bad_request` that says what is wrong with the passphrase
   */
  async create(passphrase: string, other: string | undefined, work?: number): Promise<void> {
    if (passphrase.length < SHORTEST_SEAL) {
      throw new Failure('bad_request', `Use a passphrase of at least ${SHORTEST_SEAL} characters.`);
    }
    if (passphrase.normalize('NFKC') === other?.normalize('NFKC')) {
      throw new Failure('bad_request', 'Choose a passphrase other than your sync passphrase.');
    }
    const identity = await newIdentity();
    const plain = new TextEncoder().encode(JSON.stringify({ format: 1, identity }));
    await this.#keep({ sealed: toBase64(await sealKeys(plain, passphrase, work)), identity });
  }

  forget(): Promise<void> {
    return this.#vault.remove(NAME);
  }

  async #read(): Promise<SealState> {
    const kept = await this.#kept();
    if (!kept) return 'none';
    return kept.identity === undefined ? 'closed' : 'open';
  }

  async #kept(): Promise<Kept | undefined> {
    const text = await this.#vault.get(NAME);
    return text === undefined ? undefined : (JSON.parse(text) as Kept);
  }

  #keep(kept: Kept): Promise<void> {
    return this.#vault.set(NAME, JSON.stringify(kept));
  }
}

function readIdentity(plain: Uint8Array): string {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder().decode(plain));
  } catch {
    throw damaged();
  }
  const { format, identity } = isObject(read) ? read : {};
  if (typeof format === 'number' && format > 1) {
    throw new Failure(
      'conflict',
      'A newer version of Perilune encrypted these secrets. Update Perilune on this device.',
    );
  }
  if (typeof identity !== 'string' || !/^AGE-SECRET-KEY-1[0-9A-Z]+$/.test(identity)) throw damaged();
  return identity;
}

function damaged(): Failure {
  return new Failure('bad_request', 'The key for your secrets is damaged. Choose a new passphrase for them.');
}
