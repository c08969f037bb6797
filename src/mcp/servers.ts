// The user's tool servers: their records, connections, and tool lists synchronised with the registry.
//
// - A connection opens on first use and stays; after a failure the next call reconnects.
// - A person is asked only after a click: reading a list in the background never opens a window.
import { Failure, toErrorData } from '../core/errors.ts';
import type { AppReach } from '../core/mcp-app.ts';
import type { McpServer } from '../core/mcp-server.ts';
import type { McpTool } from '../core/mcp-tool.ts';
import type { CallReport } from '../core/tool.ts';
import { callServerTool } from './call-server.ts';
import type { StoredRecords } from '../core/ports/stored-records.ts';
import type { ServerRun } from '../core/ports/call-run.ts';
import { McpConnection, type ConnectionDeps } from './connection.ts';
import { ServerAccess } from './server-access.ts';
import type { ServerContent } from './server-content.ts';
import type { ServerAuth } from './server-auth.ts';
import { checkInput, type ServerInput } from './server-input.ts';
import { ServerSecrets, type SecretStore } from './server-secrets.ts';
import { Listeners } from '../base/listeners.ts';

export interface ServersDeps extends Pick<
  ConnectionDeps,
  'version' | 'fetch' | 'ask' | 'sampler' | 'showsApps' | 'whyUnreachable'
> {
  store: StoredRecords<McpServer> & { put(server: McpServer): Promise<void> };
  vault: SecretStore;
  registry: {
    sync(server: McpServer, tools: readonly McpTool[]): Promise<unknown>;
    switch(id: string, enabled: boolean): Promise<void>;
    remove(id: string): Promise<void>;
    restore(id: string): Promise<void>;
  };
  /** The page that a sign-in returns to. */
  redirectUrl: string;
  newId(): string;
  now(): string;
}

/** Connection state of an MCP server in this tab. */
export interface ServerState {
  status: 'unknown' | 'connecting' | 'open' | 'failed';
  /** Why it failed, as a sentence. */
  problem?: string;
  /** A sign-in would fix the failure. */
  wantsSignIn?: boolean;
  /** It has more tools than were read. */
  more?: boolean;
}

/** The window in which a person signs in. */
export interface SignInWindow {
  show(address: URL): void;
  /** Parameters that it returned. Rejects when the person closes it. */
  back: Promise<URLSearchParams>;
}

export interface ServerLook {
  seen: Omit<NonNullable<McpServer['seen']>, 'at'>;
  tools: McpTool[];
  more: boolean;
}

/** Minimum pause between two reads of a changed list, in milliseconds. */
const CHANGES_PAUSE = 3000;
const UNKNOWN: ServerState = { status: 'unknown' };

export class Servers {
  readonly #deps: ServersDeps;
  readonly #access: ServerAccess;
  readonly #open = new Map<string, Promise<McpConnection>>();
  readonly #states = new Map<string, ServerState>();
  readonly #changed = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Listeners();

