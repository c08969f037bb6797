// Parses an OpenAPI document into an OpenAPI 3.1 object. A separate module, because it brings the parsers with it.
import { upgrade } from '@scalar/openapi-parser';
import { parse } from 'yaml';
import { Failure } from '../../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';

/** Maximum nesting: real documents have about twenty levels. */
const MAX_DEPTH = 100;
/** Maximum values in total, where every use of a YAML alias counts. GitHub's 13 MB contain 0.26 million. */
const MAX_VALUES = 1_500_000;

/** @throws Failure `bad_request` when it isn't an OpenAPI document */
export function parseOpenApi(text: string): JsonObject {
  const document = copy(parseText(text), { left: MAX_VALUES }, 0);
  const version = isObject(document) ? (document['openapi'] ?? document['swagger']) : undefined;
  if (!isObject(document) || !/^(2\.0|3\.[01](\.\d+)?(-.*)?)$/.test(String(version))) {
    throw new Failure(
      'bad_request',
      'this is not an OpenAPI document: it needs the field openapi with 3.0 or 3.1, or the field swagger with 2.0',
    );
  }
  return copy(upgraded(document as JsonObject), { left: MAX_VALUES }, 0) as JsonObject;
}

function parseText(text: string): unknown {
  try {
    return /^\s*[{[]/.test(text) ? JSON.parse(text) : parse(text, { maxAliasCount: 100, merge: true });
  } catch (problem) {
    throw new Failure(
      'bad_request',
      `the document cannot be read: ${(problem as Error).message.slice(0, 300)}`,
    );
  }
}

function upgraded(document: JsonObject): unknown {
  // YAML may read the version as a number, which the library doesn't accept.
  for (const field of ['openapi', 'swagger'])
    if (document[field] !== undefined) document[field] = versionText(document[field]);
  try {
    return upgrade(document).specification;
  } catch (problem) {
    throw new Failure(
      'bad_request',
      `the document cannot be read: ${(problem as Error).message.slice(0, 300)}`,
    );
  }
}

function versionText(version: Json): string {
  return typeof version === 'number' ? version.toFixed(1) : String(version);
}

/** Copies plain JSON, without the one key that is special in JavaScript. */
function copy(value: unknown, room: { left: number }, depth: number): Json {
  room.left -= 1;
  if (room.left < 0 || depth > MAX_DEPTH) {
    throw new Failure(
      'bad_request',
      'the document is too large or nested too deeply once its aliases are followed',
    );
  }
  if (Array.isArray(value)) return value.map((item) => copy(item, room, depth + 1));
  if (value instanceof Date) return value.toISOString();
  if (!isObject(value)) return (value ?? null) as Json;
  const plain: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    if (key !== '__proto__' && item !== undefined) plain[key] = copy(item, room, depth + 1);
  }
  return plain;
}
