// `window.perilune.tools`: all operations on tools. Failures are data: `{error: {code, message}}`.
//
// - A tool is identified by the name it is offered by, `name@version`, or the id of a version.
// - Changes made here are logged as made by the page.
import type { App, InstallOptions } from '../apps/web/app.ts';
import type { Upstream } from '../core/bundle.ts';
import { DEFINITION_SHAPES, definitionOf, type DefinitionShape } from '../core/definition.ts';
import { Failure } from '../core/errors.ts';
import { isObject, type JsonObject } from '../base/json.ts';
import type { ChangeRecord } from '../core/run-record.ts';
import type { CallReport, Tool, ToolInfo } from '../core/tool.ts';
import type { ToolResult } from '../core/call.ts';
import { answer, type Answer } from './answer.ts';
import { caseCalls, type CaseCalls } from './case-calls.ts';
import {
  choicesOf,
  installed,
  type ImportAnswer,
  type ImportOptions,
  type ToolPageApp,
  type UpdateAnswer,
} from './import-answers.ts';
import { toImportFiles, type GivenFile } from './import-files.ts';
import { checkToolFilter } from '../core/tool-filter.ts';
import { asksForPage, unpaged, type Paged, type PageRequest } from '../core/paging.ts';
import { observed, type CallListeners } from './call-listeners.ts';
import { given, textOf } from './given-options.ts';

type Registry = App['tools'];
type ToolOperations = Awaited<ReturnType<App['toolParts']['operations']>>;
type Search = Awaited<ReturnType<App['toolParts']['search']>>;
type Found = Awaited<ReturnType<Search['search']>>;
type SearchFilter = ListFilter & PageRequest & { limit?: number };
type ListFilter = NonNullable<Parameters<Registry['list']>[0]>;

/** A tool in full, including its config: this page may see it, models and other tools may not. */
export interface ToolDetails extends ToolInfo {
  source: string;
  files: Record<string, string>;
  config: JsonObject;
  limits: Tool['limits'];
  returns?: Tool['spec']['returns'];
  /** Hosts that its script asks for. */
  asks: string[];
  from?: Upstream;
  /** Number of calls, across all versions. */
  calls: number;
  lastCalledAt?: string;
}

export interface VersionInfo {
  id: string;
  version: string;
  /** Whether this version answers to the name. */
  current: boolean;
  enabled: boolean;
  origin: Tool['origin'];
  createdAt: string;
}

