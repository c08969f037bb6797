// Installing a script: what it is, what comes with it, the grants, and the installation.
import type { App } from '../../apps/web/app.ts';
import { slugOf } from '../../core/bundle.ts';
import { Failure, toErrorData, type ErrorData } from '../../core/errors.ts';
import type { Tool, ToolSpec } from '../../core/tool.ts';
import type { Policy } from '../../core/tool-kinds.ts';
import { requestedCapabilities, type RequestedCapabilities } from './requested-capabilities.ts';
import type { Candidate, Placed } from './dropped-tools.ts';
import { requestedHosts } from './host-labels.ts';
import { Replacement } from './replacement.svelte.ts';

type PlanApp = {
  tools: Pick<App['tools'], 'get' | 'inspect' | 'install' | 'list' | 'bundles' | 'bundle'>;
  folders: Pick<App['folders'], 'list'>;
};

export class InstallPlan {
  readonly fileName: string;
  readonly modules: readonly string[];
  readonly beside: readonly string[];
  readonly #app: PlanApp;
  readonly #candidate: Candidate;
  readonly #replacements = new Map<string, Replacement>();
  #modules: Readonly<Record<string, string>> = {};
  source = $state('');
  spec = $state.raw<ToolSpec>();
  /** The installed tool with its name. */
  namesake = $state.raw<Tool>();
  problem = $state.raw<ErrorData>();
  policy = $state<Policy>('ask');
  /** Slug of the target bundle; empty: the one for opened files. */
  into = $state('');
  /** Requested hosts to grant. */
  granted = $state.raw<readonly string[]>([]);
  /** Whether the text files next to it become its files. */
  takesBeside = $state(false);
  installing = $state(false);

  constructor(app: PlanApp, candidate: Candidate) {
    this.#app = app;
    this.#candidate = candidate;
    this.fileName = candidate.file.name;
    this.modules = candidate.modules.map(({ path }) => path);
    this.beside = candidate.beside.map(({ path }) => path);
  }

  /** The tool it would replace: the one of its name in the selected bundle. */
  get existing(): Tool | undefined {
    const { spec, namesake, into } = this;
    if (!spec || namesake?.origin === 'builtin') return namesake;
    if (into === '') return undefined;
    const { tools } = this.#app;
    if (namesake && tools.bundle(namesake.bundle)?.slug === into) return namesake;
    const listed = tools.list({ bundle: into, includeDisabled: true, connectors: true });
    const found = listed.find(({ slug }) => slug === slugOf(spec.name));
    return found && tools.get(found.id);
  }

  /** What it would replace, and what the user passes on from that. */
  get replacement(): Replacement | undefined {
    const { existing } = this;
    if (!existing || this.same || existing.origin === 'builtin') return undefined;
    const known = this.#replacements.get(existing.id) ?? new Replacement(existing, this.#app.folders);
    this.#replacements.set(existing.id, known);
    return known;
  }

  /** Possible target bundles, besides the one for opened files. */
  get places(): { slug: string; displayName: string }[] {
    const { tools } = this.#app;
    const there = this.namesake && tools.bundle(this.namesake.bundle);
    const servers = new Set(tools.list({ kind: 'mcp', includeDisabled: true }).map(({ bundle }) => bundle));
    return tools
      .bundles()
      .filter(
        ({ id, slug, origin, enabled }) =>
          (there?.id === id || origin === 'user') && origin !== 'builtin' && enabled && !servers.has(slug),
      );
  }

  get hosts(): string[] {
    return requestedHosts(this.spec?.hosts ?? []);
  }

  /** Its requests besides hosts. */
  get asks(): RequestedCapabilities {
    if (!this.spec) return { settings: [], secrets: [], writes: false };
    const found = requestedCapabilities(
      [this.source, ...Object.values(this.#modules)],
      this.replacement?.keepsConfig ? (this.existing?.config ?? {}) : {},
    );
    // A connector gets its settings as its scan's argument.
    return this.spec.kind === 'connector' ? { ...found, settings: [] } : found;
  }

  /** The same script with the same modules is already installed. */
  get same(): boolean {
    const { existing } = this;
    if (existing?.source !== this.source) return false;
    return Object.entries(this.#modules).every(([path, text]) => existing.files[path] === text);
  }

  /** Grants of the replaced tool that would end. */
  get lost(): string[] {
    return this.same ? [] : (this.existing?.hosts.filter((host) => !this.granted.includes(host)) ?? []);
  }

  /** Reads the script and its declaration. Never rejects: `problem` says what is wrong. */
  async look(): Promise<void> {
    try {
      this.source = await this.#candidate.file.text();
      this.#modules = await textsOf(this.#candidate.modules);
      const { tools } = this.#app;
      const found = await tools.inspect(this.source, this.fileName, this.#modules);
      this.namesake = tools.get(found.name);
      this.spec = found;
      const there = this.namesake && tools.bundle(this.namesake.bundle)?.slug;
      this.into = this.places.find(({ slug }) => slug === there)?.slug ?? '';
      const { existing, same } = this;
      // It asks until the user decides otherwise, whatever its origin. A denied tool stays denied.
      this.policy = existing && (same || existing.policy === 'deny') ? existing.policy : 'ask';
      this.granted = same ? [...(existing?.hosts ?? [])] : [];
      this.takesBeside = this.beside.some((path) => this.source.includes(path));
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable');
    }
  }

  grant(host: string, on: boolean): void {
    const others = this.granted.filter((one) => one !== host);
    this.granted = on ? [...others, host] : others;
  }

  /** @returns the tool; undefined on failure, explained in `problem`. */
  async install(): Promise<Tool | undefined> {
    if (!this.spec || this.installing) return undefined;
    this.installing = true;
    this.problem = undefined;
    try {
      const beside = this.takesBeside ? await textsOf(this.#candidate.beside) : {};
      const files = { ...this.#modules, ...beside };
      const kept = this.same ? { writes: this.existing?.writes ?? false } : { writes: false };
      const options = {
        fileName: this.fileName,
        policy: this.policy,
        hosts: [...this.granted],
        // A separate choice: allowing calls says nothing about files.
        ...kept,
        // Reinstalling the same script without files keeps its files.
        ...(this.same && Object.keys(beside).length === 0 ? {} : { files }),
        ...(this.into !== '' && { bundle: this.into }),
        replace: true,
      };
      const { keep } = this.replacement ?? {};
      return await this.#app.tools.install(this.source, options, 'user', {
        origin: 'imported',
        chosen: true,
        ...(keep && { keep }),
      });
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable');
      return undefined;
    } finally {
      this.installing = false;
    }
  }
}

/** @throws Failure `bad_request` for a binary file. */
async function textsOf(placed: readonly Placed<File>[]): Promise<Record<string, string>> {
  const texts = placed.map(async ({ path, file }): Promise<[string, string]> => {
    try {
      return [path, new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())];
    } catch {
      throw new Failure('bad_request', `${path} could not be read as text`);
    }
  });
  return Object.fromEntries(await Promise.all(texts));
}