  constructor(deps: ServersDeps) {
    this.#deps = deps;
    this.#access = new ServerAccess(new ServerSecrets(deps.vault), deps.redirectUrl);
    deps.store.onChange(() => this.#tell());
  }

  list(): Promise<McpServer[]> {
    return this.#deps.store.all();
  }

  state(id: string): ServerState {
    return this.#states.get(id) ?? UNKNOWN;
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Inspects a server without storing it. @throws Failure that says what to change. */
  async look(given: ServerInput, known?: McpServer, signal?: AbortSignal): Promise<ServerLook> {
    const input = checkInput(given, []);
    const { id, ...server } = serverOf(input, known, { newId: () => '', now: this.#deps.now });
    const connection = this.#connectionTo(
      { id, ...server },
      await this.#access.entered({ id, ...server }, input, known),
    );
    try {
      const seen = await connection.open(signal);
      return { seen, ...(await connection.listTools(signal)) };
    } finally {
      await connection.close();
    }
  }

  /** Adds a server and reads its tools. If it can't be reached, its state says so. @throws Failure `bad_request` */
  async add(given: ServerInput): Promise<McpServer> {
    const input = checkInput(given, await this.list());
    const server = serverOf(input, undefined, this.#deps);
    await this.#access.keep(server, input);
    await this.#deps.store.put(server);
    await this.#refreshed(server.id);
    return server;
  }

  /** Updates a server; its name stays. @throws Failure `not_found`, `bad_request` */
  async update(id: string, given: ServerInput): Promise<McpServer> {
    const known = await this.#known(id);
    const others = (await this.list()).filter((other) => other.id !== id);
    const input = checkInput({ ...given, name: known.name }, others);
    const server = serverOf(input, known, this.#deps);
    await this.#access.keep(server, input, known);
    await this.#deps.store.put(server);
    await this.#refreshed(id);
    return server;
  }

  /** Reconnects and reads the tools. @throws Failure that says why it failed. */
  async refresh(id: string): Promise<void> {
    await this.#close(id);
    await this.#read(await this.#known(id));
  }

  /** Reads the tools of all servers that are switched on and not read yet. Leaves running calls alone. Never rejects. */
  async readAll(): Promise<void> {
    const unread = (await this.list()).filter(({ id, enabled }) => enabled && this.state(id) === UNKNOWN);
    await Promise.all(unread.map((server) => this.#read(server).catch(() => undefined)));
  }

  /** Lets a person sign in, then reads the tools. @throws Failure that says why it failed. */
  async signIn(id: string, window: SignInWindow): Promise<void> {
    const server = await this.#known(id);
    await this.#close(id);
    const session = this.#access.session(server, (address) => window.show(address));
    const connection = this.#connectionTo(server, { headers: async () => ({}), provider: session });
    let shown = false;
    try {
      await connection.open();
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'denied') throw error;
      shown = true;
    } finally {
      await connection.close();
    }
    if (shown) {
      const back = await window.back;
      session.check(back);
      await this.#connectionTo(server, { headers: async () => ({}), provider: session }).finishSignIn(back);
    }
    await this.#read(server);
  }

  async switch(id: string, enabled: boolean): Promise<void> {
    await this.#deps.store.change(id, (server) => ({ ...server, enabled }));
    await this.#deps.registry.switch(id, enabled);
    if (enabled) await this.#refreshed(id);
    else await this.#close(id);
  }

  /** @returns a function that restores it, with its tools and, if they could be read, its secrets. */
  async remove(id: string): Promise<() => Promise<void>> {
    const server = await this.#known(id);
    // Locked secrets can't be restored; they are deleted anyway.
    const restoreSecrets = await this.#access.secrets.all(id).catch(() => async () => undefined);
    await this.#close(id);
    await this.#deps.registry.remove(id);
    await this.#deps.store.remove(id);
    await this.#access.secrets.forget(id);
    return async () => {
      await restoreSecrets();
      await this.#deps.store.put(server);
      await this.#deps.registry.restore(id);
      this.#tell();
    };
  }

  /** Calls a tool. Never rejects because of the server. */
  async call(run: ServerRun): Promise<CallReport> {
    const server = await this.#deps.store.get(run.tool.bundle);
    if (!server) {
      throw new Failure(
        'unavailable',
        `the server of tool '${run.name}' was removed; add it in Settings, MCP servers`,
      );
    }
    if (!server.enabled) throw isOff(server.name);
    return callServerTool(run, server, () => this.#connected(server));
  }

  /** What a server offers besides tools; opens a connection where there is none. @throws Failure */
  async content(id: string): Promise<ServerContent> {
    const server = await this.#known(id);
    if (!server.enabled) throw isOff(server.name);
    return (await this.#connected(server)).content;
  }

  /** Remembers what an app of a server may reach. */
  async grantApp(id: string, uri: string, reach: AppReach): Promise<void> {
    await this.#deps.store.change(id, (now) => ({ ...now, appReach: { ...now.appReach, [uri]: reach } }));
  }

  /** Returns the one connection to a server, opened if necessary. */
  #connected(server: McpServer): Promise<McpConnection> {
    const { id } = server;
    const known = this.#open.get(id);
    const opening = (async () => {
      const before = await known?.catch(() => undefined);
      if (before && !before.isClosed) return before;
      const connection = this.#connectionTo(server, this.#access.auth(server));
      const seen = await connection.open();
      await this.#deps.store.change(id, (now) => ({ ...now, seen: { ...seen, at: this.#deps.now() } }));
      return connection;
    })();
    this.#open.set(id, opening);
    return opening;
  }

  async #read(server: McpServer): Promise<void> {
    this.#say(server.id, { status: 'connecting' });
    try {
      const { tools, more } = await (await this.#connected(server)).listTools();
      await this.#deps.registry.sync(server, tools);
      this.#say(server.id, { status: 'open', ...(more && { more }) });
    } catch (error) {
      const { message, code } = toErrorData(error, 'unavailable');
      const wantsSignIn = server.auth === 'oauth' && code === 'denied';
      this.#say(server.id, { status: 'failed', problem: message, ...(wantsSignIn && { wantsSignIn }) });
      throw error;
    }
  }

  async #refreshed(id: string): Promise<void> {
    await this.refresh(id).catch(() => undefined);
  }

  /** Limits reads for a server that constantly reports changes. */
  #listChanged(id: string): void {
    if (this.#changed.has(id)) return;
    const timer = setTimeout(() => {
      this.#changed.delete(id);
      void this.#readAgain(id);
    }, CHANGES_PAUSE);
    this.#changed.set(id, timer);
  }

  async #readAgain(id: string): Promise<void> {
    const server = await this.#deps.store.get(id);
    if (server?.enabled) await this.#read(server).catch(() => undefined);
  }

  #connectionTo(server: McpServer, auth: ServerAuth): McpConnection {
    const { version, fetch, ask, sampler, showsApps, whyUnreachable } = this.#deps;
    const onListChanged = (): void => this.#listChanged(server.id);
    const deps = { version, fetch, ask, sampler, showsApps, whyUnreachable };
    return new McpConnection({ server, auth, ...deps, onListChanged });
  }

  async #close(id: string): Promise<void> {
    const open = this.#open.get(id);
    this.#open.delete(id);
    this.#say(id, UNKNOWN);
    await (await open?.catch(() => undefined))?.close();
  }

  async #known(id: string): Promise<McpServer> {
    const server = await this.#deps.store.get(id);
    if (!server) throw new Failure('not_found', `There is no server with the id ${id}.`);
    return server;
  }

  #say(id: string, state: ServerState): void {
    this.#states.set(id, state);
    this.#tell();
  }

  #tell(): void {
    this.#listeners.tell();
  }
}

function isOff(name: string): Failure {
  return new Failure('disabled', `server '${name}' is switched off; switch it on in Settings, MCP servers`);
}

function serverOf(
  { name, url, auth, headers }: ServerInput,
  known: McpServer | undefined,
  { newId, now }: { newId(): string; now(): string },
): McpServer {
  return {
    id: known?.id ?? newId(),
    name,
    url,
    enabled: known?.enabled ?? true,
    auth,
    ...(auth === 'headers' && { headers: Object.keys(headers ?? {}) }),
    ...(known?.seen && known.url === url && { seen: known.seen }),
    ...(known?.appReach && known.url === url && { appReach: known.appReach }),
    createdAt: known?.createdAt ?? now(),
  };
}
