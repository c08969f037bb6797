// All tools and bundles in memory, and the names they are offered under. It follows commits and decides nothing.
//
// - The versions of a tool share bundle and slug. The enabled one selected last answers to the name.
// - A name belongs to the first tool that had it. A tool of the same name in a later bundle is offered as
//   `<bundle-slug>__<name>`.
// - Records are frozen; a change is a new record under the same id.
import type { Bundle } from '../core/bundle.ts';
import { TOOL_NAME, toolInfo, type Tool, type ToolInfo } from '../core/tool.ts';
import { heldSince } from './records.ts';
import type { Commit } from '../core/ports/tool-store.ts';

/** A tool as callers see it: its current version and its call name. */
export interface Offered {
  name: string;
  tool: Tool;
  bundle: Bundle;
  /** The sort key of lists. Built-ins have a `0`, so they come first. */
  place: string;
}

/** Maximum length of a name on the wire. */
const MAX_NAME = 64;

export class Catalogue {
  readonly #tools = new Map<string, Tool>();
  readonly #bundles = new Map<string, Bundle>();
  readonly #ownNames: { has(name: string): boolean };
  /** Versions by address, the one selected last first. */
  readonly #versions = new Map<string, Tool[]>();
  /** Built on the first request after a change. */
  #names: Names | undefined;

  /** @param ownNames of built-ins, reserved for them. They may change before an `apply`. */
  constructor(
    ownNames: { has(name: string): boolean },
    tools: Iterable<Tool> = [],
    bundles: Iterable<Bundle> = [],
  ) {
    this.#ownNames = ownNames;
    for (const tool of tools) {
      this.#tools.set(tool.id, tool);
      this.#group(tool).push(tool);
    }
    for (const list of this.#versions.values()) list.sort(latestFirst);
    for (const bundle of bundles) this.#bundles.set(bundle.id, bundle);
  }

  apply({ putTools = [], deleteTools = [], putBundles = [], deleteBundles = [] }: Commit): void {
    for (const id of deleteTools) this.#delete(id);
    for (const tool of putTools) {
      this.#delete(tool.id);
      this.#tools.set(tool.id, tool);
      const group = this.#group(tool);
      group.push(tool);
      group.sort(latestFirst);
    }
    for (const id of deleteBundles) this.#bundles.delete(id);
    for (const bundle of putBundles) this.#bundles.set(bundle.id, bundle);
    this.#names = undefined;
  }

  /** Returns a copy with the same records, for trying out changes. */
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

  /** The one selected last first. */
  versions(bundle: string, slug: string): readonly Tool[] {
    return this.#versions.get(address(bundle, slug)) ?? [];
  }

  /** @param bundle the id */
  toolsIn(bundle: string): Tool[] {
    return [...this.#tools.values()].filter((tool) => tool.bundle === bundle);
  }

  /** Tools by the name they are offered under. */
  get offered(): ReadonlyMap<string, Offered> {
    return this.#naming().offered;
  }

  /** The same, sorted by name. */
  get sorted(): readonly Offered[] {
    const names = this.#naming();
    names.sorted ??= [...names.offered.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return names.sorted;
  }

  /** @param reference the id of a version, an offered name, or `name@version` */
  find(reference: string): Tool | undefined {
    const found = this.#tools.get(reference) ?? this.offered.get(reference)?.tool;
    if (found) return found;
    // A version may contain anything, a name no `@`.
    const at = reference.indexOf('@');
    const named = at > 0 ? this.offered.get(reference.slice(0, at))?.tool : undefined;
    return (
      named &&
      this.versions(named.bundle, named.slug).find(({ spec }) => spec.version === reference.slice(at + 1))
    );
  }

  /** Returns the name under which the tool of this version is offered. */
  nameOf({ bundle, slug, name }: Tool): string {
    return this.#naming().byAddress.get(address(bundle, slug)) ?? name;
  }

  infoOf(tool: Tool): ToolInfo {
    const name = this.nameOf(tool);
    const bundle = this.#bundles.get(tool.bundle)?.slug ?? '';
    const known = infos.get(tool);
    if (known && known.name === name && known.bundle === bundle) return known;
    const info = toolInfo(tool, { name, bundle });
    infos.set(tool, info);
    return info;
  }

  /**
   * Returns a sentence that says why no version of a tool in this bundle can be called or changed; undefined if they
   * can.
   */
  whyClosed(bundle: string): string | undefined {
    const found = this.#bundles.get(bundle);
    if (!found) return 'its bundle is missing';
    if (found.deletedAt !== undefined) {
      return `bundle '${found.slug}' is being deleted; restore it first`;
    }
    return found.enabled ? undefined : `bundle '${found.slug}' is switched off; switch it on first`;
  }

  #group({ bundle, slug }: Tool): Tool[] {
    const key = address(bundle, slug);
    const known = this.#versions.get(key);
    if (known) return known;
    const group: Tool[] = [];
    this.#versions.set(key, group);
    return group;
  }

  #delete(id: string): void {
    const tool = this.#tools.get(id);
    if (!tool) return;
    this.#tools.delete(id);
    const group = this.#group(tool);
    group.splice(group.indexOf(tool), 1);
    if (group.length === 0) this.#versions.delete(address(tool.bundle, tool.slug));
  }

  #naming(): Names {
    if (this.#names) return this.#names;
    const offered = new Map<string, Offered>();
    const byAddress = new Map<string, string>();
    const groups = [...this.#versions].map(([key, versions]) => {
      const current = versions.find(({ enabled }) => enabled) ?? (versions[0] as Tool);
      return { key, current, since: heldSince(versions) ?? '', id: firstId(versions) };
    });
    groups.sort((a, b) => (a.since === b.since ? order(a.id, b.id) : order(a.since, b.since)));
    for (const { key, current } of groups) {
      const bundle = this.#bundles.get(current.bundle);
      if (!bundle) continue;
      const free = (name: string): boolean => !offered.has(name) && !this.#ownNames.has(name);
      const name = freeName(current.name, bundle.slug, key, free);
      if (name === undefined) continue;
      offered.set(name, { name, tool: current, bundle, place: `1:${name}` });
      byAddress.set(key, name);
    }
    return (this.#names = { offered, byAddress });
  }
}

/** Tools are frozen: what callers see of one changes only with its name. */
const infos = new WeakMap<Tool, ToolInfo>();

interface Names {
  offered: Map<string, Offered>;
  byAddress: Map<string, string>;
  sorted?: Offered[];
}

/** Returns its own name, or that prefixed with its bundle, or one with a hash that no other tool can match. */
function freeName(
  name: string,
  bundle: string,
  key: string,
  free: (name: string) => boolean,
): string | undefined {
  if (free(name)) return name;
  const full = `${bundle}__${name}`;
  const qualified = TOOL_NAME.test(full) ? full : marked(full, full);
  return [qualified, marked(full, key), marked(full, `${key}+`)].find(free);
}

function marked(name: string, key: string): string {
  // A bundle's slug may have letters that models can't be given in a name.
  return `${name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_NAME - 9)}_${shortHash(key)}`;
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

function firstId(versions: readonly Tool[]): string {
  return versions.reduce((first, { id }) => (first === '' || id < first ? id : first), '');
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** FNV-1a, 32 bits: distinguishes long names with the same beginning. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
