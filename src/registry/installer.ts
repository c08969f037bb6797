// How tools come in: read in the sandbox first, then written in one step. Whoever brings one decides how far it is trusted.
//
// - `agent` and imports start as `ask`, without grants, whatever they or the caller's options claim.
// - A tool that cannot be read is refused when a person installs it, and kept switched off when it is part of an import.
// - An import is all or nothing: every tool of it is read before the first is written.
import { BUNDLE_IDS, slugOf, type Bundle, type Upstream } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import { inMebibytes } from '../core/limits.ts';
import type { Tool, ToolKind, ToolSpec } from '../core/tool.ts';
import type { BundleDraft, ToolDraft } from '../core/tool-draft.ts';
import { newBundle } from './bundles.ts';
import type { BundledTool } from './bundled.ts';
import type { Catalogue } from './catalogue.ts';
import { bundleChange, toolChange, type By, type ChangeClock } from './changes.ts';
import { differences } from './differences.ts';
import { checkOptions } from './install-options.ts';
import { byteLength, deepFreeze } from './plain.ts';
import { install, type Offer } from './records.ts';
import { kindOf, readData, unreadableSpec } from './runnable.ts';
import type { Shelf } from './shelf.ts';
import type { Commit } from './tool-store.ts';
import type { ToolRunner } from './tool-runner.ts';
import { versioned } from './version.ts';

/** A script larger than this is not a tool: every start reads and every run sends the whole of it. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

export interface InstallerDeps {
  shelf: Shelf;
  runner: Pick<ToolRunner, 'inspect'>;
  bundled: readonly BundledTool[];
  isBuiltin(name: string): boolean;
  clock: ChangeClock;
}

export interface ImportReport {
  bundle: Bundle;
  tools: Tool[];
  /** Names of tools that were there already, unchanged. */
  unchanged: string[];
}

export class Installer {
  readonly #deps: InstallerDeps;

  constructor(deps: InstallerDeps) {
    this.#deps = deps;
  }

  /**
   * What a source declares, its version filled in. Nothing is stored.
   * @throws Failure `bad_request`, `too_large`, `timeout`, `sandbox_crashed` or `unavailable`.
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
    return { kind: spec.kind ?? kind, spec: await versioned(spec, source, files) };
  }

  /**
   * Installs a tool, or its new version. The same text again is the same version, brought to the front.
   * @throws Failure of `inspect`; `bad_request` for wrong options; `not_found` for an unknown bundle; `disabled` for one
   * that is off; `conflict` for a built-in's name and for another text under the same version; `unavailable` when it
   * cannot be stored. After a failure nothing has changed.
   */
  async install(source: unknown, given: unknown, by: By): Promise<Tool> {
    const options = checkOptions(given);
    const { kind, spec } = await this.inspect(source, options.fileName, options.files);
    const { bundled, shelf } = this.#deps;
    const isBundled = bundled.some((one) => one.source === source && one.spec.name === spec.name);
    const origin = isBundled ? 'bundled' : by === 'agent' ? 'agent' : 'user';
    const offer: Offer = { kind, source: source as string, spec, origin, options };
    const tool = await shelf.change((catalogue) => {
      const bundle = this.#placeOf(catalogue, spec.name, options.bundle);
      const { commit, tool } = this.#write(catalogue, bundle, offer, by, this.#deps.clock);
      return { commit, value: tool };
    });
    for (const { name, id } of shelf.problems) if (name === tool.name && id) shelf.forgetProblem(id);
    return tool;
  }