export interface ToolApi extends CaseCalls {
  /**
   * Lists tools, built-in ones first, then by name. Lists only tools that can be called, unless `includeDisabled` is set.
   * Rejects with code `bad_request` for an invalid filter.
   */
  list(filter?: ListFilter): Promise<ToolInfo[]>;
  /** Lists tools page by page. A page token stays valid while tools are added and removed. Rejects with code `bad_request`. */
  page(options?: Parameters<Registry['page']>[0]): ReturnType<Registry['page']>;
  /** Returns a tool with its source, files, config, limits and number of calls. Errors: `not_found`. */
  get(name: string): Promise<Answer<{ tool: ToolDetails }>>;
  /**
   * Finds tools by name (prefix, whole words, typing errors) and by description, best first, each with `score` and
   * `why`. With `pageSize` or `pageToken` it returns `{ tools, total, nextPageToken }`. Rejects with code
   * `bad_request`.
   */
  search<O extends SearchFilter>(
    query: string,
    options?: O,
  ): Promise<Paged<O, Found, { tools: Found; total: number; nextPageToken?: string }>>;
  /**
   * Calls a tool and returns `{result}` or `{error}`. Never rejects for a failure of the tool, its arguments or its
   * policy. A tool with the policy `ask` waits for approval on the page. While it runs, `onProgress(fraction, text)`
   * receives its progress, `onEmit(text)` its output before the result, and `onLog({ level, text })` each line of its
   * log.
   */
  call(name: string, args?: unknown, options?: CallListeners): Promise<ToolResult>;
  /**
   * Calls a tool and returns the full report: outcome, checked arguments, logs, milliseconds, and the id of its run. Takes
   * the options of `call`.
   */
  test(name: string, args?: unknown, options?: CallListeners): Promise<CallReport>;
  /**
   * Installs a Lua script, an HTTP tool (JSON) or a flow (JSON), or a new version of one. Grants only the hosts in `hosts`,
   * whatever the script requests. Errors: `bad_request`, `too_large`, `conflict`, `disabled`, `timeout`, `unavailable`.
   */
  install(source: string, options?: InstallOptions): Promise<Answer<{ tool: ToolInfo }>>;
  /** Installs a new version of an existing tool. Errors: those of `install`, and `not_found`. */
  update(name: string, source: string, options?: InstallOptions): Promise<Answer<{ tool: ToolInfo }>>;
  /** Changes the given settings of a tool and leaves the others. `hosts` replaces its granted hosts. Errors: `not_found`, `bad_request`. */
  configure(
    name: string,
    settings: Parameters<Registry['configure']>[1],
  ): Promise<Answer<{ tool: ToolInfo }>>;
  /** An older name for `configure`. */
  grant(name: string, settings: Parameters<Registry['configure']>[1]): Promise<Answer<{ tool: ToolInfo }>>;
  /**
   * Returns the settings in force: config, hosts, secrets by name, limits and policy. `missing` lists what is not
   * set.
   */
  settings(name: string): Promise<Answer<{ settings: Awaited<ReturnType<ToolOperations['settings']>> }>>;
  /** Enables a tool: all versions, unless one is named. Errors: `not_found`. */
  enable(name: string): Promise<Answer<{ tool: ToolInfo }>>;
  /** Disables a tool: all versions, unless one is named. Errors: `not_found`. */
  disable(name: string): Promise<Answer<{ tool: ToolInfo }>>;
  /** Removes a tool with all versions, or one version. `restore` brings it back within 30 days. Errors: `not_found`. */
  remove(name: string): Promise<Answer<{ removed: true }>>;
  /** Restores the last removal of a name, or entries by their ids from `removed()`. Errors: `not_found`, `conflict`. */
  restore(what: string | string[]): Promise<Answer<{ tools: ToolInfo[] }>>;
  /** Lists removed tools that can be restored, latest first. */
  removed(): Promise<{ id: string; name: string; version: string; removedAt: string }[]>;
  /** Returns the versions, current one first, and the log of changes, latest first. Errors: `not_found`. */
  history(name: string): Promise<Answer<{ versions: VersionInfo[]; changes: ChangeRecord[] }>>;
  /** Compares two versions: a unified diff for each changed file. Errors: `not_found`. */
  diff(from: string, to: string): Promise<Answer<{ changes: ReturnType<ToolOperations['diff']> }>>;
  /** Makes a version the current one, the one that answers to the name. Errors: `not_found`. */
  use(name: string): Promise<Answer<{ tool: ToolInfo }>>;
  /** Checks a script without installing it. Returns errors and warnings, each with a code, a message and a position. */
  validate(
    source: string,
    options?: Parameters<ToolOperations['validate']>[1],
  ): ReturnType<ToolOperations['validate']>;
  /** Returns a tool's definition in the given shape (default `openai-responses`). Errors: `not_found`, `bad_request`. */
  definition(name: string, shape?: DefinitionShape): Promise<Answer<{ definition: object }>>;
  /** Returns the definitions of all tools that models may call. Rejects with code `bad_request` for an unknown shape. */
  definitions(shape?: DefinitionShape): Promise<object[]>;
  /** Converts an HTTP tool or a flow to a Lua script. Errors: `not_found`, `bad_request`. */
  toLua(name: string): Promise<Answer<{ source: string }>>;
  /**
   * Reads files, or a file at a URL, and returns a preview. `install: true` installs it with the policy `ask` and without
   * grants, in its own bundle unless `into` names one. With `hash`, the file at the URL must have that SHA-256.
   */
  import(
    from: Iterable<GivenFile> | { url: string; hash?: string },
    options?: ImportOptions,
  ): Promise<Answer<ImportAnswer>>;
  /** Exports a tool with its versions as a file. Secrets, policies and grants are left out. Errors: `not_found`, `bad_request`. */
  export(
    name: string,
    format?: Parameters<ToolOperations['export']>[1],
  ): Promise<Answer<Awaited<ReturnType<ToolOperations['export']>>>>;
  /**
   * Returns a link that contains the whole tool; opening it shows a preview. Nothing is uploaded. Secrets, policies
   * and grants are left out; `notes` lists everything else that is. Errors: `not_found`, `bad_request`, `too_large`.
   */
  share(name: string): Promise<Answer<{ link: string; notes: string[] }>>;
  /** Compares a tool with the URL it was imported from. With `apply`, installs the changed version. Errors: `not_found`, `bad_request`. */
  checkUpdate(name: string, options?: { apply?: boolean }): Promise<Answer<UpdateAnswer>>;
}

