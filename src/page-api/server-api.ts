// `window.perilune.servers`: MCP servers, their resources and prompts. Failures are data: `{error: {code, message}}`.
import { Failure, type ErrorData } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { McpContent, McpPrompt, McpPromptText, McpResource } from '../core/mcp-content.ts';
import type { McpServer } from '../core/mcp-server.ts';
import { answer, type Answer } from './answer.ts';
import { findNamed } from './find-named.ts';
import type { PageApp } from './page-app.ts';

export interface ServerInput {
  /** The prefix of its tools, such as `weather` of `weather__forecast`: letters, digits and single underscores. */
  name: string;
  url: string;
  /** Default `none`. */
  auth?: McpServer['auth'];
  /** With `auth: 'bearer'`. */
  token?: string;
  /** With `auth: 'headers'`: values by name. */
  headers?: Record<string, string>;
}

/** A server and its connection, without its token and the values of its headers. */
export interface ServerInfo extends McpServer {
  status: 'unknown' | 'connecting' | 'open' | 'failed';
  /** Why the connection failed. */
  problem?: string;
  /** Names of its tools. */
  tools: string[];
}

/** With `error`, the connection failed; with `server` too, the change was stored anyway. */
export type ServerAnswer =
  { server: ServerInfo; error?: ErrorData } | { server?: undefined; error: ErrorData };

export interface ServerApi {
  /** Lists the servers with their connection state and the names of their tools. */
  list(): Promise<ServerInfo[]>;
  /**
   * Adds a server and reads its tools, which ask before each call. A server that doesn't answer is added too: then the
   * answer has both `server` and `error`. Errors: `bad_request`, `unavailable`, `denied` when it needs a sign-in or a token.
   */
  add(server: ServerInput): Promise<ServerAnswer>;
  /** Changes the address or authentication of a server, by name or id. Its name stays. Errors: `not_found`, `bad_request`. */
  update(server: string, changes: Partial<Omit<ServerInput, 'name'>>): Promise<ServerAnswer>;
  /** Removes a server with its tools and secrets. Errors: `not_found`. */
  remove(server: string): Promise<Answer<{ removed: true }>>;
  /** Connects again and reads the tools. Errors: `not_found`, `unavailable`, `denied` when it needs a sign-in or a token. */
  refresh(server: string): Promise<Answer<{ server: ServerInfo }>>;
  /** Switches a server on. Errors: `not_found`; and with `server`, as in `add`. */
  enable(server: string): Promise<ServerAnswer>;
  /** Switches a server off, so that its tools can't be called. Errors: `not_found`. */
  disable(server: string): Promise<ServerAnswer>;
  /** Lists the resources of a server, and its templates (`isTemplate`). Errors: `not_found`, `unavailable`, `disabled`. */
  resources(server: string): Promise<Answer<{ resources: McpResource[] }>>;
  /** Reads a resource, as pieces with `text` or `bytes`. Errors: `not_found`, `bad_output`, `too_large`, `unavailable`. */
  read(server: string, uri: string): Promise<Answer<{ contents: McpContent[] }>>;
  /** Lists the prompts of a server with their arguments. Errors: `not_found`, `unavailable`, `disabled`. */
  prompts(server: string): Promise<Answer<{ prompts: McpPrompt[] }>>;
  /** Returns a prompt as text, with its arguments filled in. Errors: `not_found`, `bad_request`, `unavailable`. */
  prompt(server: string, name: string, args?: Record<string, string>): Promise<Answer<McpPromptText>>;
}

const AUTHS: readonly string[] = ['none', 'bearer', 'headers', 'oauth'] satisfies McpServer['auth'][];

