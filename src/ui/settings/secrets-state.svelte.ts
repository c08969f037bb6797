// What the Secrets section shows: names and hosts, and whether they are locked. A value is never in here.
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

  /** By name. Undefined until they are read. */
  get list(): readonly SecretInfo[] | undefined {
    return this.#list;
  }

  get status(): VaultStatus | undefined {
    return this.#status;
  }

  /** Why nothing can be shown; empty when all is well. */
  get problem(): string {
    return this.#problem;
  }

  /** Reads, and reads again after every change, by whichever tab. The answer ends it. */
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
