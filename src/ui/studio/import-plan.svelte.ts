// An import: its contents, what each tool is and asks for, its target, and the installation.
import type { App } from '../../apps/web/app.ts';
import { isReservedSlug, slugOf } from '../../core/bundle.ts';
import { toErrorData, type ErrorData } from '../../core/errors.ts';
import type { Tool, ToolSpec } from '../../core/tool.ts';
import type { ToolKind } from '../../core/tool-kinds.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { ImportAgents } from './import-agents.svelte.ts';
import { ImportChoice } from './import-choice.svelte.ts';
import { requestedCapabilities, type RequestedCapabilities } from './requested-capabilities.ts';
import type { Placed } from './dropped-tools.ts';
import { requestedHosts, impossibleHosts } from './host-labels.ts';
import type { ImportPreview, ImportRequest } from './install-queue.svelte.ts';
import { Replacement } from './replacement.svelte.ts';

type ToolOperations = Awaited<ReturnType<App['toolParts']['operations']>>;
type ImportReport = Awaited<ReturnType<ToolOperations['install']>>[number];
/** The part of the app an import needs. */
type ImportApp = Pick<App, 'tools' | 'toolParts'> &
  Partial<Pick<App, 'profiles'>> & { folders: Pick<App['folders'], 'list'> };

/** A tool of an import, with what is known so far. */
export class ToolView {
  readonly draft: ToolDraft;
  spec = $state.raw<ToolSpec>();
  /** Why it cannot run: it is installed anyway, turned off. */
  problem = $state<string>();

  constructor(draft: ToolDraft) {
    this.draft = draft;
    this.problem = draft.problem;
  }

  get name(): string {
    return (
      this.spec?.name ?? this.draft.fileName.replace(/^.*\//, '').replace(/(\.(http|flow))?\.[a-z]+$/i, '')
    );
  }

  get kind(): ToolKind {
    return this.spec?.kind ?? this.draft.kind;
  }

  get hosts(): string[] {
    return requestedHosts(this.spec?.hosts ?? []);
  }

  /** Requested hosts that cannot be granted. */
  get impossible(): string[] {
    return impossibleHosts(this.spec?.hosts ?? []);
  }

  /** Its requests besides hosts, including settings with values. */
  get asks(): RequestedCapabilities {
    const { config, kind, source, files } = this.draft;
    const brought = Object.keys(config);
    if (kind !== 'lua' || this.spec === undefined) return { settings: brought, secrets: [], writes: false };
    const modules = Object.entries(files).flatMap(([path, text]) => (path.endsWith('.lua') ? [text] : []));
    const { settings, ...rest } = requestedCapabilities([source, ...modules], config);
    // A connector gets its settings as its scan's argument.
    const wanted = this.spec.kind === 'connector' ? [] : settings;
    return { ...rest, settings: [...new Set([...brought, ...wanted])] };
  }
}

export interface BundleView {
  draft: BundleDraft;
  tools: ToolView[];
}

/** The result for one bundle. */
export interface Outcome {
  name: string;
  report?: ImportReport;
  /** A sentence: nothing of it was installed. */
  problem?: string;
}

export class ImportPlan {
  readonly #app: ImportApp;
  readonly #files: readonly Placed<File>[];
  readonly #link: string | undefined;
  readonly #ready: ImportPreview | undefined;
  #preview: ImportPreview | undefined;
  stage = $state<'address' | 'reading' | 'choosing' | 'shown' | 'installing' | 'done'>('reading');
  /** The selection from a large import. */
  choice = $state.raw<ImportChoice>();
  bundles = $state.raw<readonly BundleView[]>([]);
  /** Its address, and the SHA-256 of the content there. */
  from = $state.raw<ImportPreview['from']>();
  /** It replaces the texts of a bundle from the same place. */
  updates = $state(false);
  problem = $state.raw<ErrorData>();
  /** Every tool has been inspected. */
  looked = $state(false);
  /** Slug of the bundle for everything; empty: separate bundles. */
  into = $state('');
  outcomes = $state.raw<readonly Outcome[]>([]);
  readonly agents: ImportAgents;
  /** Names of secrets its config may use. */
  given = $state.raw<readonly string[]>([]);
  readonly #replacements = new Map<string, Replacement>();

  constructor(app: ImportApp, { imports, link, ready, into }: ImportRequest) {
    this.#app = app;
    this.agents = new ImportAgents(app.profiles);
    this.#files = imports;
    this.into = into ?? '';
    this.#link = link;
    this.#ready = ready?.preview;
    if (imports.length === 0 && link === undefined && !ready) this.stage = 'address';
  }

  /** What a tool would replace in its target. */
  replacementOf({ spec }: ToolView): Replacement | undefined {
    const { into } = this;
    if (!spec || into === '') return undefined;
    const { tools, folders } = this.#app;
    const listed = tools.list({ bundle: into, includeDisabled: true, connectors: true });
    const there = listed.find(({ slug }) => slug === slugOf(spec.name));
    const tool = there && tools.get(there.id);
    if (!tool) return undefined;
    const key = `${into}/${tool.id}`;
    const known = this.#replacements.get(key) ?? new Replacement(tool, folders);
    this.#replacements.set(key, known);
    return known;
  }

