// A bundle: tools with one switch and one name space. Inside it, slug and version together name one revision of a tool.
import { Failure } from './errors.ts';
import { isObject } from './json.ts';
import type { ToolOrigin } from './tool.ts';

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

export const SLUG = /^[A-Za-z0-9-]{1,64}$/;
/** Opaque: nothing is read from it. */
export const VERSION = /^[A-Za-z0-9.+_-]{1,64}$/;
export const TAG = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

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
