// Which tools there are, and what may be done to them: install, switch, remove, call. The list follows the store.
import { inMebibytes } from '../core/limits.ts';
import { Failure } from '../core/errors.ts';
import {
  toolInfo,
  type CallReport,
  type Policy,
  type Tool,
  type ToolInfo,
  type ToolSpec,
} from '../core/tool.ts';
import type { Secret } from '../core/secrets.ts';
import type { Approve } from './approvals.ts';
import { builtinTool, type Builtin } from './builtins.ts';
import type { BundledTool } from './bundled.ts';
import type { CallOptions } from './invoke.ts';
import { byteLength, deepFreeze, sha256, snapshot } from './plain.ts';
import { checkOptions, checkPolicy, type InstallOptions } from './install-options.ts';
import { install, readTool, type Offer } from './records.ts';
import { Shelf, type ToolProblem, type ToolStore } from './shelf.ts';
import type { ToolRunner } from './tool-runner.ts';

export interface RegistryDeps {
  store: ToolStore;
  runner: ToolRunner;
  builtins: Builtin[];
  bundled: BundledTool[];
  approve: Approve;
  /** The values of these secrets, as far as there are any. Failure `unavailable` while they are locked. */
  secrets(names: readonly string[]): Promise<Secret[]>;
  newId(): string;
  /** ISO 8601. */
  now(): string;
}

