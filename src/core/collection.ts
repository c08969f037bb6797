// A collection: documents of any source under one name, with instructions and questions for chats that are limited to it. Pure.

/** The theme has a light and a dark value for each. */
export const COLLECTION_COLOURS = ['grey', 'blue', 'green', 'yellow', 'orange', 'red', 'purple'] as const;
export type CollectionColour = (typeof COLLECTION_COLOURS)[number];

export interface Collection {
  /** UUIDv7. Documents name the collections that they are in by it. */
  id: string;
  /** Unique, without regard to case. */
  name: string;
  colour: CollectionColour;
  /** Told to the model in a chat that is limited to this collection. May be empty. */
  instructions: string;
  /** Questions that an empty chat limited to it offers. */
  starters: string[];
  /** It came with somebody else's file, and nobody has saved it here since: its instructions are not used. */
  imported?: true;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

export interface CollectionWithCount extends Collection {
  documents: number;
}

/** What a person says of a collection. */
export type CollectionDraft = Pick<Collection, 'name' | 'colour' | 'instructions' | 'starters'>;

/** Characters and entries at most: a name fits into a chip, instructions into a prompt. */
export const COLLECTION_LIMITS = { name: 120, instructions: 8_000, starters: 8, starter: 300 } as const;

/**
 * Limits of a search: a document must be in one collection of each list. A chat, a profile and a tool may each set one.
 * A collection that is gone holds no document.
 */
export type Within = readonly (readonly string[])[];

/** The name in its one form: no line breaks, no control characters, no longer than the limit. */
export function collectionName(given: string): string {
  return given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, COLLECTION_LIMITS.name)
    .trim();
}

export function isSameName(one: string, other: string): boolean {
  return one.toLocaleLowerCase() === other.toLocaleLowerCase();
}

/** The folder that a path begins with; undefined for a file that came alone. */
export function topFolder(path: string): string | undefined {
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '');
  return rest.length > 0 ? first : undefined;
}
