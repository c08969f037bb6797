// Decides where a new tool goes: by its origin and the bundle that a person picked, never by its own claims.
//
// - Nothing from outside enters a bundle of another origin, unless a person picked that bundle.
// - No tool can be added to the bundles that are part of the program or of a server.
// - Later tools get later dates: a name stays with the first tool that had it, even when the clock went back.
import {
  BUNDLE_IDS,
  freeSlug,
  isReservedSlug,
  OUTSIDE_BUNDLES,
  slugOf,
  type Bundle,
  type Upstream,
} from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { Tool } from '../core/tool.ts';
import type { BundleDraft } from '../core/tool-draft.ts';
import { withoutHidden } from '../base/visible-text.ts';
import { newBundle } from './bundles.ts';
import type { Catalogue } from './catalogue.ts';
import type { ChangeClock } from './changes.ts';
import { refuseClosed } from './closed.ts';
import type { Keep, Offer } from './records.ts';

/** A single text to be added. */
export interface Coming {
  /** Its origin: `imported` for files, links and everything else from outside. */
  origin: 'user' | 'imported' | 'agent';
  /** What a person hands over from the version that it replaces. */
  keep?: Keep;
  /** Whether a person chose policy and grants, rather than the text. */
  chosen?: boolean;
  /** Whether it is the next state of the file linked to the selected version. */
  linked?: boolean;
}

/** A person's decisions about an import, and its address. */
export interface ImportWay {
  from?: Upstream;
  /** Slug or id of the bundle that a person picked. */
  into?: string;
  /** Id of the bundle that is updated from `from`. */
  update?: string;
  /** Replaces another text under the same version, which is kept as removed. */
  replace?: boolean;
  /** What a person hands over to the tools, by name. */
  keep?: Readonly<Record<string, Keep>>;
  /** Names of secrets that a person lets its config use. */
  secrets?: readonly string[];
}

export interface Place {
  bundle: Bundle;
  /** Whether it is not stored yet. */
  isNew: boolean;
}

/** @throws Failure `not_found`, `denied` for a bundle that accepts no tool of that name, `disabled` */
export function pickedBundle(catalogue: Catalogue, reference: string, name: string): Bundle {
  const bundle = catalogue.bundle(reference) ?? catalogue.bundleBySlug(reference);
  if (!bundle) throw new Failure('not_found', `no bundle with the name: ${reference}`);
  refuseProgram(catalogue, bundle, name);
  return bundle;
}

/**
 * Returns the bundle of a single text.
 * @param picked slug or id of the bundle that a person named
 * @throws Failure `not_found`, `denied`, `disabled`, `conflict` for the name of a built-in tool
 */
export function placeOfTool(
  catalogue: Catalogue,
  name: string,
  { picked, origin, isBuiltin }: { picked: string | undefined; origin: Coming['origin']; isBuiltin: boolean },
  clock: ChangeClock,
): Place {
  if (picked !== undefined) return { bundle: pickedBundle(catalogue, picked, name), isNew: false };
  // A built-in's name is reserved, unless a bundle is named, which then prefixes the name.
  if (isBuiltin) {
    throw new Failure('conflict', `a built-in tool already uses the name '${name}'; choose another one`);
  }
  if (origin !== 'user') return outsideBundle(catalogue, name, origin, clock);
  const bundle = catalogue.offered.get(name)?.bundle ?? (catalogue.bundle(BUNDLE_IDS.mine) as Bundle);
  refuseProgram(catalogue, bundle, name);
  return { bundle, isNew: false };
}

/**
 * Returns the bundle of an import: the one that a person picked, the one from the same address, or a new one.
 * @throws Failure `bad_request` for a reserved name, and of `pickedBundle`
 */
export function placeOfImport(
  catalogue: Catalogue,
  draft: BundleDraft,
  way: ImportWay,
  names: readonly string[],
  clock: ChangeClock,
): Place {
  const { from, into, update } = way;
  if (into !== undefined) {
    const bundle = pickedBundle(catalogue, into, '');
    for (const name of names) refuseProgram(catalogue, bundle, name);
    return { bundle, isNew: false };
  }
  const known = from && sameAddress(catalogue, draft.slug, from, update);
  if (known) return { bundle: known, isNew: false };
  if (isReservedSlug(draft.slug)) {
    throw new Failure(
      'bad_request',
      `the bundle name '${draft.slug}' is reserved: choose a bundle to put its tools into, or rename it. Nothing was installed`,
    );
  }
  const { slug, displayName, description } = draft;
  // A bundle that is off or deleted may be wanted back, so it is not duplicated silently.
  const there = catalogue.bundleBySlug(slug);
  if (there) refuseClosed(catalogue, there);
  return {
    bundle: freshBundle(catalogue, { slug, displayName, description }, 'imported', clock, from),
    isNew: true,
  };
}

