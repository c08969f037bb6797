// All changes of tools and bundles. The first screen needs none of them, so the registry loads this on first use.
import { firstOf, isOutside, type Caller } from '../core/call.ts';
import { Failure } from '../core/errors.ts';
import { withoutApprovals, type Tool } from '../core/tool.ts';
import type { Policy } from '../core/tool-kinds.ts';
import { toToolPage } from '../core/tool-page.ts';
import { Bundles } from './bundles.ts';
import type { BundledTool } from './bundled.ts';
import { toolChange, type By, type ChangeClock } from './changes.ts';
import { differences } from './differences.ts';
import { checkOptions, checkPolicy, type InstallOptions } from './install-options.ts';
import { refuseClosed } from './closed.ts';
import { Installer } from './installer.ts';
import { move, type Moved } from './move-tool.ts';
import { noSuchTool } from './no-such-tool.ts';
import { deepFreeze } from './plain.ts';
import { inFront, withOptions } from './records.ts';
import { removal, restoration, type Removal } from './removals.ts';
import { ServerTools } from './servers/server-tools.ts';
import type { ToolRepository } from './tool-repository.ts';
import type { ToolStore } from '../core/ports/tool-store.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';

export interface EditorDeps extends ChangeClock {
  repository: ToolRepository;
  store: ToolStore;
  runner: Pick<ToolRunner, 'inspect'>;
  bundled: readonly BundledTool[];
  isBuiltin(name: string): boolean;
  /** @see InstallerDeps.secretNames */
  secretNames?(): Promise<readonly string[]>;
  /** Moves a tool's call counts from one address to the other. Never rejects. */
  carryUsage?(from: ToolAddress, to: ToolAddress): Promise<void>;
}

type ToolAddress = readonly [bundle: string, slug: string];

/** The settings of a version that can change without making a new one. */
export type ToolSettings = Pick<
  InstallOptions,
  | 'hosts'
  | 'writes'
  | 'config'
  | 'limits'
  | 'policy'
  | 'tags'
  | 'collections'
  | 'maxCallsPerMinute'
  | 'page'
  | 'llmCallable'
  | 'userCallable'
>;

export class ToolEditor {
  readonly bundles: Bundles;
  readonly installer: Installer;
  readonly servers: ServerTools;
  readonly #deps: EditorDeps;
  readonly #repository: ToolRepository;

  constructor(deps: EditorDeps) {
    const { repository, store } = deps;
    this.#deps = deps;
    this.#repository = repository;
    this.bundles = new Bundles(repository, store, deps);
    this.installer = new Installer({ ...deps, clock: deps });
    this.servers = new ServerTools(repository, this.bundles, deps);
  }

  /**
   * Removes a tool with all its versions, or the one version named by `name@version` or an id.
   * @returns the argument for `restore`. A removed bundled tool does not return with an update.
   * @throws Failure `not_found`, or `denied` for a built-in
   */
  remove(reference: string, by: By = 'user'): Promise<Removal> {
    this.#refuseBuiltin(reference, 'it cannot be removed; switch it off instead');
    const isBundled = (name: string): boolean => this.#deps.bundled.some(({ spec }) => spec.name === name);
    return this.#repository.change((catalogue) =>
      removal(
        catalogue,
        reference,
        { removed: this.#repository.marked('removed-bundled'), isBundled },
        this.#deps,
        by,
      ),
    );
  }

  /** Undoes a `remove`. @throws Failure `not_found`; `conflict` when the same version exists again; `disabled`. */
  async restore(ids: readonly string[], by: By = 'user'): Promise<Tool[]> {
    const entries = (await this.#deps.store.removed()).filter(({ id }) => ids.includes(id));
    return this.#repository.change((catalogue) =>
      restoration(catalogue, entries, this.#repository.marked('removed-bundled'), this.#deps, by),
    );
  }

  /**
   * Moves a tool with all its versions to another bundle. Settings, grants and call counts stay; moving it back
   * undoes it.
   * @throws Failure `not_found`, `denied`, `disabled`, `conflict`: see `move`
   */
  async move(reference: string, bundle: string, by: By = 'user'): Promise<Moved> {
    this.#refuseBuiltin(reference, 'it stays where it is');
    let before: Tool | undefined;
    const moved = await this.#repository.change((catalogue) => {
      before = catalogue.find(reference);
      return move(catalogue, reference, bundle, this.#deps, by);
    });
    const address = (tool: Tool): ToolAddress => [tool.bundle, tool.slug];
    if (before && before.bundle !== moved.tool.bundle) {
      await this.#deps.carryUsage?.(address(before), address(moved.tool));
    }
    return moved;
  }

