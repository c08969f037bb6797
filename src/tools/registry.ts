// The tools and everything that can be done with them. The parts that change them load on first use.
import { BUNDLE_IDS, type Bundle } from '../core/bundle.ts';
import { NOT_LOADED } from '../core/deferred.ts';
import type { Secret } from '../core/secrets.ts';
import { toolInfo, type CallReport, type Tool, type ToolInfo, type ToolSpec } from '../core/tool.ts';
import type { Policy } from '../core/tool-kinds.ts';
import { Failure } from '../core/errors.ts';
import type { Approve } from '../core/ports/approval.ts';
import { reconciled, type BundledTool } from './bundled.ts';
import { builtinTool, type Builtin } from './builtins.ts';
import { toolChange, type By } from './changes.ts';
import type { EditorDeps, ToolEditor, ToolSettings } from './editor.ts';
import type { InstallOptions } from './install-options.ts';
import type { CallOptions } from './invoke.ts';
import type { Invoke } from './open-calls.ts';
import type { FinishedCall, InvokeDeps } from './invoke-deps.ts';
import { listed, type Listed, type ToolFilter } from './listing.ts';
import type { PageOptions, ToolPage } from './tool-page.ts';
import { noSuchTool } from './no-such-tool.ts';
import { deepFreeze, snapshot } from './plain.ts';
import type { Coming } from './placement.ts';
import type { Offer } from './records.ts';
import type { Removal } from './removals.ts';
import { ToolRepository, type ToolProblem } from './tool-repository.ts';
import type { RemovedTool, ToolHistory, ToolStore } from '../core/ports/tool-store.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';
import { versioned } from './version.ts';
import { Listeners } from '../base/listeners.ts';