/** A script larger than this is not a tool: every start reads and every run sends the whole of it. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

export class Registry {
  readonly #deps: RegistryDeps;
  readonly #builtins: ReadonlyMap<string, Builtin>;
  readonly #shelf: Shelf;
  readonly #listeners = new Set<() => void>();

  constructor(deps: RegistryDeps) {
    this.#deps = deps;
    this.#builtins = new Map(deps.builtins.map((builtin) => [builtin.name, builtin]));
    this.#shelf = new Shelf({
      store: deps.store,
      isBuiltin: (name) => this.#builtins.has(name),
      newId: deps.newId,
      now: deps.now,
      onChange: () => this.#changed(),
    });
  }

  /**
   * Reads the stored tools and brings the bundled ones up to date. Once, before anything else.
   * @throws Failure `unavailable` when the store cannot be read.
   */
  async load(): Promise<void> {
    await this.#shelf.load(await Promise.all(this.#deps.bundled.map(bundledOffer)));
    this.#changed();
  }

  /** Built-ins first, then by name. Without `includeDisabled` only what is switched on, without `connectors` only tools. */
  list(options: { includeDisabled?: boolean; connectors?: boolean } = {}): ToolInfo[] {
    const builtins = [...this.#builtins.values()].map((builtin) => this.#toolOf(builtin));
    const scripts = [...this.#shelf.tools].sort((a, b) => (a.name < b.name ? -1 : 1));
    return [...builtins, ...scripts]
      .filter((tool) => tool.enabled || options.includeDisabled === true)
      .filter((tool) => tool.spec.kind !== 'connector' || options.connectors === true)
      .map(toolInfo);
  }

  get(name: string): Tool | undefined {
    const builtin = this.#builtins.get(name);
    return builtin ? this.#toolOf(builtin) : this.#shelf.get(name);
  }

  /** What could not be read or kept, for people to see. */
  get problems(): readonly ToolProblem[] {
    return this.#shelf.problems;
  }

  /**
   * What a script declares, its version filled in. Nothing is stored.
   * @throws Failure `bad_request`, `too_large`, `timeout`, `sandbox_crashed` or `unavailable`.
   */
  async inspect(
    source: string,
    fileName?: string,
    files?: Readonly<Record<string, string>>,
  ): Promise<ToolSpec> {
    if (typeof source !== 'string') throw new Failure('bad_request', 'the source of a tool must be Lua text');
    if (byteLength(source) > MAX_SOURCE_BYTES) {
      throw new Failure('too_large', `a tool must not be larger than ${inMebibytes(MAX_SOURCE_BYTES)}`);
    }
    return versioned(await this.#deps.runner.inspect(source, fileName, files), source, files);
  }

  /**
   * Installs a script, or its new version. The same script again is the same tool.
   * @throws Failure of `inspect`; `bad_request` for wrong options; `conflict` for a built-in's name and for another
   * source under the same version; `unavailable` when it cannot be stored. After a failure nothing has changed.
   */
  async install(source: string, options?: InstallOptions): Promise<Tool> {
    const checked = checkOptions(options);
    const spec = await this.inspect(source, checked.fileName, checked.files);
    this.#refuseBuiltin(spec.name);
    const { bundled, newId, now } = this.#deps;
    const isBundled = bundled.some((one) => one.source === source && one.spec.name === spec.name);
    const offer: Offer = { source, spec, origin: isBundled ? 'bundled' : 'user', options: checked };
    return this.#shelf.write(spec.name, (stored) => install(stored, offer, newId(), now()), checked.replace);
  }

  /**
   * @returns the removed tool, for `restore`. A bundled tool that was removed does not come back with an update.
   * @throws Failure `not_found`, or `denied` for a built-in.
   */
  async remove(name: string): Promise<Tool> {
    if (this.#builtins.has(name)) {
      throw new Failure('denied', `tool '${name}' is built in and cannot be removed; switch it off instead`);
    }
    const isBundled = this.#deps.bundled.some(({ spec }) => spec.name === name);
    return this.#shelf.remove(name, isBundled);
  }

  /**
   * Undoes a `remove`.
   * @throws Failure `conflict` when the name has been taken since.
   */
  async restore(tool: Tool): Promise<void> {
    this.#refuseBuiltin(tool.name);
    const kept = readTool(tool);
    await this.#shelf.write(kept.name, (stored) => {
      if (stored && stored.id !== kept.id) {
        throw new Failure('conflict', `another tool is called '${kept.name}' by now; remove it first`);
      }
      return kept;
    });
  }

  /** @throws Failure `not_found`. */
  async setEnabled(name: string, enabled: boolean): Promise<Tool> {
    const builtin = this.#builtins.get(name);
    if (!builtin) return this.#shelf.modify(name, (tool) => ({ ...tool, enabled }));
    await this.#shelf.switchBuiltin(name, enabled);
    return this.#toolOf(builtin);
  }

  /** @throws Failure `not_found`, `bad_request` for an unknown policy, or `denied` for a built-in. */
  async setPolicy(name: string, policy: Policy): Promise<Tool> {
    checkPolicy(policy);
    if (this.#builtins.has(name)) {
      throw new Failure('denied', `tool '${name}' is built in: it can be switched off, but keeps its policy`);
    }
    return this.#shelf.modify(name, (tool) => ({ ...tool, policy }));
  }

  /**
   * Changes what a tool may use. Only what is given changes.
   * @throws Failure `not_found`, `bad_request` that names the field, or `denied` for a built-in.
   */
  async setGrants(
    name: string,
    given: Pick<InstallOptions, 'hosts' | 'writes' | 'config' | 'limits'>,
  ): Promise<Tool> {
    if (this.#builtins.has(name)) {
      throw new Failure('denied', `tool '${name}' is built in: there is nothing to grant`);
    }
    const { hosts, writes, config, limits } = checkOptions(given);
    return this.#shelf.modify(name, (tool) => ({
      ...tool,
      hosts: hosts ?? tool.hosts,
      writes: writes ?? tool.writes,
      config: config ?? tool.config,
      limits: limits ?? tool.limits,
    }));
  }

  /** Calls a tool. Never rejects for what a tool, its arguments or its policy cause: see `invoke.ts`. */
  async call(name: string, args: unknown, options: CallOptions): Promise<CallReport> {
    const given = snapshot(args, 'the arguments');
    // The first screen needs none of it.
    const path = await import('./invoke.ts').catch(() => undefined);
    if (!path) {
      const message = 'a part of Perilune could not be loaded; check the connection and reload the page';
      return { outcome: { error: { code: 'unavailable', message } }, args: {}, logs: [], milliseconds: 0 };
    }
    const { runner, approve, secrets } = this.#deps;
    const find = (wanted: string): Tool | undefined => this.get(wanted);
    const builtin = (wanted: string): Builtin | undefined => this.#builtins.get(wanted);
    return path.invoke({ find, builtin, runner, approve, secrets }, name, given, options);
  }

  /** @returns a function that ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #toolOf(builtin: Builtin): Tool {
    return deepFreeze(builtinTool(builtin, !this.#shelf.disabledBuiltins.includes(builtin.name)));
  }

  #refuseBuiltin(name: string): void {
    if (!this.#builtins.has(name)) return;
    throw new Failure('conflict', `the name '${name}' is taken by a built-in tool; choose another one`);
  }
}

/** A script without a version gets one from its text and its files, so that a changed script is a newer one. */
async function versioned(
  spec: ToolSpec,
  source: string,
  files: Readonly<Record<string, string>> = {},
): Promise<ToolSpec> {
  if (spec.version !== '') return spec;
  const text = Object.keys(files).length > 0 ? source + JSON.stringify(files) : source;
  return { ...spec, version: `0-${(await sha256(text)).slice(0, 8)}` };
}

async function bundledOffer({ source, spec }: BundledTool): Promise<Offer> {
  return { source, spec: await versioned(spec, source), origin: 'bundled', options: {} };
}