/** Finds a bundle that contains exactly these texts: then there is nothing to install. */
export function sameBundle(catalogue: Catalogue, slug: string, offers: readonly Offer[]): Bundle | undefined {
  return [...catalogue.bundles].find(
    (bundle) =>
      isCalled(bundle, slug) &&
      catalogue.whyClosed(bundle.id) === undefined &&
      offers.every((offer) => {
        const versions = catalogue.versions(bundle.id, slugOf(offer.spec.name));
        return versions.some((tool) => isSame(tool, offer));
      }),
  );
}

function isSame(tool: Tool, { kind, source, spec, options }: Offer): boolean {
  return (
    tool.kind === kind &&
    tool.name === spec.name &&
    tool.source === source &&
    JSON.stringify(tool.files) === JSON.stringify(options.files ?? {}) &&
    // An unreadable tool has a placeholder version, and may be readable now.
    (tool.spec.version === spec.version || (tool.problem !== undefined && tool.origin === 'imported'))
  );
}

/** Dates an outside tool later than all others, so that it never takes over a name already in use. */
export function datedLast(catalogue: Catalogue, clock: ChangeClock): ChangeClock {
  let latest = '';
  // Years of five digits would sort before all others.
  for (const { createdAt } of catalogue.tools)
    if (createdAt > latest && createdAt < '9990') latest = createdAt;
  const now = clock.now();
  const at = now > latest ? now : new Date(Date.parse(latest) + 1).toISOString();
  return { newId: () => clock.newId(), now: () => at };
}

function sameAddress(
  catalogue: Catalogue,
  slug: string,
  from: Upstream,
  update: string | undefined,
): Bundle | undefined {
  const isFrom = (one: { origin: string; from?: Upstream }): boolean =>
    one.origin === 'imported' && one.from?.url === from.url;
  if (update !== undefined) {
    const bundle = catalogue.bundle(update);
    const fits = bundle && (isFrom(bundle) || catalogue.toolsIn(bundle.id).some(isFrom));
    return fits ? bundle : undefined;
  }
  return [...catalogue.bundles].find(
    (bundle) => bundle.deletedAt === undefined && isFrom(bundle) && isCalled(bundle, slug),
  );
}

/** Tells whether a bundle has this slug, or the slug with a number because it was taken. */
export function isCalled(bundle: Bundle, slug: string): boolean {
  const rest = bundle.slug.startsWith(slug) ? bundle.slug.slice(slug.length) : undefined;
  return rest !== undefined && /^(-\d+)?$/.test(rest);
}

/** Returns the first bundle for single outside tools that has no tool of that name. */
export function outsideBundle(
  catalogue: Catalogue,
  name: string,
  origin: 'imported' | 'agent',
  clock: ChangeClock,
): Place {
  const face = OUTSIDE_BUNDLES[origin];
  const fits = (bundle: Bundle): boolean =>
    bundle.origin === origin &&
    isCalled(bundle, face.slug) &&
    catalogue.whyClosed(bundle.id) === undefined &&
    catalogue.versions(bundle.id, slugOf(name)).length === 0;
  const bundle = [...catalogue.bundles].find(fits);
  if (bundle) return { bundle, isNew: false };
  return { bundle: freshBundle(catalogue, face, origin, clock), isNew: true };
}

function freshBundle(
  catalogue: Catalogue,
  face: Pick<Bundle, 'slug' | 'displayName' | 'description'>,
  origin: 'imported' | 'agent',
  clock: ChangeClock,
  from?: Upstream,
): Bundle {
  const bundles = [...catalogue.bundles];
  const slugs = new Set(bundles.map(({ slug }) => slug.toLowerCase()));
  const names = new Set(bundles.map(({ displayName }) => displayName.trim().toLowerCase()));
  const slug = freeSlug(face.slug, (one) => slugs.has(one.toLowerCase()));
  const shown = withoutHidden(face.displayName).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  const displayName = shown === '' ? slug : names.has(shown.toLowerCase()) ? `${shown} (${slug})` : shown;
  const description = withoutHidden(face.description);
  return newBundle(catalogue, { slug, displayName, description, origin, ...(from && { from }) }, clock);
}

function refuseProgram(catalogue: Catalogue, bundle: Bundle, name: string): void {
  const { id, slug } = bundle;
  if (id === BUNDLE_IDS.builtin) {
    throw new Failure(
      'denied',
      `bundle '${slug}' is part of Perilune and can’t contain other tools; choose another bundle`,
    );
  }
  // A bundled tool may be changed by its user.
  if (id === BUNDLE_IDS.bundled && catalogue.versions(id, slugOf(name)).length === 0) {
    throw new Failure('denied', `the tools of bundle '${slug}' come with Perilune; choose another bundle`);
  }
  refuseClosed(catalogue, bundle);
  if (catalogue.toolsIn(id).some(({ kind }) => kind === 'mcp')) {
    throw new Failure('denied', `bundle '${slug}' contains the tools of a server; choose another bundle`);
  }
}