const CALLER = { kind: 'page' } as const;

export function toolApi(opening: Promise<ToolPageApp>): ToolApi {
  /** Includes the built-ins that come with the agent, such as `show`. */
  const tools = async (): Promise<Registry> => {
    const { agent, tools } = await opening;
    await agent.prepare();
    return tools;
  };
  const operations = async (): Promise<ToolOperations> => (await opening).toolParts.operations();
  /** Result of most operations: the tool afterwards. */
  const changed = (work: (registry: Registry) => Promise<Tool>) =>
    answer(async () => {
      const registry = await tools();
      return { tool: registry.infoOf(await work(registry)) };
    });
  const configure: ToolApi['configure'] = (name, settings) =>
    changed((registry) => registry.configure(String(name), settings, 'page'));
  const api: ToolApi = {
    list: async (filter) => structuredClone((await tools()).list(checkToolFilter(unpaged(given(filter))))),
    page: async (options) => structuredClone(await (await tools()).page(given(options))),
    get: (name) => answer(async () => ({ tool: await details(await opening, String(name)) })),
    async search(query, options) {
      const search = await (await opening).toolParts.search();
      const { pageSize, pageToken, ...which } = given<SearchFilter>(options);
      if (!asksForPage({ pageSize, pageToken })) {
        return structuredClone(await search.search(textOf(query), which)) as never;
      }
      const { limit: _, ...filter } = which;
      const { items, ...page } = await search.page(textOf(query), { ...filter, pageSize, pageToken });
      return structuredClone({ tools: items, ...page }) as never;
    },
    async call(name, args, options) {
      return (await api.test(name, args, options)).outcome;
    },
    async test(name, args, options) {
      const report = answer(async () => {
        return (await tools()).call(String(name), args, { caller: CALLER, ...observed(options) });
      });
      const { error, ...rest } = (await report) as CallReport & { error?: never };
      return error ? { outcome: { error }, args: {}, logs: [], milliseconds: 0 } : rest;
    },
    install: (source, options) => changed((registry) => registry.install(source, options, 'page')),
    update: (name, source, options) =>
      changed(async (registry) => {
        const tool = registry.get(String(name));
        if (!tool) throw new Failure('not_found', `no tool registered with name: ${String(name)}`);
        if (tool.origin === 'builtin') {
          throw new Failure(
            'denied',
            `tool '${tool.name}' is built in and has no other versions; install yours under another name`,
          );
        }
        const spec = await registry.inspect(source, `${tool.name}.lua`, options?.files);
        if (spec.name !== tool.name) {
          throw new Failure(
            'bad_request',
            `this is the source of '${spec.name}', not of '${tool.name}'; install it as a tool of its own`,
          );
        }
        const bundle = registry.bundle(tool.bundle)?.slug;
        return registry.install(source, { ...options, fileName: `${tool.name}.lua`, bundle }, 'page');
      }),
    configure,
    grant: configure,
    settings: (name) => answer(async () => ({ settings: await (await operations()).settings(String(name)) })),
    enable: (name) => changed((registry) => registry.setEnabled(String(name), true, 'page')),
    disable: (name) => changed((registry) => registry.setEnabled(String(name), false, 'page')),
    remove: (name) =>
      answer(async () => {
        await (await tools()).remove(String(name), 'page');
        return { removed: true as const };
      }),
    restore: (what) =>
      answer(async () => {
        const registry = await tools();
        const ids = Array.isArray(what) ? what.map(String) : await lastRemoved(registry, String(what));
        const back = await registry.restore(ids, 'page');
        return { tools: back.map((tool) => registry.infoOf(tool)) };
      }),
    removed: async () =>
      (await (await tools()).removed()).map(({ id, removedAt, tool }) => ({
        id,
        name: tool.name,
        version: tool.spec.version,
        removedAt,
      })),
    history: (name) =>
      answer(async () => {
        const registry = await tools();
        const { versions, changes } = await registry.history(String(name));
        const current = registry.get(versions[0] ? registry.infoOf(versions[0]).name : String(name));
        return { versions: versions.map((tool) => versionInfo(tool, current)), changes };
      }),
    diff: (from, to) =>
      answer(async () => ({ changes: (await operations()).diff(String(from), String(to)) })),
    use: (name) => changed(async (registry) => (await registry.edit()).useVersion(String(name), 'page')),
    ...caseCalls(async () => (await opening).toolParts.cases()),
    validate: async (source, options) =>
      structuredClone(await (await operations()).validate(source, given(options))),
    definition: (name, shape = 'openai-responses') =>
      answer(async () => {
        checkShape(shape);
        const registry = await tools();
        const tool = registry.get(String(name));
        if (!tool) throw new Failure('not_found', `no tool registered with name: ${String(name)}`);
        return { definition: definitionOf({ ...registry.infoOf(tool), returns: tool.spec.returns }, shape) };
      }),
    async definitions(shape = 'openai-responses') {
      checkShape(shape);
      const registry = await tools();
      return structuredClone(
        registry
          .list({ llmCallable: true })
          .map((info) => definitionOf({ ...info, returns: registry.get(info.name)?.spec.returns }, shape)),
      );
    },
    toLua: (name) => answer(async () => ({ source: await (await operations()).toLua(String(name)) })),
    import: (from, options) =>
      answer(async (): Promise<ImportAnswer> => {
        const shop = await operations();
        const isAddress = isObject(from) && typeof from['url'] === 'string';
        const preview = isAddress
          ? await shop.previewUrl(from['url'] as string, from['hash'] as string | undefined)
          : await shop.preview(await toImportFiles(from as Iterable<GivenFile>));
        if (options?.install !== true) return preview;
        return { ...preview, installed: await installed(await opening, preview, choicesOf(options)) };
      }),
    export: (name, format) => answer(async () => (await operations()).export({ tool: String(name) }, format)),
    share: (name) =>
      answer(async () => {
        const { text, notes } = await (await operations()).share(String(name));
        return { link: new URL(`#/studio?share=${text}`, document.baseURI).href, notes };
      }),
    checkUpdate: (name, options) =>
      answer(async (): Promise<UpdateAnswer> => {
        const {
          preview,
          changed: isChanged,
          hash,
          changes,
        } = await (await operations()).checkUpdate({ tool: String(name) });
        const facts = { changed: isChanged, hash, changes };
        if (options?.apply !== true || !isChanged) return facts;
        return { ...facts, installed: await installed(await opening, preview) };
      }),
  };
  return Object.freeze(api);
}

