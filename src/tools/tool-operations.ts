// What people do with tools besides calling them: check, compare, import, export, look for updates. Loads on first
// use.
import { MOST_TOOLS, portableSlug, type Bundle, type Upstream } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { SyntaxProblem, Validation } from '../core/finding.ts';
import type { Tool, ToolSpec } from '../core/tool.ts';
import type { BundleDraft, ImportFile, ToolDraft } from '../core/tool-draft.ts';
import type { By } from './changes.ts';
import { digestOf } from './consent.ts';
import {
  compareUpstream,
  installSource,
  namesake,
  textsOf,
  type FetchBytes,
  type ToolTexts,
  type UpstreamChange,
} from './formats/from-url.ts';
import type { ExportedFile } from './formats/export-lua.ts';
import type { SharedTool } from './formats/share-link.ts';
import type { ExportFormat } from './formats/write-export.ts';
import type { ImportReport } from './installer.ts';
import { settingsOf, type ToolSettingsView } from './needs.ts';
import { noSuchTool } from './no-such-tool.ts';
import { isCalled, type ImportWay } from './placement.ts';
import type { Registry } from './registry.ts';
import { compile, kindOf, readData } from './runnable.ts';

export interface ToolOperationsDeps {
  tools: Registry;
  /** Returns Lua's errors by path, without running anything. */
  compile(sources: Record<string, string>): Promise<SyntaxProblem[]>;
  inspect(source: string, fileName: string, files: Readonly<Record<string, string>>): Promise<ToolSpec>;
  secretNames(): Promise<readonly string[]>;
  fetchBytes: FetchBytes;
  /** `readImport`, isolated: its input may be large or hostile. */
  readImport: ReadImport;
  /** `unpackAlone`, isolated. */
  unpackImport: UnpackImport;
}

/** @throws Failure `bad_request` or `too_large` that names the file and the problem */
export type UnpackImport = (files: readonly ImportFile[]) => Promise<readonly ImportFile[]>;
export type ReadImport = (files: readonly ImportFile[], address?: string) => Promise<BundleDraft[]>;

export interface ValidateOptions {
  fileName?: string;
  files?: Readonly<Record<string, string>>;
  /** The installed tool that gets it as a new version: that tool's grants count. */
  tool?: string;
}

/** What an import contains, for review before anything is installed. */
export interface ImportPreview {
  bundles: BundleDraft[];
  /** Present when it came from an address. */
  from?: Upstream;
  /**
   * The id of the bundle it updates: another text under the same version replaces the installed one, which is kept as
   * removed.
   */
  updates?: string;
}

/** A person's decisions about an import. */
export type ImportChoices = Pick<ImportWay, 'into' | 'keep' | 'secrets'>;

/** A file with its hash: an import from an address that ends in `#sha256=` accepts no other. */
export interface PublishedFile extends ExportedFile {
  /** Lower-case hex. */
  sha256: string;
}

/** What an update from its address would change. `apply` is the argument for `install`. */
export interface Update extends UpstreamChange {
  url: string;
  preview: ImportPreview;
}

export class ToolOperations {
  readonly #deps: ToolOperationsDeps;

  constructor(deps: ToolOperationsDeps) {
    this.#deps = deps;
  }

  /** @throws Failure `unavailable` when the sandbox can't check it, `bad_request` when it isn't text */
  async validate(
    source: unknown,
    { fileName, files, tool: name }: ValidateOptions = {},
  ): Promise<Validation> {
    if (typeof source !== 'string') throw new Failure('bad_request', 'the source of a tool must be text');
    const { validateTool } = await import('./validate/validate-tool.ts');
    const { tools, compile: compileLua, inspect, secretNames } = this.#deps;
    const tool = name === undefined ? undefined : tools.get(name);
    // A server's declarations can't be fixed here.
    if (tool?.kind === 'mcp') return { valid: true, errors: [], warnings: [] };
    const kind = kindOf(source);
    return validateTool(
      {
        source,
        kind,
        fileName:
          fileName ?? (kind === 'lua' ? `${tool?.name ?? 'tool'}.lua` : `${tool?.name ?? 'tool'}.json`),
        ...(files && { files }),
        ...(tool && { tool }),
      },
      {
        compile: compileLua,
        inspect,
        readData,
        toScript: compile,
        knownTools: () => tools.list({ includeDisabled: true }).map((one) => one.name),
        secretNames,
      },
    );
  }

