// Secrets of servers, and of the services of tools, in the vault: token, headers, sign-in. Each is bound to an
// origin.
//
// - A secret entered for one origin is never sent to another: after a change of address it counts as missing.
import { isObject } from '../base/json.ts';
import type { McpServer } from '../core/mcp-server.ts';
import type { OAuthRecord } from './oauth.ts';
import type { SecretHeaders } from './server-auth.ts';

/** The part of the vault used here. */
export interface SecretStore {
  open(
    names: readonly string[],
  ): Promise<{ name: string; hosts: readonly string[] | undefined; value: string }[]>;
  set(name: string, value: string, hosts?: readonly string[]): Promise<void>;
  remove(name: string): Promise<void>;
}

const KINDS = ['token', 'headers', 'sign-in'] as const;
type Kind = (typeof KINDS)[number];

export class ServerSecrets {
  readonly #store: SecretStore;
  readonly #prefix: string;

  /** @param prefix of their names in the vault */
  constructor(store: SecretStore, prefix = 'mcp-') {
    this.#store = store;
    this.#prefix = prefix;
  }

  /** The name in the vault. */
  nameOf(id: string, kind: Kind): string {
    return `${this.#prefix}${kind}:${id}`;
  }

  /** @throws Failure `unavailable` while the secrets are locked. */
  token(server: Pick<McpServer, 'id' | 'url'>): Promise<string | undefined> {
    return this.#read(server, 'token');
  }

  async headers(server: Pick<McpServer, 'id' | 'url'>): Promise<SecretHeaders> {
    return jsonOf(await this.#read(server, 'headers')) as SecretHeaders;
  }

  async signIn(server: Pick<McpServer, 'id' | 'url'>): Promise<OAuthRecord> {
    return jsonOf(await this.#read(server, 'sign-in')) as OAuthRecord;
  }

  async set(server: Pick<McpServer, 'id' | 'url'>, kind: Kind, value: string | object): Promise<void> {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    await this.#store.set(this.nameOf(server.id, kind), text, [new URL(server.url).origin]);
  }

  /** Deletes secrets. Works even while they are locked. */
  async forget(id: string, kinds: readonly Kind[] = KINDS): Promise<void> {
    for (const kind of kinds) await this.#store.remove(this.nameOf(id, kind));
  }

  /** Reads all secrets of a server, and returns a function that restores them. */
  async all(id: string): Promise<() => Promise<void>> {
    const found = await this.#store.open(KINDS.map((kind) => this.nameOf(id, kind)));
    return async () => {
      for (const { name, value, hosts } of found) await this.#store.set(name, value, hosts);
    };
  }

  async #read({ id, url }: Pick<McpServer, 'id' | 'url'>, kind: Kind): Promise<string | undefined> {
    const [found] = await this.#store.open([this.nameOf(id, kind)]);
    return found?.hosts?.[0] === new URL(url).origin ? found.value : undefined;
  }
}

function jsonOf(text: string | undefined): Record<string, unknown> {
  const read: unknown = text === undefined ? {} : JSON.parse(text);
  return isObject(read) ? read : {};
}
