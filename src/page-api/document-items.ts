// Sorts the items of `knowledge.add`: a file, a document, or the reason why it is neither.
import type { DocumentInput } from '../core/document.ts';
import { isObject, type JsonObject } from '../base/json.ts';

export interface Sorted {
  items: (File | DocumentInput)[];
  skipped: { name: string; reason: string }[];
}

const TEXTS = ['title', 'source', 'source_id', 'source_url', 'author', 'content_type'] as const;
const MOMENTS = ['created_at', 'updated_at'] as const;

/** Sorts the given items; never throws for one of them. Drops fields that a document does not have. */
export function sortItems(given: readonly unknown[]): Sorted {
  const sorted: Sorted = { items: [], skipped: [] };
  given.forEach((item, index) => {
    try {
      sorted.items.push(isFile(item) ? item : toDocument(item));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      sorted.skipped.push({ name: nameOf(item, index), reason });
    }
  });
  return sorted;
}

/** Checks the tag, because `instanceof` fails for a file from another window. */
function isFile(item: unknown): item is File {
  return Object.prototype.toString.call(item) === '[object File]';
}

function toDocument(item: unknown): DocumentInput {
  if (!isObject(item)) throw new TypeError('it is neither a file nor an object with title and body');
  const { body, metadata } = item;
  if (typeof body !== 'string') throw new TypeError(`body must be a string, got ${kindOf(body)}`);
  const document: DocumentInput = { body };
  for (const field of TEXTS) {
    const value = item[field] ?? undefined;
    if (value === undefined) continue;
    if (typeof value !== 'string') throw new TypeError(`${field} must be a string, got ${kindOf(value)}`);
    document[field] = value;
  }
  for (const field of MOMENTS) {
    const value = item[field] ?? undefined;
    if (value !== undefined) document[field] = toMoment(value, field);
  }
  if (metadata !== undefined && metadata !== null) document.metadata = toMetadata(metadata);
  return document;
}

function toMoment(value: unknown, field: string): string {
  const date = new Date(value as string | number | Date);
  if (Number.isNaN(date.getTime())) {
    throw new TypeError(`${field} must be a date such as 2026-01-31 or 2026-01-31T12:00:00Z`);
  }
  return typeof value === 'string' ? value : date.toISOString();
}

function toMetadata(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError(`metadata must be an object, got ${kindOf(value)}`);
  try {
    return JSON.parse(JSON.stringify(value)) as JsonObject;
  } catch {
    throw new TypeError('metadata must be plain JSON: no cycles, no big integers');
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'undefined' ? 'nothing' : typeof value;
}

/** Returns the name of an item in a report: its title, else its id, else its place in the list, from 1. */
function nameOf(item: unknown, index: number): string {
  try {
    if (isObject(item)) {
      for (const name of [item['title'], item['source_id']]) {
        if (typeof name === 'string' && name !== '') return name;
      }
    }
  } catch {
    // A throwing getter gives no name.
  }
  return `item ${index + 1}`;
}
