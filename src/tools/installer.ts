// Installs tools: reads each in the sandbox first, then writes all in one step. The origin of a tool decides how far
// it is trusted.
//
// - A tool from outside starts with policy `ask` and without grants, whatever it or the caller's options claim.
//   `placement.ts` decides where it goes.
// - Its config can't name a secret that already exists, unless a person allows that.
// - A tool that can't be read is rejected when a person installs it, and kept switched off when it is part of an
//   import.
// - An import is all or nothing: every tool of it is read before the first is written.
import { checkVersion, slugOf, type Bundle, type Upstream } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { inMebibytes } from '../core/limits.ts';
import { namesIn } from '../core/placeholders.ts';
import type { Tool, ToolSpec } from '../core/tool.ts';
import type { ToolKind } from '../core/tool-kinds.ts';
import type { BundleDraft, ToolDraft } from '../core/tool-draft.ts';
import type { BundledTool } from './bundled.ts';
import type { Catalogue } from './catalogue.ts';
import { bundleChange, toolChange, type By, type ChangeClock } from './changes.ts';
import { refuseClosed } from './closed.ts';
import { differences } from './differences.ts';
import { checkOptions } from './install-options.ts';
import { byteLength, deepFreeze } from './plain.ts';
import {
  datedLast,
  placeOfImport,
  placeOfTool,
  sameBundle,
  type Coming,
  type ImportWay,
} from './placement.ts';
import { install, type Offer } from './records.ts';
import { kindOf, readData, unreadableSpec } from './runnable.ts';
import type { ToolRepository } from './tool-repository.ts';
import type { Commit } from '../core/ports/tool-store.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';
import { versioned } from './version.ts';

/** Maximum bytes of a script: every start reads, and every run sends, the whole of it. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

export interface InstallerDeps {
  repository: ToolRepository;
  runner: Pick<ToolRunner, 'inspect'>;
  bundled: readonly BundledTool[];
  isBuiltin(name: string): boolean;
  /** Names of the existing secrets. Absent: there are none. When it fails, any name counts as one. */
  secretNames?(): Promise<readonly string[]>;
  clock: ChangeClock;
}

export interface ImportReport {
  bundle: Bundle;
  tools: Tool[];
  /** Names of tools that were already installed, unchanged. */
  unchanged: string[];
  /** Names of secrets that its config asked for and did not get. */
  withheld: string[];
}

export class Installer {
  readonly #deps: InstallerDeps;

  constructor(deps: InstallerDeps) {
    this.#deps = deps;
  }

  /**
   * Returns what a source declares, with its version filled in. Nothing is stored.
   * @throws Failure `bad_request`, `too_large`, `timeout`, `sandbox_crashed` or `unavailable`
   */
  async inspect(
    source: unknown,
    fileName?: string,
    files?: Readonly<Record<string, string>>,
    as?: 'lua' | 'http' | 'flow',
  ): Promise<{ kind: ToolKind; spec: ToolSpec }> {
    if (typeof source !== 'string') {
      throw new Failure(
        'bad_request',
        'the source of a tool must be Lua text, or the JSON text of a request or a flow',
      );
    }
    if (byteLength(source) > MAX_SOURCE_BYTES) {
      throw new Failure('too_large', `a tool must not be larger than ${inMebibytes(MAX_SOURCE_BYTES)}`);
    }
    const kind = as ?? kindOf(source);
    const spec =
      kind === 'lua'
        ? await this.#deps.runner.inspect(source, fileName, files)
        : await readData(kind, source, fileName ?? 'tool.json');
    checkVersion(spec.version, 'the version');
    return { kind: spec.kind ?? kind, spec: await versioned(spec, source, files) };
  }

  /**
   * Installs a tool or a new version of it. The same text again is the same version, which is selected.
   * @param given `bundle` names the bundle picked by a person or a script of the page
   * @throws Failure of `inspect`; `bad_request` for invalid options; `not_found` for an unknown bundle; `denied` for
   *   one that accepts no such tool; `disabled` for one that is off; `conflict` for a built-in's name and for another
   *   text under the same version; `unavailable` when it can't be stored. After a failure nothing has changed.
   */
  async install(
    source: unknown,
    given: unknown,
    by: By,
    coming: Coming = { origin: by === 'agent' ? 'agent' : 'user' },
  ): Promise<Tool> {
    const options = checkOptions(given);
    const { kind, spec } = await this.inspect(source, options.fileName, options.files);
    const { bundled, repository, isBuiltin } = this.#deps;
    const isBundled = bundled.some((one) => one.source === source && one.spec.name === spec.name);
    const { origin, keep, chosen, linked } = coming;
    const offer: Offer = {
      ...{
        kind,
        source: source as string,
        spec,
        origin: isBundled && origin === 'user' ? 'bundled' : origin,
        options,
      },
      ...(keep && { keep }),
      ...(chosen && { chosen }),
      ...(linked && { isKin: () => true }),
    };
    return repository.change((catalogue) => {
      const clock = origin === 'user' ? this.#deps.clock : datedLast(catalogue, this.#deps.clock);
      const way = { picked: options.bundle, origin, isBuiltin: isBuiltin(spec.name) };
      const { bundle, isNew } = placeOfTool(catalogue, spec.name, way, clock);
      const scratch = isNew ? catalogue.copy() : catalogue;
      if (isNew) scratch.apply({ putBundles: [bundle] });
      const { commit, tool } = this.#write(scratch, bundle, offer, by, clock);
      const commits = isNew ? [created(bundle, clock, by), commit] : [commit];
      return { commit: merged(commits), value: tool };
    });
  }