  /**
   * Returns the Lua script that a request or a flow compiles to; for a script, its own text. @throws Failure
   * `not_found`
   */
  async toLua(reference: string): Promise<string> {
    const tool = this.#existing(reference);
    return compile(tool.kind, tool.source, `${tool.name}.json`);
  }

  /** Returns a unified diff of two versions with their files. @throws Failure `not_found` */
  diff(from: string, to: string): UpstreamChange['changes'] {
    const [before, after] = [this.#existing(from), this.#existing(to)];
    const texts = (tool: Tool) => textsOf([{ ...tool, name: after.name }]);
    return this.compare(texts(before), texts(after));
  }

  /** Compares texts that are not versions yet, by path. */
  compare(before: ToolTexts, after: ToolTexts): UpstreamChange['changes'] {
    return compareUpstream({ hash: '', texts: before }, { hash: '-', texts: after }).changes;
  }

  /** Returns what a tool may use, how it is called, and what it lacks. @throws Failure `not_found` */
  async settings(reference: string): Promise<ToolSettingsView> {
    const tool = this.#existing(reference);
    const { name, problem } = this.#deps.tools.infoOf(tool);
    const digest = await digestOf(tool);
    const approved = [tool.approved, ...Object.values(tool.approvedOutside ?? {})].includes(digest);
    const shown = problem === undefined ? tool : { ...tool, problem };
    return settingsOf(shown, name, await this.#deps.secretNames(), approved);
  }

  /** Opens an archive among files for an import, if it is alone. @throws Failure `bad_request`, `too_large` */
  async unpack(files: readonly ImportFile[]): Promise<readonly ImportFile[]> {
    return this.#deps.unpackImport(files);
  }

  /** Reads files that may be tools. Nothing is installed. @throws Failure `bad_request`, `too_large` */
  async preview(files: readonly ImportFile[], address?: string): Promise<ImportPreview> {
    return { bundles: await this.#deps.readImport(files, address) };
  }

  /**
   * Does the same for an address.
   * @param hash SHA-256 in hex that the content must have
   * @throws Failure `denied` when it has another one
   */
  async previewUrl(url: string, hash?: string): Promise<ImportPreview> {
    const source = await installSource(url, this.#deps.fetchBytes, hash);
    return {
      ...(await this.preview(source.files, source.url)),
      from: { url: source.url, hash: source.hash },
    };
  }

  /** Returns what a link to a tool contains. Nothing is installed. @throws Failure `bad_request`, `too_large` */
  async previewLink(text: string): Promise<ImportPreview> {
    const { readShareLink } = await import('./formats/share-link.ts');
    return { bundles: [await readShareLink(text)] };
  }

  /** Returns a link that contains one whole version. @throws Failure `not_found`, `bad_request`, `too_large` */
  async share(reference: string): Promise<SharedTool> {
    const { writeShareLink } = await import('./formats/share-link.ts');
    return writeShareLink(this.#existing(reference));
  }

  /** Installs all of a preview, as `ask` and without grants. @throws Failure: then nothing of that bundle is installed */
  async install(
    { bundles, from, updates }: ImportPreview,
    by: By = 'user',
    choices: ImportChoices = {},
  ): Promise<ImportReport[]> {
    const { installer } = await this.#deps.tools.edit();
    const large = bundles.find(({ tools }) => tools.length > MOST_TOOLS);
    if (large) {
      const count = large.tools.length.toLocaleString('en');
      throw new Failure(
        'too_large',
        `${large.displayName} has ${count} tools; a bundle can contain up to ${MOST_TOOLS}. Choose the ones that you need.`,
      );
    }
    const way: ImportWay = {
      ...choices,
      ...(from && { from }),
      ...(updates !== undefined && { update: updates, replace: true }),
    };
    const reports: ImportReport[] = [];
    for (const bundle of bundles) reports.push(await installer.importBundle(bundle, by, way));
    return reports;
  }

  /**
   * Exports a whole bundle, or one tool with all its versions, as a file.
   * @throws Failure `not_found`, `bad_request`, `too_large`, `unavailable` on an insecure page
   */
  async export(
    what: { bundle: string } | { tool: string },
    format: ExportFormat = 'bundle',
  ): Promise<PublishedFile> {
    const file = await this.#write(what, format);
    return { ...file, sha256: await this.sha256(file.bytes) };
  }

  /** Returns a file's hash in lower-case hex, as `export` does. @throws Failure `unavailable` on an insecure page */
  async sha256(bytes: Uint8Array): Promise<string> {
    return (await import('./formats/import-limits.ts')).sha256OfBytes(bytes);
  }

  async #write(what: { bundle: string } | { tool: string }, format: ExportFormat): Promise<ExportedFile> {
    const { writeExport } = await import('./formats/write-export.ts');
    const { tools } = this.#deps;
    if ('bundle' in what) {
      const bundle = this.#bundle(what.bundle);
      return writeExport(format, { ...bundle, slug: portableSlug(bundle.slug) }, tools.toolsIn(bundle.id));
    }
    const tool = this.#existing(what.tool);
    const { slug, name, spec } = tool;
    const face = { slug: portableSlug(slug), displayName: name, description: spec.description };
    return writeExport(format, face, tools.versions(what.tool));
  }

  /**
   * Compares what is at the address now with what is installed. Nothing is applied.
   * @param what a bundle or a tool that was installed from an address
   * @throws Failure `bad_request` for one that was not, and of `previewUrl`
   */
  async checkUpdate(what: { bundle: string } | { tool: string }): Promise<Update> {
    const from = 'bundle' in what ? this.#bundle(what.bundle).from : this.#existing(what.tool).from;
    if (!from) {
      throw new Failure(
        'bad_request',
        'it was not installed from an address, so there is nothing to compare with',
      );
    }
    refuseEntry(from);
    const preview = await this.previewUrl(from.url);
    // It goes where the installed one is, whatever name the file has now.
    const isWanted = 'tool' in what ? toolWanted(preview, this.#existing(what.tool).name) : undefined;
    const bundle = this.#bundle('bundle' in what ? what.bundle : this.#existing(what.tool).bundle);
    if (isWanted || preview.bundles.length > 1) {
      preview.bundles = preview.bundles
        .filter(({ slug }) => isWanted || isCalled(bundle, slug))
        .map((draft) => ({ ...draft, tools: draft.tools.filter((tool) => isWanted?.(tool) ?? true) }))
        .filter(({ tools }) => tools.length > 0);
    }
    preview.updates = bundle.id;
    const fetched = preview.bundles.flatMap((bundle) => bundle.tools);
    const installed = 'bundle' in what ? this.#front(what.bundle) : [this.#existing(what.tool)];
    const change = compareUpstream(
      { hash: from.hash, texts: textsOf(installed) },
      { hash: preview.from?.hash ?? '', texts: textsOf(fetched) },
    );
    return { ...change, url: from.url, preview };
  }

  /**
   * Returns one tool as it is at its own or its bundle's address. Nothing is installed.
   * @throws Failure `bad_request` when there is no such address, `not_found` when it is no longer there; and of
   *   `previewUrl`
   */
  async upstream(reference: string): Promise<{ url: string } & Pick<ToolDraft, 'source' | 'files'>> {
    const tool = this.#existing(reference);
    const from = tool.from ?? this.#bundle(tool.bundle).from;
    if (!from) {
      throw new Failure('bad_request', 'it was not installed from an address, so it has no source to show');
    }
    refuseEntry(from);
    const { bundles } = await this.previewUrl(from.url);
    const draft = namesake(
      bundles.flatMap(({ tools }) => tools),
      tool.name,
    );
    if (!draft)
      throw new Failure('not_found', `there is no tool called ${tool.name} at ${from.url} any more`);
    return { url: from.url, source: draft.source, files: draft.files };
  }

  /** Returns the selected version of each tool of a bundle. */
  #front(bundle: string): Tool[] {
    const { tools } = this.#deps;
    const fronts = new Map<string, Tool>();
    for (const tool of tools.toolsIn(bundle)) {
      const known = fronts.get(tool.slug);
      if (!known || known.currentSince <= tool.currentSince) fronts.set(tool.slug, tool);
    }
    return [...fronts.values()];
  }

  #existing(reference: string): Tool {
    const tool = this.#deps.tools.get(reference);
    if (!tool) throw noSuchTool(reference);
    return tool;
  }

  #bundle(reference: string): Bundle {
    const bundle = this.#deps.tools.bundle(reference);
    if (!bundle) throw new Failure('not_found', `no bundle with the name: ${reference}`);
    return bundle;
  }
}

/** The address of a registry gives its list, not the tool. @throws Failure `bad_request` */
function refuseEntry({ entry }: Upstream): void {
  if (entry === undefined) return;
  throw new Failure(
    'bad_request',
    'it came from a registry: look for updates in Studio → Import → Browse registries',
  );
}

/** An update of one tool installs nothing else. */
function toolWanted({ bundles }: ImportPreview, name: string): (tool: ToolDraft) => boolean {
  const draft = namesake(
    bundles.flatMap(({ tools }) => tools),
    name,
  );
  return (tool) => tool === draft;
}
