// Keeps tools and their linked files in sync. Independent of the page: handles, registry and drafts are passed in.
//
// - A changed file becomes a new revision of its tool immediately. If it cannot be installed, the problem is shown and
//   the last valid one stays in use.
// - Policy, grants and settings stay: a file gets nothing by requesting more, and no secret by naming it.
// - Nothing is installed under another name, or without review.
// - Unsaved changes, and files that changed since they were read, are overwritten only with the user's consent.
import type { App } from '../../../apps/web/app.ts';
import { Failure, toErrorData } from '../../../core/errors.ts';
import type { LinkedTool, LinkTrouble, LocalHandle, LocalLink } from '../../../core/local-link.ts';
import type { Tool } from '../../../core/tool.ts';
import { fileNameOf } from '../source-text.ts';
import { isThere, readFiles, readTexts, removeFile, writeText } from './disk.ts';
import { apart, changedSince, clashed, gone, mayRead, troubleOf, whyNot } from './link-troubles.ts';
import {
  hashOf,
  placeFor,
  toolsOfFile,
  toolsOfFolder,
  type DiskTool,
  type ReadDrafts,
  type Texts,
} from './disk-tools.ts';
import { pairTools } from './pair-tools.ts';

type Links = Awaited<ReturnType<App['toolParts']['links']>>;

export interface LinkDeps {
  table: Pick<Links, 'all' | 'get' | 'put' | 'remove'>;
  tools: Pick<App['tools'], 'get' | 'list' | 'infoOf' | 'inspect' | 'install'>;
  read: ReadDrafts;
  /** Returns the first error of the texts, with its place; undefined if there is none. */
  check(
    source: string,
    fileName: string,
    files: Readonly<Record<string, string>>,
  ): Promise<string | undefined>;
  /** Whether the tool of that name has unsaved changes. */
  hasDraft(name: string): boolean;
  /** Runs one task at a time, across all tabs. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  newId(): string;
}

/** In place of a hash: marks a temporary failure that is not the text's fault. */
const PASSING = '';

/**
 * The result of a save: `asks` wrote nothing, since the file has changed; `unwritten` saved the tool, and the link
 * says why the file was not written.
 */
export type SaveOutcome = 'saved' | 'asks' | 'failed' | 'unwritten';

export class LinkEngine {
  readonly #deps: LinkDeps;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  /** Links installed tools to their source or target. Returns the link's id. */
  link(handle: LocalHandle, name: string, tools: readonly Tool[]): Promise<string> {
    const { table, exclusive, newId } = this.#deps;
    return exclusive(async () => {
      const linked = await Promise.all(
        tools.map(async (tool): Promise<LinkedTool> => {
          const isFile = handle.kind === 'file';
          const base = await hashOf(textsOf(tool, isFile));
          return { folder: tool.folder, places: isFile ? { '': '' } : {}, base };
        }),
      );
      const mine = new Set(tools.map(({ folder }) => folder));
      for (const other of await table.all()) await this.#without(other, mine);
      const same = await this.#sameEntry(handle);
      const link = same ?? { id: newId(), name, handle, tools: [], fresh: [] };
      await table.put({ ...link, handle, tools: [...link.tools, ...linked] });
      return link.id;
    });
  }

  /** Stops reading and writing for this tool. The tool stays. */
  unlink(folder: string): Promise<void> {
    return this.#deps.exclusive(async () => {
      for (const link of await this.#deps.table.all()) await this.#without(link, new Set([folder]));
    });
  }