  /**
   * Installs all tools of an import: into a bundle of its own, into the one that came from the same address, or into
   * the one that a person picked.
   * @throws Failure `bad_request` for a reserved name of the bundle; otherwise as `install`, for problems with the
   *   bundle. A tool that can't run is kept, with the reason.
   */
  async importBundle(draft: BundleDraft, by: By, way: ImportWay = {}): Promise<ImportReport> {
    const withheld = new Set<string>();
    const offers: Offer[] = [];
    for (const one of draft.tools) offers.push(await this.#offerOf(one, way, withheld));
    const { repository } = this.#deps;
    const { from, into } = way;
    return repository.change((catalogue) => {
      // All tools of an import get the same time, so that equally good matches of a query are sorted by name.
      const clock = datedLast(catalogue, this.#deps.clock);
      const same = into === undefined && !from ? sameBundle(catalogue, draft.slug, offers) : undefined;
      const names = offers.map(({ spec }) => spec.name);
      const { bundle, isNew } = same
        ? { bundle: same, isNew: false }
        : placeOfImport(catalogue, draft, way, names, clock);
      // Within one import, later tools see the earlier ones.
      const scratch = catalogue.copy();
      const commits: Commit[] = isNew ? [created(bundle, clock, by)] : [];
      if (isNew) scratch.apply({ putBundles: [bundle] });
      if (!isNew && from && bundle.from?.url === from.url && bundle.from.hash !== from.hash) {
        const updated = deepFreeze({ ...bundle, from, modifiedAt: clock.now() });
        const changes = [bundleChange(clock, by, 'changed', updated, 'where it came from')];
        commits.push({ putBundles: [updated], changes });
      }
      const tools: Tool[] = [];
      const unchanged: string[] = [];
      const brought = new Set<string>();
      const isKin = (tool: Tool): boolean =>
        brought.has(tool.id) ||
        (tool.bundle === same?.id && tool.problem !== undefined) ||
        (from !== undefined && tool.origin === 'imported' && isSamePlace(tool.from, from));
      for (const offer of offers) {
        if (into === undefined && !same) refuseOthers(scratch, bundle, offer.spec.name, isKin);
        const { commit, tool } = this.#write(
          scratch,
          bundle,
          { ...(same ? asItIs(offer) : offer), isKin },
          by,
          clock,
        );
        if (!scratch.tool(tool.id)) brought.add(tool.id);
        scratch.apply(commit);
        commits.push(commit);
        if (Object.keys(commit).length === 0) unchanged.push(tool.name);
        else tools.push(tool);
      }
      const value = { bundle, tools, unchanged, withheld: [...withheld].sort() };
      return { commit: merged(commits), value };
    });
  }

  async #offerOf(draft: ToolDraft, way: ImportWay, withheld: Set<string>): Promise<Offer> {
    const { replace = false, from, keep } = way;
    const { source, fileName, files, tags } = draft;
    const config = await this.#allowed(draft.config, way.secrets ?? [], withheld);
    const given = { fileName, files, config, replace, ...(tags.length > 0 && { tags }) };
    const options = checkOptions({ ...draftOptions(draft), ...given, ...(from && { from }) });
    const origin = 'imported' as const;
    let problem = draft.problem;
    if (problem === undefined) {
      try {
        const { kind, spec } = await this.inspect(source, fileName, files, draft.kind);
        const kept = keep && Object.hasOwn(keep, spec.name) ? keep[spec.name] : undefined;
        return { kind, source, spec, origin, options, ...(kept && { keep: kept }) };
      } catch (error) {
        if (!(error instanceof Failure) || error.code === 'unavailable') throw error;
        problem = error.message;
      }
    }
    const spec = await versioned(unreadableSpec(fileName, problem, draft.declared), source, files);
    return { kind: draft.kind, source, spec, origin, options, problem };
  }

