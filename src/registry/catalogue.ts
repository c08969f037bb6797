// All tools and bundles in memory, and the names under which they are offered. Follows commits; decides nothing.
//
// - The versions of a tool share bundle and slug; the enabled one that was put in front last answers to the name.
// - A name belongs to whoever had it first. A tool of the same name in a later bundle is offered as `<bundle-slug>__<name>`.
// - Records are frozen; a change is a new record under the same id.
import type { Bundle } from '../core/bundle.ts';
import { toolInfo, type Tool, type ToolInfo } from '../core/tool.ts';
import type { Commit } from './tool-store.ts';

/** A tool as callers see it: its current version and the name it is called by. */
export interface Offered {
  name: string;
  tool: Tool;
  bundle: Bundle;
}

/** What a wire name may hold at most. */
const MAX_NAME = 64;

export class Catalogue {
  readonly #tools = new Map<string, Tool>();
  readonly #bundles = new Map<string, Bundle>();
  readonly #ownNames: ReadonlySet<string>;
  /** By address; built when somebody asks after a change. */
  #versions: Map<string, Tool[]> | undefined;
  #offered: Map<string, Offered> | undefined;

  /** @param ownNames of built-ins: no other tool gets one of them. */
  constructor(ownNames: Iterable<string>, tools: Iterable<Tool> = [], bundles: Iterable<Bundle> = []) {
    this.#ownNames = new Set(ownNames);
    for (const tool of tools) this.#tools.set(tool.id, tool);
    for (const bundle of bundles) this.#bundles.set(bundle.id, bundle);
  }

  apply({ putTools = [], deleteTools = [], putBundles = [], deleteBundles = [] }: Commit): void {
    for (const id of deleteTools) this.#tools.delete(id);
    for (const tool of putTools) this.#tools.set(tool.id, tool);
    for (const id of deleteBundles) this.#bundles.delete(id);
    for (const bundle of putBundles) this.#bundles.set(bundle.id, bundle);
    this.#versions = this.#offered = undefined;
  }

  /** Another one with the same records: to try changes on. */
  copy(): Catalogue {
    return new Catalogue(this.#ownNames, this.#tools.values(), this.#bundles.values());
  }

  get tools(): Iterable<Tool> {
    return this.#tools.values();
  }

  get bundles(): Iterable<Bundle> {
    return this.#bundles.values();
  }

  tool(id: string): Tool | undefined {
    return this.#tools.get(id);
  }

  bundle(id: string): Bundle | undefined {
    return this.#bundles.get(id);
  }

  bundleBySlug(slug: string): Bundle | undefined {
    for (const bundle of this.#bundles.values()) if (bundle.slug === slug) return bundle;
    return undefined;
  }

  /** Latest put in front first. */
  versions(bundle: string, slug: string): readonly Tool[] {
    return this.#byAddress().get(address(bundle, slug)) ?? [];
  }

  /** @param bundle the id */
  toolsIn(bundle: string): Tool[] {
    return [...this.#tools.values()].filter((tool) => tool.bundle === bundle);
  }

  /** By the name it is offered by. */
  get offered(): ReadonlyMap<string, Offered> {
    return (this.#offered ??= this.#name());
  }

  /** @param reference an offered name, `name@version`, or the id of a version. */
  find(reference: string): Tool | undefined {
    const found = this.offered.get(reference)?.tool ?? this.#tools.get(reference);
    if (found) return found;
    const at = reference.lastIndexOf('@');
    const named = at > 0 ? this.offered.get(reference.slice(0, at))?.tool : undefined;
    return (
      named &&
      this.versions(named.bundle, named.slug).find(({ spec }) => spec.version === reference.slice(at + 1))
    );
  }

  /** The name by which some version's tool is offered. */
  nameOf(tool: Tool): string {
    const plain = this.offered.get(tool.name)?.tool;
    return plain?.bundle === tool.bundle && plain.slug === tool.slug ? tool.name : this.#qualified(tool);
  }

  infoOf(tool: Tool): ToolInfo {
    return toolInfo(tool, { name: this.nameOf(tool), bundle: this.#bundles.get(tool.bundle)?.slug ?? '' });
  }

  /** What keeps every version of a tool in this bundle from being called or changed; a sentence. */
  whyClosed(bundle: string): string | undefined {
    const found = this.#bundles.get(bundle);
    if (!found) return 'its bundle is gone';
    if (found.deletedAt !== undefined) {
      return `bundle '${found.slug}' is being deleted; restore it first`;
    }
    return found.enabled ? undefined : `bundle '${found.slug}' is switched off; switch it on first`;
  }

  #byAddress(): Map<string, Tool[]> {
    if (this.#versions) return this.#versions;
    const versions = new Map<string, Tool[]>();
    for (const tool of this.#tools.values()) {
      const key = address(tool.bundle, tool.slug);
      const others = versions.get(key);
      if (others) others.push(tool);
      else versions.set(key, [tool]);
    }
    for (const list of versions.values()) list.sort(latestFirst);
    return (this.#versions = versions);
  }

  #name(): Map<string, Offered> {
    const offered = new Map<string, Offered>();
    const groups = [...this.#byAddress().values()].map((versions) => {
      const current = versions.find(({ enabled }) => enabled) ?? (versions[0] as Tool);
      const since = versions.reduce((least, { createdAt }) => (createdAt < least ? createdAt : least), '~');
      return { current, since };
    });
    groups.sort((a, b) =>
      a.since < b.since ? -1 : a.since > b.since ? 1 : a.current.id < b.current.id ? -1 : 1,
    );
    for (const { current } of groups) {
      const bundle = this.#bundles.get(current.bundle);
      if (!bundle) continue;
      const taken = offered.has(current.name) || this.#ownNames.has(current.name);
      const name = taken ? this.#qualified(current) : current.name;
      if (!offered.has(name)) offered.set(name, { name, tool: current, bundle });
    }
    return offered;
  }

  #qualified({ bundle, name }: Tool): string {
    const full = `${this.#bundles.get(bundle)?.slug ?? bundle}__${name}`;
    return full.length <= MAX_NAME ? full : `${full.slice(0, MAX_NAME - 9)}_${shortHash(full)}`;
  }
}

function address(bundle: string, slug: string): string {
  return `${bundle}/${slug}`;
}

function latestFirst(a: Tool, b: Tool): number {
  return a.currentSince === b.currentSince
    ? a.id < b.id
      ? 1
      : -1
    : a.currentSince < b.currentSince
      ? 1
      : -1;
}

/** FNV-1a, 32 bits: tells long names apart that begin alike. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
