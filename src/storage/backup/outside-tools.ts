// Restores tools from an untrusted backup: each counts as a tool from outside, whatever ids, dates and bundles the
// file claims.
//
// - A tool whose texts are all the same as an existing one's stays as it is here. Only then is the file's folder
//   mapped to the existing one.
// - Every other tool gets a new id, folder, bundle and dates. It asks, has no grants, and its config names no secret.
// - A record that isn't a valid tool is left out: stored, it would block the user's own tool of that name.
// - The file's change log is kept only for tools of the file.
import { v7 as uuid } from 'uuid';
import { BUNDLE_IDS, freeSlug, portableSlug, slugOf, VERSION, type Bundle } from '../../core/bundle.ts';
import { Failure } from '../../core/errors.ts';
import { toFolderPath } from '../../core/folder-path.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { ChangeRecord } from '../../core/run-record.ts';
import type { Tool, ToolSpec } from '../../core/tool.ts';
import { toToolPage, type ToolPage } from '../../core/tool-page.ts';
import { wrongToolField } from '../../core/tool-record.ts';
import { toConnectorSpec, toToolSpec } from '../../core/tool-spec.ts';
import { withoutHidden } from '../../base/visible-text.ts';
import type { Usage } from '../database.ts';
import type { RemovedTool } from '../../core/ports/tool-store.ts';
import type { Restoring, Tally } from './restoring.ts';

/** Slugs of the bundles that exist before anything about them is stored. */
const STANDARD = new Map<string, string>([
  [BUNDLE_IDS.builtin, 'builtin'],
  [BUNDLE_IDS.bundled, 'perilune'],
  [BUNDLE_IDS.mine, 'my-tools'],
]);
const STANDARD_NAMES: Record<string, string> = { perilune: 'Perilune', 'my-tools': 'My tools' };

interface Dated {
  id: string;
  address: string;
  /** As the file says: it only orders the versions of a tool. */
  since: string;
}

export class OutsideTools {
  readonly #restoring: Restoring;
  readonly #tally: Tally;
  /** The file's folders by id, mapped to those here. */
  readonly #folders: Map<string, string>;
  readonly #local: Bundle[];
  /** Later than any date here. */
  readonly #start: number;
  /** The file's bundles, by their ids there. */
  readonly #given = new Map<string, Bundle>();
  readonly #fresh = new Map<string, Bundle>();
  /** The address in the file that owns each of its folders. */
  readonly #owners = new Map<string, string>();
  readonly #dated: Dated[] = [];
  /** Number of server tools: they come with their servers' lists. */
  ofServers = 0;
  /** Number of tools whose config named secrets. */
  unnamed = 0;
  /** Number of invalid tools. */
  unread = 0;
  /** Number of tools with a looser policy there than here. */
  asking = 0;

  private constructor(
    restoring: Restoring,
    tally: Tally,
    folders: Map<string, string>,
    here: { bundles: Bundle[]; start: number },
  ) {
    this.#restoring = restoring;
    this.#tally = tally;
    this.#folders = folders;
    this.#local = here.bundles;
    this.#start = here.start;
  }

  static async open(restoring: Restoring, tally: Tally, folders: Map<string, string>): Promise<OutsideTools> {
    const { tx } = restoring;
    const [bundles, tools] = await Promise.all([
      tx.objectStore('bundles').getAll(),
      tx.objectStore('tools').getAll(),
    ]);
    const dates = tools.map(({ createdAt }) => Date.parse(createdAt)).filter((at) => at < Date.parse('9990'));
    const start = Math.max(Date.now(), ...dates) + 1;
    return new OutsideTools(restoring, tally, folders, { bundles, start });
  }

  bundle(bundle: Bundle): void {
    this.#given.set(bundle.id, bundle);
  }

  async tool(tool: Tool): Promise<void> {
    if (tool.kind === 'mcp') return void (this.ofServers += 1);
    const here = await this.#identical(tool);
    if (here || tool.bundle === BUNDLE_IDS.bundled) {
      if (here) this.#share(tool.folder, here.folder);
      this.#tally.kept += 1;
      return;
    }
    const own = await this.#made(tool);
    if (!own) return void (this.unread += 1);
    if (tool.policy === 'allow' || tool.hosts.length > 0 || tool.writes) this.asking += 1;
    await this.#restoring.tx.objectStore('tools').put(own);
    this.#dated.push({ id: own.id, address: `${own.bundle}/${own.slug}`, since: tool.currentSince });
    this.#tally.added += 1;
  }

