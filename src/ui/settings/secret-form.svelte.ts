// The form of a secret: a new one, or a new value for an existing one. A refusal is reported at its field.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';
import type { SecretInfo } from '../../core/secrets.ts';
import { hostsIn, refusedField, type SecretField } from './secret-labels.ts';

export class SecretForm {
  readonly #secrets: Pick<App['secrets'], 'set'>;
  readonly #taken: readonly string[];
  name = $state('');
  value = $state('');
  hosts = $state('');
  #problems = $state.raw<Partial<Record<SecretField | 'form', string>>>({});
  #busy = $state(false);

  /** @param taken names a new secret cannot have */
  constructor(
    secrets: Pick<App['secrets'], 'set'>,
    { replacing, taken = [] }: { replacing?: SecretInfo | undefined; taken?: readonly string[] | undefined },
  ) {
    this.#secrets = secrets;
    this.#taken = replacing ? [] : taken;
    this.name = replacing?.name ?? '';
    this.hosts = replacing?.hosts.join(', ') ?? '';
  }

  get problems(): Partial<Record<SecretField | 'form', string>> {
    return this.#problems;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Returns the name it is stored under, and clears the value; undefined when it was refused. */
  async save(): Promise<string | undefined> {
    const name = this.name.trim();
    if (this.#busy) return undefined;
    if (this.#taken.includes(name)) {
      this.#problems = { name: `A secret called ${name} already exists. Replace it in the list above.` };
      return undefined;
    }
    this.#busy = true;
    try {
      await this.#secrets.set(name, this.value, hostsIn(this.hosts));
      this.value = '';
      this.#problems = {};
      return name;
    } catch (error) {
      const { code, message } = toErrorData(error, 'unavailable');
      const field = code === 'bad_request' ? refusedField(name, this.value) : 'form';
      this.#problems = { [field]: message };
      return undefined;
    } finally {
      this.#busy = false;
    }
  }
}