  /**
   * Reads the files and adopts changes. Never rejects for problems of the files: the link reports them.
   * @returns false after a temporary failure: try again.
   */
  look(id: string): Promise<boolean> {
    return this.#deps.exclusive(async () => {
      const stored = await this.#deps.table.get(id);
      if (!stored) return true;
      const { trouble, tools } = await this.#look(stored);
      return trouble?.kind !== 'unreadable' && !tools.some((one) => one.trouble?.seen === PASSING);
    });
  }

  /**
   * Saves a tool by `work`, then writes its texts to the file.
   * @param over overwrites the file, whatever it contains now
   */
  save(folder: string, work: () => Promise<Tool | undefined>, over = false): Promise<SaveOutcome> {
    return this.#deps.exclusive(async () => {
      const found = await this.#linkOf(folder);
      const link = found && (await this.#look(found));
      const linked = link?.tools.find((one) => one.folder === folder);
      if (!link || !linked) return (await work()) ? 'saved' : 'failed';
      const { trouble } = linked;
      if (!over && trouble && (trouble.kind === 'clash' || changedSince(linked, trouble))) return 'asks';
      const tool = await work();
      if (!tool) return 'failed';
      return this.#write(link, linked, tool, over);
    });
  }

  /** Replaces the saved tool by the file's text. */
  takeFile(folder: string): Promise<void> {
    return this.#deps.exclusive(async () => {
      const link = await this.#linkOf(folder);
      if (link)
        await this.#look(
          mapTool(link, folder, (one) => ({ ...plain(one), base: '' })),
          folder,
        );
    });
  }

  /** Keeps the unsaved changes; the next save overwrites the file. */
  keepMine(folder: string): Promise<void> {
    return this.#deps.exclusive(async () => {
      const link = await this.#linkOf(folder);
      if (link)
        await this.#put(mapTool(link, folder, (one) => (one.trouble?.kind === 'clash' ? plain(one) : one)));
    });
  }

  /** Returns the current text of each of the tool's files on disk. */
  async textsThere(folder: string): Promise<Texts> {
    const link = await this.#linkOf(folder);
    const linked = link?.tools.find((one) => one.folder === folder);
    if (!link || !linked) return {};
    return readTexts(link.handle, linked.places);
  }

  /** The current version of the tool with this folder. */
  toolOf(folder: string): Tool | undefined {
    const { tools } = this.#deps;
    for (const { id } of tools.list({ includeDisabled: true, connectors: true })) {
      const tool = tools.get(id);
      if (tool?.folder === folder) return tool;
    }
    return undefined;
  }

  async #look(link: LocalLink, force?: string): Promise<LocalLink> {
    let disk: DiskTool[];
    try {
      await mayRead(link);
      const files = await readFiles(link.handle);
      const [only] = files;
      disk =
        link.handle.kind === 'file' && only
          ? await toolsOfFile(link.name, only.bytes, this.#deps.read)
          : await toolsOfFolder(link.name, files, this.#deps.read);
    } catch (error) {
      return this.#put({ ...link, trouble: troubleOf(link, error) });
    }
    const { trouble: _, ...rest } = link;
    const pairs = await pairTools(link, disk, {
      nameThere: (one) => this.#nameOf(one),
      nameHere: ({ folder }) => this.toolOf(folder)?.name,
    });
    const tools: LinkedTool[] = [];
    for (const linked of link.tools) {
      const tool = this.toolOf(linked.folder);
      const found = pairs.get(linked);
      // Removed here: it may be restored, and must not be reinstalled.
      if (!tool) tools.push(linked);
      else if (found) tools.push(await this.#take(link, linked, found, tool, linked.folder === force));
      else tools.push({ ...linked, trouble: gone(linked, link) });
    }
    const known = new Set(pairs.values());
    const fresh = disk
      .filter((one) => !known.has(one))
      .map(({ places, draft }) => places[''] ?? draft.fileName);
    return this.#put({ ...rest, tools, fresh: link.handle.kind === 'file' ? [] : fresh });
  }

  async #nameOf({ draft: { source, fileName, files } }: DiskTool): Promise<string | undefined> {
    return this.#deps.tools.inspect(source, fileName, files).then(
      ({ name }) => name,
      () => undefined,
    );
  }

  async #take(
    link: LocalLink,
    linked: LinkedTool,
    disk: DiskTool,
    tool: Tool,
    force: boolean,
  ): Promise<LinkedTool> {
    const isFile = link.handle.kind === 'file';
    const hash = isFile ? await hashOf({ '': disk.draft.source }) : disk.hash;
    const here = await hashOf(textsOf(tool, isFile));
    const name = disk.places[''] || link.name;
    const next = { ...linked, places: disk.places };
    if (here === hash) {
      const clash = linked.trouble?.kind === 'clash' && this.#hasDraft(tool);
      return { ...(clash ? next : plain(next)), base: hash };
    }
    const { trouble } = linked;
    if (hash === linked.base)
      return { ...next, trouble: trouble?.kind === 'apart' ? trouble : apart(name, hash) };
    if (here !== linked.base && !force) return { ...next, trouble: apart(name, hash) };
    if (trouble && !force && trouble.seen === hash) return next;
    const wrong = await this.#install(link, disk, tool, isFile);
    if (wrong) return { ...next, trouble: { seen: hash, ...wrong } };
    const clash = this.#hasDraft(tool);
    return { ...plain(next), base: hash, ...(clash && { trouble: clashed(name, hash) }) };
  }

  /** Returns why it failed. */
  async #install(
    link: LocalLink,
    { draft }: DiskTool,
    tool: Tool,
    isFile: boolean,
  ): Promise<(Pick<LinkTrouble, 'kind' | 'message'> & { seen?: string }) | undefined> {
    const { tools, check } = this.#deps;
    const { source } = draft;
    const files = isFile ? tool.files : draft.files;
    const fileName = fileNameOf(tool.name, source);
    try {
      const problem = draft.problem ?? (await check(source, fileName, files));
      if (problem !== undefined) return { kind: 'broken', message: problem };
      const { name, approve } = await tools.inspect(source, fileName, files);
      if (name !== tool.name) {
        const message = `The script in ${link.name} is now named ${name}, which would be a different tool.`;
        return { kind: 'renamed', message };
      }
      const options: Parameters<typeof tools.install>[1] = {
        fileName,
        files,
        replace: true,
        bundle: tools.infoOf(tool).bundle,
        // Unchanged, whatever the file's origin. An author's new request for approval applies.
        policy: approve && !tool.spec.approve ? 'ask' : tool.policy,
        hosts: [...tool.hosts],
        writes: tool.writes,
        config: tool.config,
        limits: tool.limits,
      };
      // A changed file does not change the tool's origin.
      const origin = tool.origin === 'imported' || tool.origin === 'agent' ? tool.origin : 'user';
      await tools.install(source, options, 'user', { origin, chosen: true, linked: true });
      return undefined;
    } catch (error) {
      const { code, message } = toErrorData(error, 'unavailable');
      const passes = code === 'unavailable' || code === 'timeout' || code === 'sandbox_crashed';
      return { kind: 'broken', message, ...(passes && { seen: PASSING }) };
    }
  }

  async #write(link: LocalLink, linked: LinkedTool, tool: Tool, over: boolean): Promise<SaveOutcome> {
    const { handle } = link;
    const texts = textsOf(tool, handle.kind === 'file');
    const places = { ...linked.places };
    try {
      const script = places[''];
      if (link.trouble) throw new Failure('unavailable', link.trouble.message);
      if (script === undefined)
        throw new Failure('unavailable', 'Perilune can read this format but not write it.');
      const before = await readTexts(handle, linked.places);
      if (!over && before[''] === undefined) throw new Failure('not_found', 'The file was moved or deleted.');
      if (!over && (await hashOf(before)) !== linked.base) {
        throw new Failure('conflict', 'The file changed during saving.');
      }
      const others = link.tools.flatMap((one) => one.places[''] ?? []);
      for (const path of Object.keys(texts)) {
        const place = (places[path] ??= placeFor(path, script, others));
        if (over || path in linked.places || !(await isThere(handle, place))) continue;
        throw new Failure('conflict', `${place} already exists and is not part of the tool.`);
      }
      for (const [path, text] of Object.entries(texts)) {
        if (before[path] !== text) await writeText(handle, places[path] as string, text);
      }
      for (const [path, place] of Object.entries(places)) {
        if (Object.hasOwn(texts, path)) continue;
        if (handle.kind === 'directory' && before[path] !== undefined) await removeFile(handle, place);
        delete places[path];
      }
    } catch (error) {
      const message = `Could not write ${link.name}. ${whyNot(error)}`;
      const trouble: LinkTrouble = { kind: 'apart', message, seen: linked.base };
      await this.#put(mapTool(link, linked.folder, (one) => ({ ...one, folder: tool.folder, trouble })));
      return 'unwritten';
    }
    const base = await hashOf(texts);
    await this.#put(
      mapTool(link, linked.folder, (one) => ({ ...plain(one), folder: tool.folder, places, base })),
    );
    return 'saved';
  }

  #hasDraft(tool: Tool): boolean {
    return this.#deps.hasDraft(this.#deps.tools.infoOf(tool).name);
  }

  async #linkOf(folder: string): Promise<LocalLink | undefined> {
    return (await this.#deps.table.all()).find(({ tools }) => tools.some((one) => one.folder === folder));
  }

  async #sameEntry(handle: LocalHandle): Promise<LocalLink | undefined> {
    for (const link of await this.#deps.table.all()) {
      if (link.handle.kind === handle.kind && (await handle.isSameEntry?.(link.handle))) return link;
    }
    return undefined;
  }

  async #without(link: LocalLink, folders: ReadonlySet<string>): Promise<void> {
    const tools = link.tools.filter(({ folder }) => !folders.has(folder));
    if (tools.length === link.tools.length) return;
    if (tools.length === 0) await this.#deps.table.remove(link.id);
    else await this.#deps.table.put({ ...link, tools });
  }

  async #put(link: LocalLink): Promise<LocalLink> {
    const stored = await this.#deps.table.get(link.id);
    // Writes only real changes: every write notifies every tab.
    if (JSON.stringify(stored) !== JSON.stringify(link)) await this.#deps.table.put(link);
    return link;
  }
}

/** The linked part: a linked file contains only the script. */
function textsOf({ source, files }: Tool, isFile: boolean): Texts {
  return isFile ? { '': source } : { ...files, '': source };
}

function plain({ trouble: _, ...linked }: LinkedTool): LinkedTool {
  return linked;
}

function mapTool(link: LocalLink, folder: string, change: (linked: LinkedTool) => LinkedTool): LocalLink {
  return { ...link, tools: link.tools.map((one) => (one.folder === folder ? change(one) : one)) };
}
