// Filters and groups the list of tools. Pure.
import { BUNDLE_IDS, type Bundle } from '../../core/bundle.ts';
import type { ToolInfo } from '../../core/tool.ts';
import type { ToolKind, ToolOrigin } from '../../core/tool-kinds.ts';

/** An empty string matches everything. */
export interface ToolFilter {
  origin: ToolOrigin | '';
  kind: ToolKind | '';
  tag: string;
  /** Slug of a bundle. */
  bundle: string;
  /** Only tools that cannot be called: turned off, or in a bundle that is. */
  off: boolean;
}

export const NO_FILTER: ToolFilter = { origin: '', kind: '', tag: '', bundle: '', off: false };

export interface BundleGroup {
  bundle: Bundle;
  /** The visible ones, sorted by name. */
  tools: ToolInfo[];
  /** Total number, visible or not. */
  size: number;
}

export function isFiltered(filter: ToolFilter): boolean {
  return Object.values(filter).some((value) => value !== '' && value !== false);
}

/** @param closed slugs of bundles that are turned off */
export function fits(tool: ToolInfo, filter: ToolFilter, closed: ReadonlySet<string>): boolean {
  const { origin, kind, tag, bundle, off } = filter;
  if (off && tool.enabled && !closed.has(tool.bundle)) return false;
  if (origin !== '' && tool.origin !== origin) return false;
  if (kind !== '' && tool.kind !== kind) return false;
  if (bundle !== '' && tool.bundle !== bundle) return false;
  return tag === '' || tool.tags.includes(tag);
}

/** Order of the standard bundles relative to the user's own (0), which users look for first. */
const PLACES = new Map<string, number>([
  [BUNDLE_IDS.mine, -1],
  [BUNDLE_IDS.bundled, 1],
  [BUNDLE_IDS.builtin, 2],
]);

/**
 * One group per bundle: the user's own first, then in the order of `bundles`, bundled ones last. Without a filter,
 * empty bundles are shown too, except empty standard ones.
 */
export function groupTools(
  bundles: readonly Bundle[],
  tools: readonly ToolInfo[],
  filter: ToolFilter,
): BundleGroup[] {
  const closed = closedBundles(bundles);
  const groups = new Map(
    bundles.map((bundle) => [bundle.slug, { bundle, tools: [] as ToolInfo[], size: 0 }]),
  );
  for (const tool of tools) {
    const group = groups.get(tool.bundle);
    if (!group) continue;
    group.size += 1;
    if (fits(tool, filter, closed)) group.tools.push(tool);
  }
  const all = !isFiltered(filter);
  const place = ({ bundle: { id } }: BundleGroup): number => PLACES.get(id) ?? 0;
  return [...groups.values()]
    .filter((group) => group.tools.length > 0 || (all && !PLACES.has(group.bundle.id)))
    .sort((a, b) => place(a) - place(b));
}

export function closedBundles(bundles: readonly Bundle[]): Set<string> {
  return new Set(bundles.filter(({ enabled }) => !enabled).map(({ slug }) => slug));
}

/** All tags of the tools, sorted by name. */
export function tagsOf(tools: readonly ToolInfo[]): string[] {
  return [...new Set(tools.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b, 'en'));
}

/** Reduces a name to letters, digits and dashes. */
export function slugFrom(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').toLowerCase();
  const slug = [...plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-')].slice(0, 64).join('');
  return slug.replaceAll(/^-+|-+$/g, '');
}
