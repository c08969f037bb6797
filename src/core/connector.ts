// What a connector's scan brings: items checked one by one, good ones turned into documents, bad ones named.
import type { DocumentInput } from './document.ts';
import { Failure } from './errors.ts';
import { isObject, type JsonObject } from './json.ts';

export interface Scan {
  items: DocumentInput[];
  /** Items that were left out, and why. */
  skipped: { name: string; reason: string }[];
}

/**
 * Reads the list that `connector.scan` returned. The documents belong to the source `script:NAME`.
 * @throws Failure `bad_output` when it is no list.
 */
export function toScan(result: unknown, name: string): Scan {
  const list = isObject(result) && Object.keys(result).length === 0 ? [] : result;
  if (!Array.isArray(list)) {
    throw new Failure('bad_output', `connector.scan of '${name}' must return a list of items`);
  }
  const scan: Scan = { items: [], skipped: [] };
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
    if (typeof value !== 'string') throw wrong(`its '${field}' is not a text`);
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

/** RFC 3339, the same without a zone (UTC), or seconds since 1970. */
function toTime(value: unknown, field: string): string {
  const text = typeof value === 'string' && NO_ZONE.test(value) ? `${value.replace(' ', 'T')}Z` : value;
  const time = new Date(typeof text === 'number' ? text * 1000 : typeof text === 'string' ? text : NaN);
  if (Number.isNaN(time.getTime())) throw wrong(`its '${field}' is no time: ${JSON.stringify(value)}`);
  return time.toISOString();
}

function toMetadata({ metadata, metadata_json }: Record<string, unknown>): JsonObject | undefined {
  if (isObject(metadata)) return metadata as JsonObject;
  if (!isText(metadata_json)) return undefined;
  try {
    const parsed: unknown = JSON.parse(metadata_json);
    if (isObject(parsed)) return parsed as JsonObject;
  } catch {
    // said below
  }
  throw wrong("its 'metadata_json' is not a JSON object");
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function wrong(reason: string): Failure {
  return new Failure('bad_output', reason);
}
