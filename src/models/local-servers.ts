// Finds model servers on this computer, when a person asks for it, including servers that refuse this page.
import { isObject } from '../base/json.ts';
import { KNOWN_SERVERS, type Advice, type KnownServer } from './server-advice.ts';

/** Timeout per server in milliseconds; longer while the browser asks a person for permission. */
const TIME = { usual: 3_000, asked: 60_000 } as const;

export type ServerState =
  /** It answers this page. */
  | 'found'
  /** Something listens there, but this page can't read its answers. */
  | 'refuses'
  | 'absent';

export interface LocalServer {
  name: string;
  baseUrl: string;
  state: ServerState;
  /** Of a server that answers. */
  models: string[];
  /** Of a server that refuses. */
  advice?: Advice;
  /** Requirements of its tool calls. */
  tools?: string;
}

/** The browser's permission state for reaching this computer; undefined: the browser has no such permission. */
export type LocalAccess = 'granted' | 'prompt' | 'denied' | undefined;

export interface LocalServers {
  access: LocalAccess;
  /** All known servers, those that answer first. */
  servers: LocalServer[];
}

export interface Surroundings {
  fetch: typeof fetch;
  /** Of this page. */
  origin: string;
  access(): Promise<LocalAccess>;
}

/** Requests only lists of models, and sends no key. */
export async function findLocalServers(
  signal: AbortSignal,
  surroundings: Partial<Surroundings> = {},
): Promise<LocalServers> {
  const { fetch, origin, access } = { ...browser(), ...surroundings };
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

/** Returns ids and owners; undefined for no answer, an unreadable one, or one from another program. */
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

/** Without CORS access, the browser only reveals that something answered. */
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
    origin: globalThis.location?.origin,
    access: localAccess,
  };
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Browsers that block local requests until a person agrees have a permission for it, whose name differs. Pages of this
 * computer need none, whatever the permission says.
 */
export async function localAccess(page = globalThis.location?.hostname): Promise<LocalAccess> {
  if (page !== undefined && LOOPBACK.test(page)) return undefined;
  for (const name of ['loopback-network', 'local-network-access']) {
    try {
      return (await navigator.permissions.query({ name: name as PermissionName })).state;
    } catch {
      // unknown to this browser
    }
  }
  return undefined;
}
