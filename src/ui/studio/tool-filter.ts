// Which tools the list shows, and under which bundle each stands. Pure.
import { BUNDLE_IDS, type Bundle } from '../../core/bundle.ts';
import type { ToolInfo } from '../../core/tool.ts';
import type { ToolKind, ToolOrigin } from '../../core/tool-kinds.ts';

/** An empty text lets everything through. */
export interface ToolFilter {
  origin: ToolOrigin | '';
  kind: ToolKind | '';
  tag: string;
  /** The slug of a bundle. */
  bundle: string;
  /** Only what cannot be called: switched off itself, or with its bundle. */
  off: boolean;
}

export const NO_FILTER: ToolFilter = { origin: '', kind: '', tag: '', bundle: '', off: false };

export interface BundleGroup {
  bundle: Bundle;
  /** Those that are shown, by name. */
  tools: ToolInfo[];
  /** How many it holds, shown or not. */
  size: number;
}

export function isFiltered(filter: ToolFilter): boolean {
  return Object.values(filter).some((value) => value !== '' && value !== false);
}

/** @param closed the slugs of bundles that are switched off */
export function fits(tool: ToolInfo, filter: ToolFilter, closed: ReadonlySet<string>): boolean {
  const { origin, kind, tag, bundle, off } = filter;
  if (off && tool.enabled && !closed.has(tool.bundle)) return false;
  if (origin !== '' && tool.origin !== origin) return false;
  if (kind !== '' && tool.kind !== kind) return false;
  if (bundle !== '' && tool.bundle !== bundle) return false;
  return tag === '' || tool.tags.includes(tag);
}

/** Where a bundle that nobody made stands among the others, whose place is 0: who comes here looks for tools of their own. */
const PLACES = new Map<string, number>([
  [BUNDLE_IDS.mine, -1],
  [BUNDLE_IDS.bundled, 1],
  [BUNDLE_IDS.builtin, 2],
]);

/**
 * One group a bundle: the user's own first, then in the order of `bundles`, what comes with the program last. Without a
 * filter the empty ones are shown too; those that nobody made only when there is something in them.
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

/** Every tag that some tool has, by name. */
export function tagsOf(tools: readonly ToolInfo[]): string[] {
  return [...new Set(tools.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b, 'en'));
}

/** What is left of a name when it may hold only letters, digits and dashes. */
export function slugFrom(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 64);
  return slug.replaceAll(/^-+|-+$/g, '');
}