  give(secret: string, on: boolean): void {
    const others = this.given.filter((one) => one !== secret);
    this.given = on ? [...others, secret] : others;
  }

  /** Why a bundle cannot be created, as a sentence. */
  refusalOf({ draft }: BundleView): string | undefined {
    if (this.into !== '' || !isReservedSlug(draft.slug)) return undefined;
    return `Its name, ${draft.slug}, is reserved. Choose a bundle under “Put into”.`;
  }

  get #keep(): Record<string, { config: boolean; folder: boolean }> {
    const views = this.bundles.flatMap(({ tools }) => tools);
    return Object.fromEntries(
      views.flatMap((view) => {
        const found = this.replacementOf(view);
        return found ? [[view.name, found.keep]] : [];
      }),
    );
  }

  /** Reads the files, the link, or what was read elsewhere. Never rejects: `problem` says what is wrong. */
  async lookAtFiles(): Promise<void> {
    await this.#look(async (operations) => {
      if (this.#ready) return this.#ready;
      if (this.#link !== undefined) return operations.previewLink(this.#link);
      const files = this.#files.map(async ({ path, file }) => ({
        path,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }));
      const read = await operations.unpack(await Promise.all(files));
      await this.agents.find(read);
      return this.agents.previewTools(read, (tools) => operations.preview(tools));
    });
    if (this.stage === 'reading') this.stage = 'done';
  }

  /** @param hash expected SHA-256 in hex; empty: any. After a problem, the address can be corrected. */
  async lookAtAddress(url: string, hash: string): Promise<void> {
    await this.#look((operations) => operations.previewUrl(url, hash.trim() === '' ? undefined : hash));
    if (this.stage === 'reading') this.stage = 'address';
  }

  /** Installs bundle by bundle; a refused one does not stop the others. */
  async install(): Promise<void> {
    const preview = this.#preview;
    if (!preview || this.stage !== 'shown') return;
    this.stage = 'installing';
    const outcomes: Outcome[] = [];
    for (const draft of preview.bundles) {
      const { into } = this;
      const name = (into !== '' && this.#app.tools.bundle(into)?.displayName) || draft.displayName;
      try {
        const operations = await this.#app.toolParts.operations();
        const [report] = await operations.install({ ...preview, bundles: [draft] }, 'user', {
          ...(into !== '' && { into }),
          secrets: this.given,
          keep: this.#keep,
        });
        outcomes.push({ name: report?.bundle.displayName ?? name, ...(report && { report }) });
      } catch (error) {
        outcomes.push({ name, problem: toErrorData(error, 'unavailable').message });
      }
    }
    await this.agents.add();
    this.outcomes = outcomes;
    this.stage = 'done';
  }

  /** The installed tools, including earlier ones. */
  get installed(): Tool[] {
    return this.outcomes.flatMap(({ report }) => {
      if (!report) return [];
      const { bundle, tools, unchanged } = report;
      const before = this.#app.tools.toolsIn(bundle.id).filter(({ name }) => unchanged.includes(name));
      const fronts = new Map([...before, ...tools].map((tool) => [tool.folder, tool]));
      return [...fronts.values()];
    });
  }

  async #look(read: (operations: ToolOperations) => Promise<ImportPreview>): Promise<void> {
    this.stage = 'reading';
    this.problem = undefined;
    try {
      const preview = await read(await this.#app.toolParts.operations());
      this.#preview = preview;
      this.from = preview.from;
      this.updates = preview.updates !== undefined;
      if (ImportChoice.isNeeded(preview.bundles)) {
        this.choice = new ImportChoice(preview.bundles.flatMap(({ tools }) => tools));
        this.stage = 'choosing';
        return;
      }
      this.#show(preview);
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable');
      return;
    }
    await this.#inspect();
  }

  /** Continues with the tools selected from a large import. */
  async choose(): Promise<void> {
    const [preview, { choice }] = [this.#preview, this];
    if (!preview || !choice || choice.count === 0 || choice.problem !== undefined) return;
    const bundles = preview.bundles
      .map((draft) => ({ ...draft, tools: draft.tools.filter((tool) => choice.has(tool)) }))
      .filter(({ tools }) => tools.length > 0);
    this.#preview = { ...preview, bundles };
    this.#show(this.#preview);
    await this.#inspect();
  }

  #show({ bundles }: ImportPreview): void {
    this.bundles = bundles.map((draft) => ({ draft, tools: draft.tools.map((tool) => new ToolView(tool)) }));
    this.stage = 'shown';
  }

  async #inspect(): Promise<void> {
    try {
      const { installer } = await this.#app.tools.edit();
      for (const view of this.bundles.flatMap(({ tools }) => tools)) {
        if (view.problem !== undefined) continue;
        const { source, fileName, files, kind } = view.draft;
        await installer.inspect(source, fileName, files, kind).then(
          ({ spec }) => (view.spec = spec),
          (error: unknown) => (view.problem = toErrorData(error, 'unavailable').message),
        );
      }
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable');
    }
    this.looked = true;
  }
}