  /**
   * Installs all that an import read, into a bundle of its own; one with the same slug gets the new versions.
   * @param replace another text under the same version takes its place; what it replaces is kept as removed.
   * @throws Failure as `install`, for what is wrong with the bundle; a tool that cannot run is kept, and says why.
   */
  async importBundle(draft: BundleDraft, by: By, from?: Upstream, replace = false): Promise<ImportReport> {
    const offers: Offer[] = [];
    for (const one of draft.tools) offers.push(await this.#offerOf(one, replace, from));
    const { shelf } = this.#deps;
    return shelf.change((catalogue) => {
      // All of an import is of one moment: tools that fit a query equally well then stand in the order of their names.
      const clock = stopped(this.#deps.clock);
      const found = catalogue.bundleBySlug(draft.slug);
      const origin = 'imported' as const;
      const bundle = found ?? newBundle(catalogue, { ...draft, origin, ...(from && { from }) }, clock);
      if (found) refuseClosed(catalogue, found);
      const moved = found && from && found.from && found.from.hash !== from.hash;
      // Within one import the later tools see the earlier ones.
      const scratch = catalogue.copy();
      const commits: Commit[] = found
        ? []
        : [{ putBundles: [bundle], changes: [bundleChange(clock, by, 'created', bundle)] }];
      if (moved) {
        const updated = deepFreeze({ ...found, from, modifiedAt: clock.now() });
        const changes = [bundleChange(clock, by, 'changed', updated, 'where it came from')];
        commits.push({ putBundles: [updated], changes });
      }
      if (!found) scratch.apply({ putBundles: [bundle] });
      const tools: Tool[] = [];
      const unchanged: string[] = [];
      for (const offer of offers) {
        const { commit, tool } = this.#write(scratch, bundle, offer, by, clock);
        scratch.apply(commit);
        commits.push(commit);
        if (Object.keys(commit).length === 0) unchanged.push(tool.name);
        else tools.push(tool);
      }
      return { commit: merged(commits), value: { bundle, tools, unchanged } };
    });
  }

  async #offerOf(draft: ToolDraft, replace: boolean, from?: Upstream): Promise<Offer> {
    const { source, fileName, files, config, tags } = draft;
    const given = { fileName, files, config, replace, ...(tags.length > 0 && { tags }) };
    const options = checkOptions({ ...draftOptions(draft), ...given, ...(from && { from }) });
    let problem = draft.problem;
    if (problem === undefined) {
      try {
        const { kind, spec } = await this.inspect(source, fileName, files, draft.kind);
        return { kind, source, spec, origin: 'imported', options };
      } catch (error) {
        if (!(error instanceof Failure) || error.code === 'unavailable') throw error;
        problem = error.message;
      }
    }
    const spec = await versioned(unreadableSpec(fileName, problem), source, files);
    return { kind: draft.kind, source, spec, origin: 'imported', options, problem };
  }

  #placeOf(catalogue: Catalogue, name: string, slug: string | undefined): Bundle {
    if (slug !== undefined) {
      const bundle = catalogue.bundleBySlug(slug);
      if (!bundle) throw new Failure('not_found', `no bundle with the name: ${slug}`);
      return bundle;
    }
    // A built-in keeps its name, unless a bundle is named, whose own name then goes in front.
    if (this.#deps.isBuiltin(name)) {
      throw new Failure('conflict', `the name '${name}' is taken by a built-in tool; choose another one`);
    }
    const there = catalogue.offered.get(name)?.bundle ?? catalogue.bundle(BUNDLE_IDS.mine);
    return there as Bundle;
  }

  #write(
    catalogue: Catalogue,
    bundle: Bundle,
    offer: Offer,
    by: By,
    clock: ChangeClock,
  ): { commit: Commit; tool: Tool } {
    refuseClosed(catalogue, bundle);
    const { shelf } = this.#deps;
    const damaged = shelf.problems.filter(({ name }) => name === offer.spec.name);
    if (damaged[0] && !offer.options.replace) throw new Failure('conflict', damaged[0].message);
    const versions = catalogue.versions(bundle.id, slugOf(offer.spec.name));
    const { tool, replaced } = install({ bundle: bundle.id, versions }, offer, clock.newId(), clock.now());
    if (versions.includes(tool)) return { commit: {}, tool };
    const before = versions.find(({ id }) => id === tool.id);
    const change = before
      ? toolChange(clock, by, 'changed', tool, differences(before, tool))
      : toolChange(clock, by, 'created', tool);
    const marks = shelf.marked('removed-bundled');
    const commit: Commit = {
      putTools: [tool],
      ...(damaged.length > 0 && { deleteTools: damaged.flatMap(({ id }) => id ?? []) }),
      ...(replaced && { putRemoved: [{ id: clock.newId(), tool: replaced, removedAt: clock.now() }] }),
      changes: [change],
      ...(marks.includes(tool.name) && {
        marks: { 'removed-bundled': marks.filter((name) => name !== tool.name) },
      }),
    };
    return { commit, tool };
  }
}

function stopped(clock: ChangeClock): ChangeClock {
  const now = clock.now();
  return { newId: () => clock.newId(), now: () => now };
}

/** What else a draft says of how the tool was set up elsewhere. */
function draftOptions(draft: ToolDraft): Record<string, unknown> {
  const { enabled, limits, maxCallsPerMinute, llmCallable, userCallable } = draft;
  return { enable: enabled, limits, maxCallsPerMinute, llmCallable, userCallable };
}

/** @throws Failure `disabled` */
export function refuseClosed(catalogue: Catalogue, { id }: Pick<Bundle, 'id'>): void {
  const why = catalogue.whyClosed(id);
  if (why !== undefined) throw new Failure('disabled', `nothing can be changed there: ${why}`);
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
