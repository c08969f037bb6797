// The state of the Secrets section: names, hosts and lock state. It never contains a value.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';
import type { SecretInfo } from '../../core/secrets.ts';

type VaultStatus = Awaited<ReturnType<App['vault']['status']>>;

export class SecretsState {
  readonly #app: Pick<App, 'secrets' | 'vault'>;
  #list = $state.raw<readonly SecretInfo[]>();
  #status = $state.raw<VaultStatus>();
  #problem = $state('');

  constructor(app: Pick<App, 'secrets' | 'vault'>) {
    this.#app = app;
  }

  /** Sorted by name. Undefined until read. */
  get list(): readonly SecretInfo[] | undefined {
    return this.#list;
  }

  get status(): VaultStatus | undefined {
    return this.#status;
  }

  /** Why nothing can be shown; empty if all is well. */
  get problem(): string {
    return this.#problem;
  }

  /** Reads now and after every change, in any tab. Returns a function that stops. */
  follow(): () => void {
    void this.#read();
    return this.#app.secrets.onChange(() => void this.#read());
  }

  async #read(): Promise<void> {
    try {
      const [list, status] = await Promise.all([this.#app.secrets.list(), this.#app.vault.status()]);
      this.#list = list;
      this.#status = status;
      this.#problem = '';
    } catch (error) {
      this.#problem = toErrorData(error).message;
    }
  }
}
