// A bundle: a group of tools with one switch and one namespace. Within a bundle, slug and version identify one
// revision of a tool.
import { freeName } from '../base/free-name.ts';
import { Failure } from './errors.ts';
import { isObject } from '../base/json.ts';
import type { ToolOrigin } from './tool-kinds.ts';

export interface Bundle {
  /** UUIDv7. */
  id: string;
  /** Letters and digits of any script, and dashes; unique among bundles. */
  slug: string;
  displayName: string;
  description: string;
  enabled: boolean;
  origin: ToolOrigin;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
  /** When it was deleted. It can be restored for two days. */
  deletedAt?: string;
  /** Where it was installed from, for update checks. */
  from?: Upstream;
}

/** The address of an installed file, with its SHA-256 (hex). */
export interface Upstream {
  url: string;
  hash: string;
  /** In a registry at that address: the entry, such as `tools/weather`. The hash is that of its texts. */
  entry?: string;
}

/** Bundles of every installation. Their ids are the same everywhere. */
export const BUNDLE_IDS = {
  /** Tools built into the program. */
  builtin: '00000000-0000-7000-8000-000000000001',
  /** Scripts shipped with the program. */
  bundled: '00000000-0000-7000-8000-000000000002',
  /** Tools installed without naming a bundle. */
  mine: '00000000-0000-7000-8000-000000000003',
} as const;

/** Days until a deleted bundle is removed for good, if it is still empty. */
export const DELETED_BUNDLE_DAYS = 2;

/** Limit per bundle. It keeps lists of tools usable; models are offered only a few of them anyway. */
export const MOST_TOOLS = 500;

/** Letters and digits of any script. A few letters are invisible, such as the filler of Hangul. */
const SLUG_FORM = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}-]){1,64}$/u;
const LATIN = /\p{Script=Latin}/u;
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** No two slugs look alike by their spelling (NFKC), invisible letters, or letters of two alphabets in one word. */
export const SLUG = {
  test(text: string): boolean {
    if (!SLUG_FORM.test(text) || text.normalize('NFKC') !== text) return false;
    return !text.split('-').some((word) => LATIN.test(word) && LIKE_LATIN.test(word));
  },
};
/** Versions are opaque and never parsed. Only plain characters are allowed, so no two versions look alike. */
export const VERSION = /^[0-9A-Za-z.+-]{1,64}$/;
export const TAG = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Bundles for single external tools: opened files, and scripts proposed by a model. */
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

/** Shape of a bundle id. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Tells whether a slug is reserved: slugs of built-in bundles, and anything that looks like an id. No imported bundle
 * gets one.
 */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.test(slug) || ID.test(slug);
}

/** Returns the slug to export a bundle with: its own, unless an import would refuse it. */
export function portableSlug(slug: string): string {
  return isReservedSlug(slug) ? `${slug}-copy` : slug;
}

/** Returns `slug`, or the first free one of `slug-2`, `slug-3` …. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  return freeName(slug, isTaken, (number) => {
    const ending = `-${number}`;
    // By characters: some letters take two code units.
    return [...slug].slice(0, 64 - ending.length).join('') + ending;
  });
}

/**
 * @param field name of the version's field, for the message.
 * @throws Failure `bad_request` for an invalid version; an empty one counts as none.
 */
export function checkVersion(version: string, field: string): string {
  if (version === '' || VERSION.test(version)) return version;
  throw new Failure(
    'bad_request',
    `${field} ${JSON.stringify(version.slice(0, 80))} is not allowed: use at most 64 letters (a to z), digits, '.', '+' or '-'`,
  );
}

/** Returns the slug of a tool name, without underscores. */
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
