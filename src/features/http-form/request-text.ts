// The text of an HTTP tool, parsed for the form. The text is the tool; the form stores nothing itself. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { jsonProblem } from '../../tools/validate/json-place.ts';

export type ReadRequest =
  { spec: JsonObject; problem?: undefined } | { spec?: undefined; problem: string; line?: number };

export function readRequest(text: string): ReadRequest {
  const wrong = jsonProblem(text, '');
  if (wrong)
    return { problem: `The JSON has an error in line ${wrong.line}: ${wrong.message}.`, line: wrong.line };
  const given: unknown = JSON.parse(text);
  return isObject(given)
    ? { spec: given as JsonObject }
    : { problem: 'An HTTP tool must be a JSON object that begins with {.' };
}

export function valueIn(root: Json | undefined, path: readonly string[]): Json | undefined {
  let value = root;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key] as Json;
  }
  return value;
}

export function objectIn(root: Json | undefined, path: readonly string[]): JsonObject {
  const value = valueIn(root, path);
  return isObject(value) ? (value as JsonObject) : {};
}

export function textIn(root: Json | undefined, path: readonly string[]): string {
  const value = valueIn(root, path);
  return typeof value === 'string' ? value : '';
}