  /**
   * Switches a tool. Off affects all its versions; on affects the selected one, or the one named by `name@version`.
   * @throws Failure `not_found`; `disabled` when its bundle is off; `bad_request` for one that can't run
   */
  async setEnabled(reference: string, enabled: boolean, by: By = 'user'): Promise<Tool> {
    return this.#repository.change((catalogue) => {
      const tool = catalogue.find(reference);
      if (!tool) throw noSuchTool(reference);
      refuseClosed(catalogue, { id: tool.bundle });
      if (enabled && tool.problem !== undefined) throw new Failure('bad_request', tool.problem);
      const all = !enabled && catalogue.offered.has(reference);
      const versions = all ? catalogue.versions(tool.bundle, tool.slug) : [tool];
      const putTools = versions
        .filter((one) => one.enabled !== enabled)
        .map((one) => deepFreeze({ ...one, enabled, modifiedAt: this.#deps.now() }));
      if (putTools.length === 0) return { commit: {}, value: tool };
      const what = enabled ? 'enabled' : 'disabled';
      const changes = putTools.map((one) => toolChange(this.#deps, by, what, one));
      return { commit: { putTools, changes }, value: putTools.find(({ id }) => id === tool.id) ?? tool };
    });
  }

  /** @throws Failure `not_found`, `bad_request` for an unknown policy, or `denied` for a built-in */
  setPolicy(reference: string, policy: Policy, by: By = 'user'): Promise<Tool> {
    return this.configure(reference, { policy: checkPolicy(policy) }, by);
  }

  /**
   * Changes what a tool may use and how it is called. Only the given fields change.
   * @throws Failure `not_found`, `bad_request` that names the field, `disabled`, or `denied` for a built-in
   */
  async configure(reference: string, given: ToolSettings, by: By = 'user'): Promise<Tool> {
    this.#refuseBuiltin(reference, 'it can be switched off, but has no settings');
    const { hosts, writes, config, limits, policy, ...rest } = checkOptions(given);
    const { tags, collections, maxCallsPerMinute, llmCallable, userCallable } = rest;
    const page = rest.page && by !== 'user' ? toToolPage(rest.page, 'script') : rest.page;
    const settings = {
      hosts,
      writes,
      config,
      limits,
      policy,
      tags,
      collections,
      maxCallsPerMinute,
      page,
      llmCallable,
      userCallable,
    };
    const known = Object.entries(settings).filter(([, value]) => value !== undefined);
    return this.#modify(reference, (tool) => withOptions(tool, Object.fromEntries(known)), by);
  }

  /** Selects a version and switches it on. @throws Failure `not_found`, `disabled`, `bad_request` */
  async useVersion(reference: string, by: By = 'user'): Promise<Tool> {
    this.#refuseBuiltin(reference, 'it has one version');
    return this.#modify(
      reference,
      (tool) => {
        if (tool.problem !== undefined) throw new Failure('bad_request', tool.problem);
        const versions = this.#repository.catalogue.versions(tool.bundle, tool.slug);
        const isFront = versions[0]?.id === tool.id;
        return {
          ...tool,
          enabled: true,
          currentSince: isFront ? tool.currentSince : inFront(versions, this.#deps.now()),
        };
      },
      by,
    );
  }

  /** Stores an “always” with the version and for the kind of caller it was given for. */
  async remember(tool: Tool, digest: string, caller: Caller): Promise<void> {
    const { kind } = firstOf(caller);
    const kept = ({ approvedOutside }: Tool) =>
      isOutside(kind) ? { approvedOutside: { ...approvedOutside, [kind]: digest } } : { approved: digest };
    await this.#modify(tool.id, (stored) => ({ ...stored, ...kept(stored) }), 'user');
  }

  /** Revokes every “always” of a tool. @throws Failure `not_found` */
  async forgetApproval(reference: string, by: By = 'user'): Promise<Tool> {
    this.#refuseBuiltin(reference, 'it never asks');
    return this.#modify(reference, withoutApprovals, by);
  }

  async switchBuiltin(tool: Tool, enabled: boolean, by: By = 'user'): Promise<void> {
    const { name } = tool;
    await this.#repository.change(() => {
      const off = this.#repository.marked('disabled-builtin');
      if (off.includes(name) === !enabled) return { commit: {}, value: undefined };
      const marks = { 'disabled-builtin': enabled ? off.filter((other) => other !== name) : [...off, name] };
      const changes = [toolChange(this.#deps, by, enabled ? 'enabled' : 'disabled', tool)];
      return { commit: { marks, changes }, value: undefined };
    });
  }

  #modify(reference: string, change: (tool: Tool) => Tool, by: By): Promise<Tool> {
    return this.#repository.change((catalogue) => {
      const stored = catalogue.find(reference);
      if (!stored) throw noSuchTool(reference);
      refuseClosed(catalogue, { id: stored.bundle });
      const next = change(stored);
      if (JSON.stringify(next) === JSON.stringify(stored)) return { commit: {}, value: stored };
      const tool = deepFreeze({ ...next, modifiedAt: this.#deps.now() });
      const changes = [toolChange(this.#deps, by, 'changed', tool, differences(stored, tool))];
      return { commit: { putTools: [tool], changes }, value: tool };
    });
  }

  #refuseBuiltin(name: string, because: string): void {
    if (this.#deps.isBuiltin(name)) throw new Failure('denied', `tool '${name}' is built in: ${because}`);
  }
}