export interface RegistryDeps {
  store: ToolStore;
  runner: ToolRunner;
  builtins: Builtin[];
  bundled: BundledTool[];
  approve: Approve;
  /** Returns the values of those secrets that exist. Failure `unavailable` while they are locked. */
  secrets(names: readonly string[]): Promise<Secret[]>;
  /** @see EditorDeps.secretNames */
  secretNames?: NonNullable<EditorDeps['secretNames']>;
  /** @see InvokeDeps.callServer; absent: there are no servers */
  callServer?: InvokeDeps['callServer'];
  /** @see InvokeDeps.readOnly */
  readOnly?: NonNullable<InvokeDeps['readOnly']>;
  /** Records the outcome of a call. Never throws, and no caller waits for it. */
  record(call: FinishedCall): void;
  /** @see EditorDeps.carryUsage */
  carryUsage?: NonNullable<EditorDeps['carryUsage']>;
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

export class Registry {
  readonly #deps: RegistryDeps;
  readonly #builtins: Map<string, Builtin>;
  readonly #repository: ToolRepository;
  readonly #listeners = new Listeners();
  #marks: ReadonlyMap<string, string> = new Map();
  #editor: Promise<ToolEditor> | undefined;
  #path: Promise<Invoke> | undefined;

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
    this.#builtins = new Map(deps.builtins.map((builtin) => [builtin.name, builtin]));
    this.#repository = new ToolRepository({
      store: deps.store,
      ownNames: this.#builtins,
      now: deps.now,
      onChange: () => this.#changed(),
    });
  }

  /**
   * Reads the stored tools and updates the bundled ones. Called once, before anything else.
   * @throws Failure `unavailable` when the store can't be read
   */
  async load(): Promise<void> {
    await this.#repository.load();
    await this.#bringUpToDate(await Promise.all(this.#deps.bundled.map(bundledOffer)));
    this.#changed();
  }

  /** Loads the editor, which changes tools and bundles: installs, settings, versions, bundles. */
  edit(): Promise<ToolEditor> {
    this.#editor ??= import('./editor.ts').then(
      ({ ToolEditor }) => {
        const isBuiltin = (name: string): boolean => this.#builtins.has(name);
        return new ToolEditor({ ...this.#deps, repository: this.#repository, isBuiltin });
      },
      () => {
        this.#editor = undefined;
        throw new Failure('unavailable', NOT_LOADED);
      },
    );
    return this.#editor;
  }

  /** Adds a built-in, before any tool of its name. @throws Failure `conflict` @returns a function that removes it */
  offer(builtin: Builtin): () => void {
    const { name } = builtin;
    if (this.#builtins.has(name)) throw new Failure('conflict', `a built-in tool '${name}' already exists`);
    this.#builtins.set(name, builtin);
    this.#changed();
    return () => {
      if (this.#builtins.get(name) === builtin && this.#builtins.delete(name)) this.#changed();
    };
  }

  /** Built-ins first, then by name. `includeDisabled` adds what can't be called, `connectors` adds connectors. */
  list(filter: ToolFilter = {}): ToolInfo[] {
    return listed(this.#repository.catalogue, filter, this.#own()).map(({ tool }) => this.infoOf(tool));
  }

  /** Returns the ids in that list, which is cheaper. */
  ids(filter: ToolFilter = {}): Set<string> {
    return new Set(listed(this.#repository.catalogue, filter, this.#own()).map(({ tool }) => tool.id));
  }

  /** Returns the same list, validated and in pages. @throws Failure `bad_request` */
  async page(options: PageOptions = {}): Promise<ToolPage> {
    const { toolPage } = await import('./tool-page.ts');
    const list = (filter: ToolFilter): Listed[] => listed(this.#repository.catalogue, filter, this.#own());
    return toolPage(list, options, ({ tool }) => this.infoOf(tool));
  }

  /** Lists standard ones first, then by name. Deleted ones only with `deleted`. */
  bundles({ deleted = false }: { deleted?: boolean } = {}): Bundle[] {
    const standard = Object.values(BUNDLE_IDS) as string[];
    const rank = ({ id }: Bundle): number => standard.indexOf(id) + 1 || standard.length + 1;
    return [...this.#repository.catalogue.bundles]
      .filter(({ deletedAt }) => deleted || deletedAt === undefined)
      .sort((a, b) => rank(a) - rank(b) || (a.slug < b.slug ? -1 : 1));
  }

  /** @param reference slug or id */
  bundle(reference: string): Bundle | undefined {
    const { catalogue } = this.#repository;
    return catalogue.bundle(reference) ?? catalogue.bundleBySlug(reference);
  }

  /** @param reference the name it is offered under, `name@version`, or the id of a version */
  get(reference: string): Tool | undefined {
    const builtin = this.#builtins.get(reference);
    return builtin ? this.#toolOf(builtin) : this.#repository.catalogue.find(reference);
  }

  infoOf(tool: Tool): ToolInfo {
    if (tool.kind === 'builtin') return toolInfo(tool, { name: tool.name, bundle: 'builtin' });
    const info = this.#repository.catalogue.infoOf(tool);
    const mark = this.#marks.get(tool.id);
    return mark === undefined ? info : { problem: mark, ...info };
  }

  /** Marks tools that can't run for other reasons, until the page closes. @param problems by the id of the version */
  mark(problems: ReadonlyMap<string, string>): void {
    const same = problems.size === this.#marks.size;
    if (same && [...problems].every(([id, problem]) => this.#marks.get(id) === problem)) return;
    this.#marks = problems;
    this.#changed();
  }

  /** Returns the versions of a tool, the selected one first. @throws Failure `not_found` */
  versions(reference: string): readonly Tool[] {
    const { bundle, slug } = this.#existing(reference);
    return this.#repository.catalogue.versions(bundle, slug);
  }

  /** Returns every record of a bundle, by slug and age, for an export. */
  toolsIn(bundle: string): Tool[] {
    return this.#repository.catalogue
      .toolsIn(this.bundle(bundle)?.id ?? bundle)
      .sort((a, b) => (a.slug === b.slug ? (a.id < b.id ? -1 : 1) : a.slug < b.slug ? -1 : 1));
  }

  /** Returns the ids of all folders that a tool has, or would have again after a restore. */
  async folders(): Promise<Set<string>> {
    const removed = await this.#deps.store.removed();
    const tools = [...this.#repository.catalogue.tools, ...removed.map(({ tool }) => tool)];
    return new Set(tools.map(({ folder }) => folder));
  }

  /** @throws Failure `not_found` */
  async history(reference: string): Promise<ToolHistory> {
    const { bundle, slug } = this.#existing(reference);
    const { store } = this.#deps;
    const [removed, changes] = await Promise.all([store.removed(), store.changes(`${bundle}/${slug}`)]);
    return {
      versions: [...this.#repository.catalogue.versions(bundle, slug)],
      removed: removed.filter(({ tool }) => tool.bundle === bundle && tool.slug === slug),
      changes,
    };
  }

  /** Returns removed tools that can be restored, latest first. */
  removed(): Promise<RemovedTool[]> {
    return this.#deps.store.removed();
  }

  /** What could not be read or saved, for people to see. */
  get problems(): readonly ToolProblem[] {
    return this.#repository.problems;
  }

  /** @see Installer.inspect */
  async inspect(
    source: string,
    fileName?: string,
    files?: Readonly<Record<string, string>>,
  ): Promise<ToolSpec> {
    return (await (await this.edit()).installer.inspect(source, fileName, files)).spec;
  }

  /** @see Installer.install */
  async install(source: string, options?: InstallOptions, by: By = 'user', coming?: Coming): Promise<Tool> {
    return (await this.edit()).installer.install(source, options, by, coming);
  }

  /** @see ToolEditor.remove */
  async remove(reference: string, by?: By): Promise<Removal> {
    return (await this.edit()).remove(reference, by);
  }

  /** @see ToolEditor.restore */
  async restore(ids: readonly string[], by?: By): Promise<Tool[]> {
    return (await this.edit()).restore(ids, by);
  }

  /** @see ToolEditor.setEnabled */
  async setEnabled(reference: string, enabled: boolean, by?: By): Promise<Tool> {
    const editor = await this.edit();
    const builtin = this.#builtins.get(reference);
    if (!builtin) return editor.setEnabled(reference, enabled, by);
    await editor.switchBuiltin(this.#toolOf(builtin), enabled, by);
    return this.#toolOf(builtin);
  }

  /** @see ToolEditor.setPolicy */
  async setPolicy(reference: string, policy: Policy, by?: By): Promise<Tool> {
    return (await this.edit()).setPolicy(reference, policy, by);
  }

  /** @see ToolEditor.configure */
  async configure(reference: string, settings: ToolSettings, by?: By): Promise<Tool> {
    return (await this.edit()).configure(reference, settings, by);
  }

  /** Calls a tool. Never rejects because of a tool, its arguments or its policy: see `invoke.ts`. */
  async call(name: string, args: unknown, options: CallOptions): Promise<CallReport> {
    const given = snapshot(args, 'the arguments');
    // The first screen needs none of it.
    this.#path ??= this.#openPath();
    const call = await this.#path.catch(() => undefined);
    if (call) return call(name, given, options);
    this.#path = undefined;
    return {
      outcome: { error: { code: 'unavailable', message: NOT_LOADED } },
      args: {},
      logs: [],
      milliseconds: 0,
    };
  }

  /** @returns a function that ends the subscription */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #changed(): void {
    // Names may have become free or taken.
    this.#repository.catalogue.apply({});
    this.#listeners.tell();
  }

  async #openPath(): Promise<Invoke> {
    const { openCalls } = await import('./open-calls.ts');
    return openCalls({
      ...this.#deps,
      find: (wanted) => this.get(wanted),
      whyClosed: ({ bundle }) => this.#repository.catalogue.whyClosed(bundle),
      builtin: (wanted) => this.#builtins.get(wanted),
      edit: () => this.edit(),
    });
  }

  async #bringUpToDate(offers: readonly Offer[]): Promise<void> {
    const { newId, now } = this.#deps;
    const outdated = (): Tool[] => {
      const { catalogue, problems } = this.#repository;
      const skipped = new Set([
        ...this.#repository.marked('removed-bundled'),
        ...problems.map(({ name }) => name),
      ]);
      return offers
        .filter(({ spec }) => !skipped.has(spec.name))
        .flatMap((offer) => reconciled(catalogue, offer, newId(), now()) ?? []);
    };
    if (outdated().length === 0) return;
    try {
      await this.#repository.change((catalogue) => {
        const putTools = outdated();
        const changes = putTools.map((tool) =>
          toolChange({ newId, now }, 'program', catalogue.tool(tool.id) ? 'changed' : 'created', tool),
        );
        return { commit: putTools.length > 0 ? { putTools, changes } : {}, value: undefined };
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // Not saved, but usable until the page is closed.
      for (const tool of outdated()) this.#repository.keepUnstored(tool, error.message);
    }
  }

  #own(): Tool[] {
    return [...this.#builtins.values()].map((builtin) => this.#toolOf(builtin));
  }

  #toolOf(builtin: Builtin): Tool {
    const enabled = !this.#repository.marked('disabled-builtin').includes(builtin.name);
    const open = this.#repository.catalogue.whyClosed(BUNDLE_IDS.builtin) === undefined;
    return deepFreeze(builtinTool(builtin, enabled && open));
  }

  #existing(reference: string): Tool {
    const tool = this.get(reference);
    if (!tool) throw noSuchTool(reference);
    return tool;
  }
}

async function bundledOffer({ source, spec }: BundledTool): Promise<Offer> {
  const kind = spec.kind ?? 'lua';
  return { kind, source, spec: await versioned(spec, source), origin: 'bundled', options: {} };
}
