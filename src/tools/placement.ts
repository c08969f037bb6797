// Where a tool on its way in goes. Its origin decides, and the bundle that a person picked; nothing that it says of itself does.
//
// - Nothing from outside enters a bundle of another origin, unless a person picked that bundle.
// - Nobody adds a tool to the bundles that are part of the program, or to that of a server.
// - What comes later is dated later: a name stays with whoever had it first, also when the clock went back.
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

/** How a single text comes in. */
export interface Coming {
  /** Who made it: `imported` for files, links and whatever else is from outside. */
  origin: 'user' | 'imported' | 'agent';
  /** What a person hands over from the version that it replaces. */
  keep?: Keep;
  /** A person chose policy and grants: they do not come from the text. */
  chosen?: boolean;
  /** It is the next state of the file that the version in front is linked to. */
  linked?: boolean;
}

/** What a person decided about an import, and where it comes from. */
export interface ImportWay {
  from?: Upstream;
  /** Slug or id of the bundle that a person picked. */
  into?: string;
  /** The id of the bundle that an update from `from` is for. */
  update?: string;
  /** Another text under the same version takes its place; what it replaces is kept as removed. */
  replace?: boolean;
  /** What a person hands over to the tools of these names. */
  keep?: Readonly<Record<string, Keep>>;
  /** Names of secrets that a person lets its config use. */
  secrets?: readonly string[];
}

export interface Place {
  bundle: Bundle;
  /** It is not stored yet. */
  isNew: boolean;
}

/** @throws Failure `not_found`, `denied` for a bundle that takes no tool of that name, `disabled` */
export function pickedBundle(catalogue: Catalogue, reference: string, name: string): Bundle {
  const bundle = catalogue.bundle(reference) ?? catalogue.bundleBySlug(reference);
  if (!bundle) throw new Failure('not_found', `no bundle with the name: ${reference}`);
  refuseProgram(catalogue, bundle, name);
  return bundle;
}

/**
 * The bundle of a single text.
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
  // A built-in keeps its name, unless a bundle is named, whose own name then goes in front.
  if (isBuiltin) {
    throw new Failure('conflict', `a built-in tool already uses the name '${name}'; choose another one`);
  }
  if (origin !== 'user') return outsideBundle(catalogue, name, origin, clock);
  const bundle = catalogue.offered.get(name)?.bundle ?? (catalogue.bundle(BUNDLE_IDS.mine) as Bundle);
  refuseProgram(catalogue, bundle, name);
  return { bundle, isNew: false };
}

/**
 * The bundle of an import: the one that a person picked, the one that came from the same address, or a new one.
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
  // What is off or deleted may be wanted back: it is not doubled without a word.
  const there = catalogue.bundleBySlug(slug);
  if (there) refuseClosed(catalogue, there);
  return {
    bundle: freshBundle(catalogue, { slug, displayName, description }, 'imported', clock, from),
    isNew: true,
  };
}

/** A bundle that holds exactly these texts already: then there is nothing to install. */
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
    // What could not be read has another version then; now it may be.
    (tool.spec.version === spec.version || (tool.problem !== undefined && tool.origin === 'imported'))
  );
}

/** A later moment than any tool has: an outside tool is first with no name that somebody has. */
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

/** It has this slug, or a number behind it because that was taken. */
export function isCalled(bundle: Bundle, slug: string): boolean {
  const rest = bundle.slug.startsWith(slug) ? bundle.slug.slice(slug.length) : undefined;
  return rest !== undefined && /^(-\d+)?$/.test(rest);
}

/** Of the bundles for single tools from outside the first that has no tool of that name. */
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
      `bundle '${slug}' is part of Perilune and takes no other tools; choose another bundle`,
    );
  }
  // A tool that came with the program may be changed by its user.
  if (id === BUNDLE_IDS.bundled && catalogue.versions(id, slugOf(name)).length === 0) {
    throw new Failure('denied', `the tools of bundle '${slug}' come with Perilune; choose another bundle`);
  }
  refuseClosed(catalogue, bundle);
  if (catalogue.toolsIn(id).some(({ kind }) => kind === 'mcp')) {
    throw new Failure('denied', `bundle '${slug}' holds the tools of a server; choose another bundle`);
  }
}
