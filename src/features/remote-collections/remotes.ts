// The page's side of remote collections: the list, passing tokens to the worker, and calls.
//
// - A token is read from the vault when needed, goes only to the worker, and only for a host its secret allows.
// - While the vault is locked, searches skip a remote collection that needs a secret; a direct call reports why.
import { Failure } from '../../core/errors.ts';
import { secretsForHost } from '../../core/secrets-for-host.ts';
import {
  type PushReport,
  type Remote,
  REMOTE_ENGINES,
  REMOTE_USES,
  type RemoteInput,
  type RemoteState,
} from '../../core/remote.ts';
import type { OutgoingRequest } from '../../core/call.ts';
import type {
  PushOptions,
  RemoteAccess,
  RemoteCollections,
  RemoteCollectionsDeps,
} from '../../core/ports/remote-collections.ts';
import { remoteRequests } from './remote-requests.ts';

export class Remotes implements RemoteCollections {
  readonly #deps: RemoteCollectionsDeps;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: RemoteCollectionsDeps) {
    this.#deps = deps;
    deps.store.onChange(() => void this.refresh());
  }

  /** Tells the worker which ones answer: at the start, after a change, and when the vault was unlocked. */
  refresh(): Promise<void> {
    const turn = this.#last.then(async () => {
      const used = (await this.list()).filter(({ use }) => use !== 'off');
      const open = await Promise.all(used.map((remote) => this.#access(remote).catch(() => undefined)));
      await this.#deps.worker.useRemotes(open.filter((remote) => remote !== undefined));
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  list(): Promise<Remote[]> {
    return this.#deps.store.all();
  }

  onChange(listener: () => void): () => void {
    return this.#deps.store.onChange(listener);
  }

  /** @throws Failure `bad_request` */
  async add(given: RemoteInput): Promise<Remote> {
    const remote = toRemote(given, { id: this.#deps.newId(), createdAt: this.#deps.now() });
    await this.#save(remote);
    return remote;
  }

  /** @throws Failure `not_found`, `bad_request` */
  async update(id: string, given: Partial<RemoteInput>): Promise<Remote> {
    const known = await this.#known(id);
    const remote = toRemote({ ...known, ...given }, known);
    await this.#save(remote);
    return remote;
  }

  /** The remote data itself stays. */
  async remove(id: string): Promise<void> {
    await this.#deps.store.remove(id);
    await this.refresh();
  }

  /** @throws Failure that says what to change when it cannot be reached. */
  async state(given: string | RemoteInput): Promise<RemoteState> {
    const remote =
      typeof given === 'string'
        ? await this.#known(given)
        : toRemote(given, { id: '', createdAt: this.#deps.now() });
    return this.#deps.worker.remoteState(await this.#access(remote));
  }

  /** @throws Failure `not_found`, `conflict` for vectors of another model, `unavailable`, `denied` */
  async push(id: string, options: PushOptions = {}): Promise<PushReport> {
    return this.#deps.worker.pushTo(await this.#access(await this.#known(id)), options);
  }

  async requests(asked: Parameters<RemoteCollections['requests']>[0]): Promise<OutgoingRequest[]> {
    return remoteRequests(await this.list(), asked);
  }

  async #save(remote: Remote): Promise<void> {
    // If several were to answer alone, none would.
    if (remote.use === 'instead') {
      for (const other of await this.list()) {
        if (other.id !== remote.id && other.use === 'instead')
          await this.#deps.store.put({ ...other, use: 'beside' });
      }
    }
    await this.#deps.store.put(remote);
    await this.refresh();
  }

  async #known(id: string): Promise<Remote> {
    const remote = (await this.list()).find((one) => one.id === id);
    if (!remote) throw new Failure('not_found', `There is no remote knowledge with the id ${id}.`);
    return remote;
  }

  async #access(remote: Remote): Promise<RemoteAccess> {
    if (remote.secret === undefined) return remote;
    const { host } = new URL(remote.url);
    const values = await secretsForHost(host, [remote.secret], (names) => this.#deps.reveal(names));
    return { ...remote, token: values.get(remote.secret) as string };
  }
}

/** @throws Failure `bad_request` that names what is wrong. */
function toRemote(given: RemoteInput, { id, createdAt }: Pick<Remote, 'id' | 'createdAt'>): Remote {
  const text = (value: unknown, fallback: string): string =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : fallback;
  const url = text(given.url, '');
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new Failure('bad_request', `${url} is not a server address. Use one like http://localhost:8000.`);
  }
  if (new URL(url).username !== '' || new URL(url).password !== '') {
    throw new Failure('bad_request', 'Don’t put the password in the address: save the token as a secret.');
  }
  const { engine = 'chroma', use = 'beside' } = given;
  if (!REMOTE_ENGINES.includes(engine))
    throw new Failure(
      'bad_request',
      `Unknown engine: ${String(engine)}. Use ${REMOTE_ENGINES.join(' or ')}.`,
    );
  if (!REMOTE_USES.includes(use))
    throw new Failure('bad_request', `Unknown use: ${String(use)}. Use ${REMOTE_USES.join(', ')}.`);
  const collection = text(given.collection, 'perilune');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,510}[A-Za-z0-9]$/.test(collection)) {
    throw new Failure(
      'bad_request',
      `${collection} is not a valid collection name. Use 3 or more letters, digits, dots, dashes or underscores.`,
    );
  }
  const secret = text(given.secret, '');
  return {
    id,
    name: text(given.name, new URL(url).host),
    engine,
    url,
    tenant: text(given.tenant, 'default_tenant'),
    database: text(given.database, 'default_database'),
    collection,
    ...(secret !== '' && { secret }),
    use,
    createdAt,
  };
}
