// Looks for model servers on this computer, when a person asks for it: who answers, and who does not let this page in.
import { isObject } from '../base/json.ts';
import { KNOWN_SERVERS, type Advice, type KnownServer } from './server-advice.ts';

/** Milliseconds for one server; longer while the browser asks a person whether the page may look. */
const TIME = { usual: 3_000, asked: 60_000 } as const;

export type ServerState =
  /** It answers this page. */
  | 'found'
  /** Something listens there, and does not let this page read its answers. */
  | 'refuses'
  | 'absent';

export interface LocalServer {
  name: string;
  baseUrl: string;
  state: ServerState;
  /** Of one that answers. */
  models: string[];
  /** Of one that refuses. */
  advice?: Advice;
  /** What its tool calls need. */
  tools?: string;
}

/** What the browser says of a page that asks this computer; undefined: it has no rule for that. */
export type LocalAccess = 'granted' | 'prompt' | 'denied' | undefined;

export interface LocalServers {
  access: LocalAccess;
  /** Every server that is known, those that answer first. */
  servers: LocalServer[];
}

export interface Surroundings {
  fetch: typeof fetch;
  /** Of this page. */
  origin: string;
  access(): Promise<LocalAccess>;
}

/** Nothing but lists of models is asked for, and no key is sent. */
export async function findLocalServers(
  signal: AbortSignal,
  { fetch, origin, access }: Surroundings = browser(),
): Promise<LocalServers> {
  const before = await access();
  const time = before === 'prompt' ? TIME.asked : TIME.usual;
  const places = KNOWN_SERVERS.flatMap((server) => server.ports.map((port) => ({ server, port })));
  const found = await Promise.all(
    places.map(({ server, port }) => look(server, port, { fetch, origin, time, signal })),
  );
  signal.throwIfAborted();
  const rank: ServerState[] = ['found', 'refuses', 'absent'];
  return {
    access: before === 'prompt' ? await access() : before,
    servers: found.sort((a, b) => rank.indexOf(a.state) - rank.indexOf(b.state)),
  };
}

interface Look {
  fetch: typeof fetch;
  origin: string;
  time: number;
  signal: AbortSignal;
}

async function look(known: KnownServer, port: number, { origin, ...how }: Look): Promise<LocalServer> {
  const baseUrl = `http://localhost:${port}/v1`;
  const list = await listOf(baseUrl, how);
  const models = list?.map(({ id }) => id) ?? [];
  if (list) {
    const server = ownerOf(list) ?? known;
    return {
      name: server.name,
      baseUrl,
      state: 'found',
      models,
      ...(server.tools !== undefined && { tools: server.tools }),
    };
  }
  const isThere = await answersAnybody(baseUrl, how);
  return {
    name: known.name,
    baseUrl,
    models,
    ...(isThere ? { state: 'refuses', advice: known.letIn(origin) } : { state: 'absent' }),
  };
}

/** Ids and owners; undefined: no answer, or none that this page may read, or not of a model server. */
async function listOf(
  baseUrl: string,
  how: Omit<Look, 'origin'>,
): Promise<{ id: string; owner: string }[] | undefined> {
  try {
    const response = await ask(baseUrl, how, {});
    const body: unknown = response.ok ? await response.json() : undefined;
    const list = isObject(body) ? (body['data'] ?? body['models']) : undefined;
    if (!Array.isArray(list)) return undefined;
    return list.filter(isObject).map((one) => ({
      id: String(one['id'] ?? one['name'] ?? ''),
      owner: String(one['owned_by'] ?? ''),
    }));
  } catch {
    return undefined;
  }
}

/** Without leave to read, the browser says no more than that somebody answered. */
async function answersAnybody(baseUrl: string, how: Omit<Look, 'origin'>): Promise<boolean> {
  return ask(baseUrl, how, { mode: 'no-cors' }).then(
    () => true,
    () => false,
  );
}

function ask(baseUrl: string, { fetch, time, signal }: Omit<Look, 'origin'>, init: RequestInit) {
  return fetch(`${baseUrl}/models`, {
    ...init,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(time)]),
  });
}

function ownerOf(list: { owner: string }[]): KnownServer | undefined {
  return KNOWN_SERVERS.find(({ owner }) => list.some((one) => owner?.test(one.owner)));
}

function browser(): Surroundings {
  return {
    fetch: (input, init) => fetch(input, init),
    origin: location.origin,
    access: localAccess,
  };
}

/** Browsers that keep pages from this computer until a person says yes have a permission for it, under changing names. */
export async function localAccess(): Promise<LocalAccess> {
  for (const name of ['loopback-network', 'local-network-access']) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // a name that this browser does not know
    }
  }
  return undefined;
}
