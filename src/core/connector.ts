// Checks the items that a connector's scan returns, one by one. Valid ones become documents, invalid ones are
// reported.
import type { DocumentInput } from './document.ts';
import { Failure } from './errors.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';

export interface Scan {
  items: DocumentInput[];
  /** Skipped items, with the reason. */
  skipped: { name: string; reason: string }[];
  /** There is more: `scan` is called again with this as `config.cursor`. */
  cursor?: Json;
  /** The scan doesn't cover everything in the source, so items missing here may still exist there. */
  partial?: true;
  /** Passed as `config.kept` to the next scan of the same feed. */
  keep?: Json;
}

/**
 * Maximum size of the JSON passed from call to call, in characters: enough for the paths of a few thousand pending
 * pages.
 */
const MAX_KEPT = 256 * 1024;

/**
 * Reads the value returned by `connector.scan`: a list of items, or `{items, cursor, partial, keep}`. The documents
 * belong to the source `script:NAME`.
 * @throws Failure `bad_output` when it is neither.
 */
export function toScan(result: unknown, name: string): Scan {
  const page: Record<string, unknown> =
    isObject(result) && result['items'] !== undefined ? result : { items: result };
  const { items } = page;
  const list = isObject(items) && Object.keys(items).length === 0 ? [] : items;
  if (!Array.isArray(list)) {
    throw new Failure('bad_output', `connector.scan of '${name}' must return a list of items`);
  }
  const scan: Scan = { items: [], skipped: [], ...(page['partial'] === true && { partial: true as const }) };
  for (const field of ['cursor', 'keep'] as const) {
    const value = toKept(page[field], field, name);
    if (value !== undefined) scan[field] = value;
  }
  list.forEach((item: unknown, index) => {
    const named = isObject(item) && isText(item['source_id']) ? item['source_id'] : `item ${index + 1}`;
    try {
      scan.items.push({ ...toDocument(item), source: `script:${name}` });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      scan.skipped.push({ name: named, reason: error.message });
    }
  });
  return scan;
}

function toKept(value: unknown, field: string, name: string): Json | undefined {
  if (value === undefined || value === null || value === false) return undefined;
  if (JSON.stringify(value).length > MAX_KEPT) {
    throw new Failure('too_large', `the ${field} that connector.scan of '${name}' returned is over 256 KiB`);
  }
  return value as Json;
}

const TEXTS = ['title', 'author', 'source_url', 'content_type'] as const;
const TIMES = ['created_at', 'updated_at'] as const;

function toDocument(item: unknown): DocumentInput {
  if (!isObject(item)) throw wrong('it is not a table');
  const { source_id, body } = item;
  const id = typeof source_id === 'number' ? String(source_id) : source_id;
  if (!isText(id)) throw wrong("it has no 'source_id'");
  if (!isText(body)) throw wrong("it has no 'body'");
  const document: DocumentInput = { source_id: id, body, content_type: 'text/plain' };
  for (const field of TEXTS) {
    const value = item[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') throw wrong(`its '${field}' is not a string`);
    document[field] = value;
  }
  for (const field of TIMES) {
    const value = item[field];
    if (value !== undefined && value !== null) document[field] = toTime(value, field);
  }
  const metadata = toMetadata(item);
  if (metadata) document.metadata = metadata;
  return document;
}

const NO_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?$/;

/** RFC 3339, RFC 3339 without a zone (UTC), or seconds since 1970. */
function toTime(value: unknown, field: string): string {
  const text = typeof value === 'string' && NO_ZONE.test(value) ? `${value.replace(' ', 'T')}Z` : value;
  const time = new Date(typeof text === 'number' ? text * 1000 : typeof text === 'string' ? text : NaN);
  if (Number.isNaN(time.getTime())) throw wrong(`its '${field}' is not a time: ${JSON.stringify(value)}`);
  return time.toISOString();
}

function toMetadata({ metadata, metadata_json }: Record<string, unknown>): JsonObject | undefined {
  if (isObject(metadata)) return metadata as JsonObject;
  if (!isText(metadata_json)) return undefined;
  try {
    const parsed: unknown = JSON.parse(metadata_json);
    if (isObject(parsed)) return parsed as JsonObject;
  } catch {
    // The `throw` below reports it.
  }
  throw wrong("its 'metadata_json' is not a JSON object");
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function wrong(reason: string): Failure {
  return new Failure('bad_output', reason);
}