  async removed({ tool }: RemovedTool): Promise<void> {
    if (tool.kind === 'mcp' || tool.bundle === BUNDLE_IDS.bundled) return;
    const own = await this.#made(tool);
    if (!own) return;
    const removedAt = new Date(this.#start).toISOString();
    await this.#restoring.tx.objectStore('removed').put({ id: uuid(), tool: own, removedAt });
  }

  async change(change: ChangeRecord): Promise<void> {
    const [, bundle = '', rest = ''] = /^([^/]*)(\/.*)?$/.exec(change.of) ?? [];
    const own = this.#fresh.get(bundle);
    if (own)
      await this.#restoring.tx.objectStore('changes').put({ ...change, id: uuid(), of: own.id + rest });
  }

  async usage(usage: Usage): Promise<void> {
    const own = this.#fresh.get(usage.tool[0]);
    if (own) await this.#restoring.tx.objectStore('usage').put({ ...usage, tool: [own.id, usage.tool[1]] });
  }

  /** Orders the versions of each tool as in the file, with present dates. */
  async finish(): Promise<void> {
    const tools = this.#restoring.tx.objectStore('tools');
    const groups = new Map<string, Dated[]>();
    for (const one of this.#dated) groups.set(one.address, [...(groups.get(one.address) ?? []), one]);
    for (const versions of groups.values()) {
      if (versions.length === 1) continue;
      const inOrder = versions.toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
      for (const [rank, { id }] of inOrder.entries()) {
        const tool = await tools.get(id);
        if (tool) await tools.put({ ...tool, currentSince: new Date(this.#start + rank).toISOString() });
      }
    }
  }

  /** Finds the existing tool with the same bundle, name, version and texts. */
  async #identical({ bundle, slug, name, kind, spec, source, files }: Tool): Promise<Tool | undefined> {
    const given = this.#slugOf(bundle);
    const stems = given === undefined ? [] : [given, portableSlug(given)];
    const places = this.#local
      .filter((one) => stems.some((stem) => one.slug === stem || isNumbered(one.slug, stem)))
      .map(({ id }) => id);
    if (STANDARD.has(bundle)) places.push(bundle);
    for (const place of places) {
      const index = this.#restoring.tx.objectStore('tools').index('address');
      const found = await index.get([place, slug, spec.version]);
      const same =
        found &&
        found.name === name &&
        found.kind === kind &&
        found.source === source &&
        JSON.stringify(found.files) === JSON.stringify(files);
      if (same) return found;
    }
    return undefined;
  }

  /** @returns undefined for an invalid tool */
  async #made(tool: Tool): Promise<Tool | undefined> {
    const spec = declared(tool.spec);
    if (!spec || !areFiles(tool.files)) return undefined;
    const id = uuid();
    const at = new Date(this.#start).toISOString();
    const { name, kind, source, files, policy, tags, problem, collections, maxCallsPerMinute: calls } = tool;
    const config = Object.fromEntries(
      Object.entries(tool.config).filter(([, value]) => namesIn({ value }).length === 0),
    );
    const made: Tool = {
      ...{ id, bundle: '', slug: slugOf(name), folder: id, name, kind, origin: 'imported', source, spec },
      policy: policy === 'deny' ? 'deny' : 'ask',
      ...{ files, hosts: [], writes: false, config, limits: {}, tags: Array.isArray(tags) ? tags : [] },
      // Collections have other ids here. The limit stays, and matches no document until a person changes it.
      ...(Array.isArray(collections) && { collections: collections.filter((id) => typeof id === 'string') }),
      ...importedPage(tool.page),
      ...(Number.isInteger(calls) && calls! > 0 && { maxCallsPerMinute: calls! }),
      llmCallable: tool.llmCallable !== false,
      userCallable: tool.userCallable !== false,
      ...(typeof problem === 'string' && { problem }),
      enabled: tool.enabled === true,
      ...{ createdAt: at, modifiedAt: at, currentSince: at },
    };
    if (wrongToolField({ ...made }) !== undefined) return undefined;
    if (Object.keys(config).length < Object.keys(tool.config).length) this.unnamed += 1;
    const bundle = await this.#bundleOf(tool.bundle);
    const version = await this.#version(bundle.id, made.slug, spec.version);
    return { ...made, bundle: bundle.id, folder: this.#claim(tool, id), spec: { ...spec, version } };
  }

  /** Maps a folder of the file to that of an existing tool; no other tool of the file gets it. */
  #share(given: string, here: string): void {
    if (this.#owners.has(given)) return;
    this.#owners.set(given, HERE);
    this.#folders.set(given, here);
  }

  /**
   * Returns the folder of a tool. A folder of the file belongs to the first address that names it; any other gets an
   * empty one.
   * @param free the id here for a folder that is not taken yet
   */
  #claim({ bundle, slug, folder }: Tool, free: string): string {
    const address = `${bundle}/${slug}`;
    const owner = this.#owners.get(folder);
    if (owner !== undefined && owner !== address) return free;
    this.#owners.set(folder, address);
    const known = this.#folders.get(folder) ?? free;
    this.#folders.set(folder, known);
    return known;
  }

  async #bundleOf(given: string): Promise<Bundle> {
    const known = this.#fresh.get(given);
    if (known) return known;
    const { displayName, description, enabled } = this.#given.get(given) ?? {};
    const wanted = portableSlug(this.#slugOf(given) ?? 'restored');
    const taken = new Set([...STANDARD.values(), ...this.#local.map(({ slug }) => slug.toLowerCase())]);
    const slug = freeSlug(wanted, (one) => taken.has(one.toLowerCase()));
    const shown = withoutHidden(
      displayName ?? STANDARD_NAMES[this.#slugOf(given) ?? ''] ?? 'Restored tools',
    ).trim();
    const names = [...Object.values(STANDARD_NAMES), ...this.#local.map((one) => one.displayName)];
    const isTaken = names.some((name) => name.trim().toLowerCase() === shown.toLowerCase());
    const at = new Date(this.#start).toISOString();
    const bundle: Bundle = {
      ...{ id: uuid(), slug, displayName: shown === '' || isTaken ? `${shown} (${slug})`.trim() : shown },
      ...{ description: withoutHidden(description ?? ''), enabled: enabled ?? true, origin: 'imported' },
      ...{ createdAt: at, modifiedAt: at },
    };
    await this.#restoring.tx.objectStore('bundles').put(bundle);
    this.#fresh.set(given, bundle);
    this.#local.push(bundle);
    return bundle;
  }

  #slugOf(bundle: string): string | undefined {
    return STANDARD.get(bundle) ?? this.#given.get(bundle)?.slug;
  }

  async #version(bundle: string, slug: string, plain: string): Promise<string> {
    const index = this.#restoring.tx.objectStore('tools').index('address');
    for (let version = plain, count = 2; ; count += 1) {
      if (!(await index.getKey([bundle, slug, version]))) return version;
      version = `${plain.slice(0, 58)}-${count}`;
    }
  }
}

/**
 * Validates the declaration that the file claims for a script by the rules for scripts; undefined where it breaks
 * them.
 */
function declared(spec: ToolSpec): ToolSpec | undefined {
  const version = plainVersion(spec.version);
  try {
    if (spec.kind !== 'connector') return toToolSpec({ ...spec, version });
    return toConnectorSpec({ ...spec, version, config: spec.parameters });
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Converts a version stored before versions were limited to plain characters. */
function plainVersion(given: string): string {
  return VERSION.test(given) ? given : given.replaceAll(/[^0-9A-Za-z.+-]+/g, '-').slice(0, 60) || '0';
}

function areFiles(files: Readonly<Record<string, string>>): boolean {
  return Object.keys(files).every((path) => {
    try {
      return toFolderPath(path, 'restore') === path;
    } catch {
      return false;
    }
  });
}

/** Instead of an address: the owner is not a tool of the file. */
const HERE = '';

function isNumbered(slug: string, stem: string): boolean {
  return slug.startsWith(`${stem}-`) && /^\d+$/.test(slug.slice(stem.length + 1));
}

function importedPage(page: unknown): { page?: ToolPage } {
  try {
    return page === undefined ? {} : { page: toToolPage(page, 'import') };
  } catch {
    return {};
  }
}
