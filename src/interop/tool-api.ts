// `window.perilune.tools`: everything that can be done with tools. Failures are data: `{error: {code, message}}`.
//
// - A tool is named by the name it is offered by, `name@version`, or the id of a version.
// - Whatever is created, changed or removed here is logged as done by the page.
import type { App, InstallOptions } from '../app.ts';
import type { Upstream } from '../core/bundle.ts';
import { DEFINITION_SHAPES, definitionOf, type DefinitionShape } from '../core/definition.ts';
import { Failure } from '../core/errors.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { ChangeRecord } from '../core/run-record.ts';
import type { CallReport, Tool, ToolInfo, ToolResult } from '../core/tool.ts';
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

type Registry = App['tools'];
type Workshop = Awaited<ReturnType<App['toolParts']['workshop']>>;
type Search = Awaited<ReturnType<App['toolParts']['search']>>;
type ListFilter = NonNullable<Parameters<Registry['list']>[0]>;

/** A tool in full, its config included: this page may see it, models and other tools may not. */
export interface ToolDetails extends ToolInfo {
  source: string;
  files: Record<string, string>;
  config: JsonObject;
  limits: Tool['limits'];
  returns?: Tool['spec']['returns'];
  /** Hosts that its script asks for. */
  asks: string[];
  from?: Upstream;
  /** How often it was called, all versions together. */
  calls: number;
  lastCalledAt?: string;
}

export interface VersionInfo {
  id: string;
  version: string;
  /** It answers to the name. */
  current: boolean;
  enabled: boolean;
  origin: Tool['origin'];
  createdAt: string;
}

export interface ToolApi extends CaseCalls {
  /** Built-ins first, then by name; only what can be called unless `includeDisabled`. Rejects for a filter that is none. */
  list(filter?: ListFilter): Promise<ToolInfo[]>;
  /** The same page by page. A token stays good while tools come and go. Rejects with code `bad_request`. */
  page(options?: Parameters<Registry['page']>[0]): Promise<ReturnType<Registry['page']>>;
  /** Errors: `not_found`. */
  get(name: string): Promise<Answer<{ tool: ToolDetails }>>;
  /** By name as typed (prefix, then whole words, then with slips), and by what they are for. */
  search(query: string, options?: ListFilter & { limit?: number }): ReturnType<Search['search']>;
  /**
   * Calls a tool. Never rejects for what a tool, its arguments or its policy cause.
   * A tool with policy `ask` waits until a person on the page has answered.
   */
  call(name: string, args?: unknown, options?: { signal?: AbortSignal }): Promise<ToolResult>;
  /** The same call with all there is to see of it: outcome, checked arguments, logs, time, and the id of its record. */
  test(name: string, args?: unknown, options?: { signal?: AbortSignal }): Promise<CallReport>;
  /**
   * Installs a Lua script, or the JSON of a request or a flow; or a new version of it. Hosts are granted by `hosts` alone,
   * whatever the script asks for. Errors: `bad_request`, `too_large`, `conflict`, `disabled`, `timeout`, `unavailable`.
   */
  install(source: string, options?: InstallOptions): Promise<Answer<{ tool: ToolInfo }>>;
  /** Installs a new version of a tool that is there. Errors: those of `install`, and `not_found`. */
  update(name: string, source: string, options?: InstallOptions): Promise<Answer<{ tool: ToolInfo }>>;
  /** Changes what a tool may use and how it is called: hosts, writes, config, limits, policy, tags, flags, rate. */
  configure(
    name: string,
    settings: Parameters<Registry['configure']>[1],
  ): Promise<Answer<{ tool: ToolInfo }>>;
  /** The same, under the name it had first. */
  grant(name: string, settings: Parameters<Registry['configure']>[1]): Promise<Answer<{ tool: ToolInfo }>>;
  /** Its config, hosts, secrets by name, limits, policy and switches; and in `missing` what it lacks, in sentences. */
  settings(name: string): Promise<Answer<{ settings: Awaited<ReturnType<Workshop['settings']>> }>>;
  enable(name: string): Promise<Answer<{ tool: ToolInfo }>>;
  /** Off means all versions, unless one is named. */
  disable(name: string): Promise<Answer<{ tool: ToolInfo }>>;
  /** Removes a tool with all versions, or one version. It is kept for 30 days: `restore` brings it back. */
  remove(name: string): Promise<Answer<{ removed: true }>>;
  /** @param what a name, for what was removed of it last; or ids from `removed()`. Errors: `not_found`, `conflict`. */
  restore(what: string | string[]): Promise<Answer<{ tools: ToolInfo[] }>>;
  /** What can be brought back, latest first. */
  removed(): Promise<{ id: string; name: string; version: string; removedAt: string }[]>;
  /** The versions, the one in front first, and every change, latest first. */
  history(name: string): Promise<Answer<{ versions: VersionInfo[]; changes: ChangeRecord[] }>>;
  /** Unified diffs of two versions, a file each. */
  diff(from: string, to: string): Promise<Answer<{ changes: ReturnType<Workshop['diff']> }>>;
  /** Puts a version in front of the others. */
  use(name: string): Promise<Answer<{ tool: ToolInfo }>>;
  /** What keeps a text from being a tool (errors), and what may surprise (warnings), each with its place. */
  validate(source: string, options?: Parameters<Workshop['validate']>[1]): ReturnType<Workshop['validate']>;
  /** Its definition as models and protocols take it. Errors: `not_found`, `bad_request` for an unknown shape. */
  definition(name: string, shape?: DefinitionShape): Promise<Answer<{ definition: object }>>;
  /** Of all tools that a model may be offered. */
  definitions(shape?: DefinitionShape): Promise<object[]>;
  /** The Lua script that a request or a flow comes down to. */
  toLua(name: string): Promise<Answer<{ source: string }>>;
  /**
   * Reads files, or the text at an address, and says what would be installed. `install: true` installs it: as `ask`, without
   * grants, in a bundle of its own unless `into` names one. With `hash`, what the address answers must have that SHA-256.
   */
  import(
    from: Iterable<GivenFile> | { url: string; hash?: string },
    options?: ImportOptions,
  ): Promise<Answer<ImportAnswer>>;
  /** A tool with its versions as a file. */
  export(
    name: string,
    format?: Parameters<Workshop['export']>[1],
  ): Promise<Answer<Awaited<ReturnType<Workshop['export']>>>>;
  /**
   * An address that holds the whole tool: opening it shows what would be installed. Nothing is uploaded, and secrets, policy
   * and grants stay here; `notes` says what else does. Errors: `not_found`, `bad_request`, `too_large`.
   */
  share(name: string): Promise<Answer<{ link: string; notes: string[] }>>;
  /** What is at the address that a tool came from, compared with it. With `apply`, installs it. */
  checkUpdate(name: string, options?: { apply?: boolean }): Promise<Answer<UpdateAnswer>>;
}