/** Returns the entries of the last removal of a name. */
async function lastRemoved(registry: Registry, name: string): Promise<string[]> {
  const entries = (await registry.removed()).filter(({ tool }) => {
    const qualified = `${registry.bundle(tool.bundle)?.slug ?? tool.bundle}__${tool.name}`;
    return [tool.name, qualified, `${tool.name}@${tool.spec.version}`].includes(name);
  });
  const [last] = entries;
  return entries
    .filter(({ removedAt, tool }) => removedAt === last?.removedAt && tool.folder === last.tool.folder)
    .map(({ id }) => id);
}

async function details({ tools, toolParts }: ToolPageApp, name: string): Promise<ToolDetails> {
  const tool = tools.get(name);
  if (!tool) throw new Failure('not_found', `no tool registered with name: ${name}`);
  const usage = (await toolParts.usage()).get(`${tool.bundle}/${tool.slug}`);
  return {
    ...tools.infoOf(tool),
    source: tool.source,
    files: tool.files,
    config: tool.config,
    limits: tool.limits,
    ...(tool.spec.returns && { returns: tool.spec.returns }),
    asks: tool.spec.hosts,
    ...(tool.from && { from: tool.from }),
    calls: usage?.calls ?? 0,
    ...(usage && { lastCalledAt: usage.lastCalledAt }),
  };
}

function versionInfo(tool: Tool, current: Tool | undefined): VersionInfo {
  const { id, enabled, origin, createdAt } = tool;
  return { id, version: tool.spec.version, current: current?.id === id, enabled, origin, createdAt };
}

function checkShape(shape: unknown): asserts shape is DefinitionShape {
  if (DEFINITION_SHAPES.includes(shape as DefinitionShape)) return;
  throw new Failure('bad_request', `the shape must be one of ${DEFINITION_SHAPES.join(', ')}`);
}
