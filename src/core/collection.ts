// A collection: documents of any source under one name, with instructions and starter questions for chats limited to
// it. Pure.

/** Each has a light and a dark value in the theme. */
export const COLLECTION_COLOURS = ['grey', 'blue', 'green', 'yellow', 'orange', 'red', 'purple'] as const;
export type CollectionColour = (typeof COLLECTION_COLOURS)[number];

/** Returns a colour that no other collection has, else one in turn. Grey is left to a person's choice. */
export function freeColour(all: readonly { colour: CollectionColour }[]): CollectionColour {
  const offered = COLLECTION_COLOURS.slice(1);
  const isFree = (colour: CollectionColour): boolean => all.every((one) => one.colour !== colour);
  return offered.find(isFree) ?? offered[all.length % offered.length]!;
}

export interface Collection {
  /** UUIDv7. Documents refer to their collections by it. */
  id: string;
  /** Unique, ignoring case. */
  name: string;
  colour: CollectionColour;
  /** Given to the model in chats limited to this collection. May be empty. */
  instructions: string;
  /** Questions offered in an empty chat limited to this collection. */
  starters: string[];
  /** Imported from someone else's file and not saved here since: its instructions are not used. */
  imported?: true;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

export interface CollectionWithCount extends Collection {
  documents: number;
}

/** Fields of a collection that a person can set. */
export type CollectionDraft = Pick<Collection, 'name' | 'colour' | 'instructions' | 'starters'>;

/** Maximum characters and entries: a name fits into a chip, instructions into a prompt. */
export const COLLECTION_LIMITS = { name: 120, instructions: 8_000, starters: 8, starter: 300 } as const;

/**
 * Limits of a search: a document must be in one collection of each list. A chat, a profile and a tool can each set
 * one. A deleted collection contains no documents.
 */
export type Within = readonly (readonly string[])[];

/** Returns the name without line breaks and control characters, cut to the limit. */
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

/** Returns the top folder of a path; undefined for a file without a folder. */
export function topFolder(path: string): string | undefined {
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '');
  return rest.length > 0 ? first : undefined;
}
