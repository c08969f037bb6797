// A bundle: tools with one switch and one name space. Inside it, slug and version together name one revision of a tool.
import { Failure } from './errors.ts';
import { isObject } from '../base/json.ts';
import type { ToolOrigin } from './tool-kinds.ts';

export interface Bundle {
  /** UUIDv7. */
  id: string;
  /** Letters, digits and dashes; unique among bundles. */
  slug: string;
  displayName: string;
  description: string;
  enabled: boolean;
  origin: ToolOrigin;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
  /** When it was deleted: it can be brought back for two days. */
  deletedAt?: string;
  /** Where it was installed from, for the check for updates. */
  from?: Upstream;
}

/** An address that something was installed from, and the SHA-256 (hex) of what came from there. */
export interface Upstream {
  url: string;
  hash: string;
}

/** Bundles that every installation has. Their ids are the same everywhere. */
export const BUNDLE_IDS = {
  /** Tools that are part of the program. */
  builtin: '00000000-0000-7000-8000-000000000001',
  /** Scripts that come with the program. */
  bundled: '00000000-0000-7000-8000-000000000002',
  /** What a person installs without naming a bundle. */
  mine: '00000000-0000-7000-8000-000000000003',
} as const;

/** A deleted bundle goes for good after two days, if it is still empty. */
export const DELETED_BUNDLE_DAYS = 2;

/** Of one bundle. Lists of tools stay usable, and models are offered a few of them at best. */
export const MOST_TOOLS = 500;

export const SLUG = /^[A-Za-z0-9-]{1,64}$/;
/** Opaque: nothing is read from it. Plain characters only, so that no version looks like another one. */
export const VERSION = /^[0-9A-Za-z.+-]{1,64}$/;
export const TAG = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Bundles for single tools from outside: files that were opened, and scripts that a model proposed. */
export const OUTSIDE_BUNDLES = {
  imported: {
    slug: 'opened-files',
    displayName: 'Opened files',
    description: 'Tools you opened, dropped or pasted as single files.',
  },
  agent: {
    slug: 'proposed-tools',
    displayName: 'Proposed tools',
    description: 'Tools proposed by a model and installed by you.',
  },
} as const;

const RESERVED = /^(builtin|perilune|my-tools|(opened-files|proposed-tools)(-\d+)?)$/i;

/** Ids of bundles look like this. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Slugs of the bundles that every installation has or makes, and what looks like an id: no bundle from outside gets one. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.test(slug) || ID.test(slug);
}

/** The slug under which a bundle travels: its own, unless nobody could import that. */
export function portableSlug(slug: string): string {
  return isReservedSlug(slug) ? `${slug}-copy` : slug;
}

/** `slug`, or the first of `slug-2`, `slug-3` … that is free. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  let free = slug;
  for (let count = 2; isTaken(free); count += 1) {
    const ending = `-${count}`;
    free = slug.slice(0, 64 - ending.length) + ending;
  }
  return free;
}

/**
 * @param field what the version is called where it was written.
 * @throws Failure `bad_request` for a version that nobody may declare; empty counts as none.
 */
export function checkVersion(version: string, field: string): string {
  if (version === '' || VERSION.test(version)) return version;
  throw new Failure(
    'bad_request',
    `${field} ${JSON.stringify(version.slice(0, 80))} is not allowed: use at most 64 letters (a to z), digits, '.', '+' or '-'`,
  );
}

/** The slug of a tool name: it has no underscores. */
export function slugOf(name: string): string {
  return name.replaceAll('_', '-');
}

/** @throws Failure `bad_request` that names the tag. */
export function checkTags(tags: unknown): string[] {
  const empty = isObject(tags) && Object.keys(tags).length === 0;
  if (tags === undefined || tags === null || empty) return [];
  if (!Array.isArray(tags)) throw new Failure('bad_request', 'tags must be a list of words');
  for (const tag of tags) {
    if (typeof tag !== 'string' || !TAG.test(tag)) {
      throw new Failure(
        'bad_request',
        `tag ${JSON.stringify(tag)} is not allowed: start with a letter, then letters, digits, '_' or '-', 64 at most`,
      );
    }
  }
  return [...new Set(tags as string[])];
}
