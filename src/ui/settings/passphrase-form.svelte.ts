// The form that sets, changes or removes the passphrase. A refusal is reported at its field.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';

export type PassphraseTask = 'set' | 'change' | 'remove';
export type PassphraseField = 'current' | 'next' | 'repeated';

type Vault = Pick<App['vault'], 'setPassphrase' | 'changePassphrase' | 'removePassphrase'>;

export class PassphraseForm {
  readonly #vault: Vault;
  readonly #task: PassphraseTask;
  current = $state('');
  next = $state('');
  repeated = $state('');
  #problems = $state.raw<Partial<Record<PassphraseField | 'form', string>>>({});
  #busy = $state(false);

  constructor(vault: Vault, task: PassphraseTask) {
    this.#vault = vault;
    this.#task = task;
  }

  get problems(): Partial<Record<PassphraseField | 'form', string>> {
    return this.#problems;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** True on success; the typed text is then cleared. */
  async save(): Promise<boolean> {
    if (this.#busy) return false;
    if (this.#task !== 'remove' && this.next !== this.repeated) {
      this.#problems = { repeated: 'The passphrases don’t match. Type it again.' };
      return false;
    }
    this.#busy = true;
    try {
      await this.#do();
      this.current = this.next = this.repeated = '';
      this.#problems = {};
      return true;
    } catch (error) {
      const { code, message } = toErrorData(error, 'unavailable');
      const field = code === 'denied' ? 'current' : code === 'bad_request' ? 'next' : 'form';
      this.#problems = { [field]: message };
      return false;
    } finally {
      this.#busy = false;
    }
  }

  #do(): Promise<void> {
    if (this.#task === 'set') return this.#vault.setPassphrase(this.next);
    if (this.#task === 'change') return this.#vault.changePassphrase(this.current, this.next);
    return this.#vault.removePassphrase(this.current);
  }
}