  /** Returns the config without references to existing secrets. @param withheld receives their names */
  async #allowed(config: JsonObject, given: readonly string[], withheld: Set<string>): Promise<JsonObject> {
    const { secretNames } = this.#deps;
    if (namesIn(config).length === 0 || !secretNames) return config;
    const there = await secretNames().catch(() => undefined);
    const takes = (name: string): boolean =>
      !given.includes(name) && (there === undefined || there.includes(name));
    const entries = Object.entries(config).filter(([, value]: [string, Json]) => {
      const taken = namesIn({ value }).filter(takes);
      for (const name of taken) withheld.add(name);
      return taken.length === 0;
    });
    return Object.fromEntries(entries);
  }

  #write(
    catalogue: Catalogue,
    bundle: Bundle,
    offer: Offer,
    by: By,
    clock: ChangeClock,
  ): { commit: Commit; tool: Tool } {
    refuseClosed(catalogue, bundle);
    const { repository } = this.#deps;
    const damaged = repository.problems.filter(({ name }) => name === offer.spec.name);
    if (damaged[0] && !offer.options.replace) throw new Failure('conflict', damaged[0].message);
    const versions = catalogue.versions(bundle.id, slugOf(offer.spec.name));
    const { tool, replaced } = install({ bundle: bundle.id, versions }, offer, clock.newId(), clock.now());
    const gone = damaged.flatMap(({ id }) => id ?? []);
    if (versions.includes(tool)) return { commit: gone.length > 0 ? { deleteTools: gone } : {}, tool };
    const before = versions.find(({ id }) => id === tool.id);
    const change = before
      ? toolChange(clock, by, 'changed', tool, differences(before, tool))
      : toolChange(clock, by, 'created', tool);
    const marks = repository.marked('removed-bundled');
    if (replaced && replaced.id !== tool.id) gone.push(replaced.id);
    const commit: Commit = {
      putTools: [tool],
      ...(gone.length > 0 && { deleteTools: gone }),
      ...(replaced && { putRemoved: [{ id: clock.newId(), tool: replaced, removedAt: clock.now() }] }),
      changes: [change],
      ...(marks.includes(tool.name) && {
        marks: { 'removed-bundled': marks.filter((name) => name !== tool.name) },
      }),
    };
    return { commit, tool };
  }
}

/** Entries of one registry are places of their own: one takes nothing over from another. */
function isSamePlace(a: Upstream | undefined, b: Upstream): boolean {
  return a?.url === b.url && a.entry === b.entry;
}

/** Drops everything but the texts of an offer whose texts are already installed. */
function asItIs(offer: Offer): Offer {
  return { ...offer, options: { files: offer.options.files ?? {} } };
}

/** Returns further settings that a draft says the tool had elsewhere. */
function draftOptions(draft: ToolDraft): Record<string, unknown> {
  const { enabled, limits, maxCallsPerMinute, page, llmCallable, userCallable } = draft;
  return { enable: enabled, limits, maxCallsPerMinute, page, llmCallable, userCallable };
}

function created(bundle: Bundle, clock: ChangeClock, by: By): Commit {
  return { putBundles: [bundle], changes: [bundleChange(clock, by, 'created', bundle)] };
}

/** Unless a person picked the bundle, nothing of another origin is replaced in it. @throws Failure `conflict` */
function refuseOthers(
  catalogue: Catalogue,
  { id, slug }: Bundle,
  name: string,
  isKin: (tool: Tool) => boolean,
): void {
  const versions = catalogue.versions(id, slugOf(name));
  if (versions.length === 0 || versions.some(isKin)) return;
  throw new Failure(
    'conflict',
    `bundle '${slug}' has a tool '${name}' that came from elsewhere; move or remove it first. Nothing was installed`,
  );
}

function merged(commits: readonly Commit[]): Commit {
  const all: Commit = {};
  const putTools = commits.flatMap((commit) => commit.putTools ?? []);
  const deleteTools = commits.flatMap((commit) => commit.deleteTools ?? []);
  const putBundles = commits.flatMap((commit) => commit.putBundles ?? []);
  const putRemoved = commits.flatMap((commit) => commit.putRemoved ?? []);
  const changes = commits.flatMap((commit) => commit.changes ?? []);
  const marks = commits.findLast((commit) => commit.marks)?.marks;
  if (putTools.length > 0) all.putTools = putTools;
  if (deleteTools.length > 0) all.deleteTools = deleteTools;
  if (putBundles.length > 0) all.putBundles = putBundles;
  if (putRemoved.length > 0) all.putRemoved = putRemoved;
  if (changes.length > 0) all.changes = changes;
  if (marks) all.marks = marks;
  return all;
}