const CALLER = { kind: 'page' } as const;

export function toolApi(opening: Promise<ToolPageApp>): ToolApi {
  const tools = async (): Promise<Registry> => (await opening).tools;
  const workshop = async (): Promise<Workshop> => (await opening).toolParts.workshop();
  /** The answer that most operations give: the tool as it is then. */
  const changed = (work: (registry: Registry) => Promise<Tool>) =>
    answer(async () => {
      const registry = await tools();
      return { tool: registry.infoOf(await work(registry)) };
    });
  const configure: ToolApi['configure'] = (name, settings) =>
    changed((registry) => registry.configure(String(name), settings, 'page'));
  const api: ToolApi = {
    list: async (filter) => structuredClone((await tools()).list(given(filter))),
    page: async (options) => structuredClone((await tools()).page(given(options))),
    get: (name) => answer(async () => ({ tool: await details(await opening, String(name)) })),
    search: async (query, options) =>
      structuredClone(
        await (await (await opening).toolParts.search()).search(String(query ?? ''), given(options)),
      ),
    async call(name, args, options) {
      return (await api.test(name, args, options)).outcome;
    },
    async test(name, args, options) {
      const report = answer(async () => {
        const signal = signalOf(options);
        return (await tools()).call(String(name), args, { caller: CALLER, ...(signal && { signal }) });
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
    settings: (name) => answer(async () => ({ settings: await (await workshop()).settings(String(name)) })),
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
    diff: (from, to) => answer(async () => ({ changes: (await workshop()).diff(String(from), String(to)) })),
    use: (name) => changed(async (registry) => (await registry.edit()).useVersion(String(name), 'page')),
    ...caseCalls(async () => (await opening).toolParts.cases()),
    validate: async (source, options) =>
      structuredClone(await (await workshop()).validate(source, given(options))),
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
    toLua: (name) => answer(async () => ({ source: await (await workshop()).toLua(String(name)) })),
    import: (from, options) =>
      answer(async (): Promise<ImportAnswer> => {
        const shop = await workshop();
        const isAddress = isObject(from) && typeof from['url'] === 'string';
        const preview = isAddress
          ? await shop.previewUrl(from['url'] as string, from['hash'] as string | undefined)
          : await shop.preview(await toImportFiles(from as Iterable<GivenFile>));
        if (options?.install !== true) return preview;
        return { ...preview, installed: await installed(await opening, preview, choicesOf(options)) };
      }),
    export: (name, format) => answer(async () => (await workshop()).export({ tool: String(name) }, format)),
    share: (name) =>
      answer(async () => {
        const { text, notes } = await (await workshop()).share(String(name));
        return { link: new URL(`#/studio?share=${text}`, document.baseURI).href, notes };
      }),
    checkUpdate: (name, options) =>
      answer(async (): Promise<UpdateAnswer> => {
        const {
          preview,
          changed: isChanged,
          hash,
          changes,
        } = await (await workshop()).checkUpdate({ tool: String(name) });
        const facts = { changed: isChanged, hash, changes };
        if (options?.apply !== true || !isChanged) return facts;
        return { ...facts, installed: await installed(await opening, preview) };
      }),
  };
  return Object.freeze(api);
}

/** The entries that the last removal of a name left. */
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

/** Options that are null count as not given. */
function given<T extends object>(options: T | null | undefined): T {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== null)) as T;
}

function signalOf(options: { signal?: AbortSignal } | null | undefined): AbortSignal | undefined {
  const signal = options?.signal ?? undefined;
  if (signal === undefined || Object.prototype.toString.call(signal) === '[object AbortSignal]')
    return signal;
  throw new Failure('bad_request', 'signal must be an AbortSignal');
}