export function serverApi(opening: Promise<Pick<PageApp, 'servers' | 'tools'>>): ServerApi {
  const servers = async () => (await opening).servers();
  const find = async (wanted: unknown): Promise<McpServer> => {
    const name = String(wanted);
    const found = findNamed(await (await servers()).list(), name);
    if (!found) throw new Failure('not_found', `there is no server called ${name}`);
    return found;
  };
  const infoOf = async (server: McpServer): Promise<ServerInfo> => {
    const { tools } = await opening;
    const { status, problem } = (await servers()).state(server.id);
    return {
      ...server,
      status,
      ...(problem !== undefined && { problem }),
      tools: tools.toolsIn(server.id).map((tool) => tools.infoOf(tool).name),
    };
  };
  const afterwards = (id: string): Promise<{ server: ServerInfo }> =>
    find(id).then(async (server) => ({ server: await infoOf(server) }));
  /** The same after a connection was attempted: a stored server whose connection failed has an error beside it. */
  const connected = async (id: string): Promise<ServerAnswer> => {
    const { server } = await afterwards(id);
    const { status, problem, wantsSignIn } = (await servers()).state(id);
    if (!server.enabled || status !== 'failed') return { server };
    const message = problem ?? `${server.name} can’t be reached`;
    return { server, error: { code: wantsSignIn ? 'denied' : 'unavailable', message } };
  };
  const switched = (wanted: string, on: boolean) =>
    answer(async () => {
      const { id } = await find(wanted);
      await (await servers()).switch(id, on);
      return connected(id);
    });
  const contentOf = async (wanted: string) => (await servers()).content((await find(wanted)).id);
  return Object.freeze<ServerApi>({
    list: async () =>
      structuredClone(await Promise.all((await (await servers()).list()).map((server) => infoOf(server)))),
    add: (given) =>
      answer(async () => {
        const { id } = await (await servers()).add(inputOf(given));
        return connected(id);
      }),
    update: (wanted, changes) =>
      answer(async () => {
        const { id, name, url, auth, headers = [] } = await find(wanted);
        const input = inputOf({ url, auth, ...(isObject(changes) && changes), name });
        // A name without a value keeps the stored one.
        const kept = Object.fromEntries(headers.map((header) => [header, '']));
        await (await servers()).update(id, { ...(input.auth === 'headers' && { headers: kept }), ...input });
        return connected(id);
      }),
    remove: (wanted) =>
      answer(async () => {
        await (await servers()).remove((await find(wanted)).id);
        return { removed: true as const };
      }),
    refresh: (wanted) =>
      answer(async () => {
        const { id } = await find(wanted);
        await (await servers()).refresh(id);
        return afterwards(id);
      }),
    enable: (wanted) => switched(wanted, true),
    disable: (wanted) => switched(wanted, false),
    resources: (wanted) => answer(async () => ({ resources: await (await contentOf(wanted)).resources() })),
    read: (wanted, uri) =>
      answer(async () => ({ contents: await (await contentOf(wanted)).read(String(uri)) })),
    prompts: (wanted) => answer(async () => ({ prompts: await (await contentOf(wanted)).prompts() })),
    prompt: (wanted, name, args) =>
      answer(async () => (await contentOf(wanted)).prompt(String(name), textsOf(args))),
  });
}

function inputOf(given: unknown): ServerInput & { auth: McpServer['auth'] } {
  if (!isObject(given)) throw new Failure('bad_request', 'a server is an object with a name and a url');
  const { name, url, auth = 'none', token, headers } = given;
  for (const [field, value] of Object.entries({ name, url })) {
    if (typeof value !== 'string') throw new Failure('bad_request', `${field} must be a string`);
  }
  if (!AUTHS.includes(String(auth)))
    throw new Failure('bad_request', `auth must be one of ${AUTHS.join(', ')}`);
  return {
    name: name as string,
    url: url as string,
    auth: auth as McpServer['auth'],
    ...(token !== undefined && token !== null && { token: String(token) }),
    ...(isObject(headers) && { headers: textsOf(headers) }),
  };
}

function textsOf(given: unknown): Record<string, string> {
  if (!isObject(given)) return {};
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}
