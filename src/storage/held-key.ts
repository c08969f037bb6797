// The passphrase's key while this tab holds it: in memory, and no longer than it is in use.
import { Failure } from '../core/errors.ts';
import { IdleLock, type IdleClock } from './idle-lock.ts';
import { DEFAULT_IDLE_MINUTES, type VaultState } from './vault-state.ts';

export class HeldKey {
  readonly #idle: IdleLock;
  #held: { generation: string; key: CryptoKey } | undefined;

  /** @param onIdle the key was dropped because it was not used */
  constructor(onIdle: () => void, clock?: IdleClock) {
    const drop = () => {
      this.#held = undefined;
      onIdle();
    };
    this.#idle = new IdleLock(DEFAULT_IDLE_MINUTES, drop, clock);
  }

  hold(generation: string, key: CryptoKey): void {
    this.#held = { generation, key };
    this.#idle.used();
  }

  /** Returns false when it was not held. */
  drop(): boolean {
    const held = this.#held !== undefined;
    this.#held = undefined;
    this.#idle.stop();
    return held;
  }

  /** Takes the idle minutes of the state, and drops an expired key. A key that is no longer in use is not held. */
  isHeld(state: VaultState): boolean {
    this.#idle.minutes = state.idleMinutes;
    this.#idle.check();
    return this.#held !== undefined && this.#held.generation === state.generation;
  }

  /**
   * Returns the key for stored values; undefined when it is lost or was never needed.
   * @throws Failure `unavailable` while locked
   */
  use(state: VaultState): CryptoKey | undefined {
    if (!state.lock) return state.deviceKey;
    if (!this.isHeld(state)) {
      throw new Failure('unavailable', 'Your secrets are locked. Unlock them in Settings.', { locked: true });
    }
    this.#idle.used();
    return this.#held?.key;
  }
}
