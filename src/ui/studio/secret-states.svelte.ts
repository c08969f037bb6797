// Which secrets named in a config can be used now: for display, names only.
import type { App } from '../../apps/web/app.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { JsonObject } from '../../base/json.ts';

export type SecretState = 'set' | 'not set' | 'locked';

export interface NamedSecret {
  name: string;
  state: SecretState;
  /** Hosts it may be sent to; empty: every host granted to the tool. */
  hosts: readonly string[];
}

export class SecretStates {
  readonly #app: Pick<App, 'secrets' | 'vault'>;
  #hosts = $state.raw<ReadonlyMap<string, readonly string[]>>();
  #locked = $state(false);

  constructor(app: Pick<App, 'secrets' | 'vault'>) {
    this.#app = app;
  }

  /** Reads them and follows changes. Returns a function that stops. */
  start(): () => void {
    void this.#read();
    return this.#app.secrets.onChange(() => void this.#read());
  }

  /** The secrets that the config names; empty until looked up. */
  namedIn(config: JsonObject): NamedSecret[] {
    const known = this.#hosts;
    if (!known) return [];
    return namesIn(config).map((name) => {
      const hosts = known.get(name);
      return { name, state: !hosts ? 'not set' : this.#locked ? 'locked' : 'set', hosts: hosts ?? [] };
    });
  }

  async #read(): Promise<void> {
    try {
      const [list, { locked }] = await Promise.all([this.#app.secrets.list(), this.#app.vault.status()]);
      this.#locked = locked;
      this.#hosts = new Map(list.map(({ name, hosts }) => [name, hosts]));
    } catch {
      // A storage failure is reported by the run; here there is nothing to show.
    }
  }
}
