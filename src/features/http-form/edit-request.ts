// Edits the text of an HTTP tool, and updates its parameters accordingly. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { withJsonValue } from '../../base/json-text.ts';
import { namesOf, renamed, type NamePlace } from './request-names.ts';
import { objectIn, readRequest, valueIn } from './request-text.ts';

/** The usual spelling of secrets and settings; these do not become parameters. */
const SECRET_LIKE = /^[A-Z][A-Z0-9_]*$/;

/** Places where a call's arguments may be used. */
const FOR_PARAMETERS: readonly NamePlace[] = ['address', 'query', 'headers', 'body'];

/**
 * Sets one value of the request. New names become parameters; when one name replaces another, the parameter is
 * renamed.
 * @param value undefined, or an object without members, removes the field
 * @param settings names with a value in the tool's config
 */
export function withField(
  text: string,
  path: readonly string[],
  value: Json | undefined,
  settings: readonly string[] = [],
): string {
  const before = readRequest(text).spec;
  if (!before) return text;
  const isEmpty = isObject(value) && Object.keys(value).length === 0;
  const changed = withJsonValue(text, path, isEmpty ? undefined : value);
  return changed === text ? text : withParametersFor(changed, before, settings);
}

/** Returns the parameters a changed request needs. @param before the previous request */
export function withParametersFor(
  text: string,
  before: JsonObject,
  settings: readonly string[] = [],
): string {
  const after = readRequest(text).spec;
  if (!after || !editableParameters(after)) return text;
  const old = namesOf(before);
  const now = namesOf(after);
  const declared = parametersOf(after);
  const isGone = (name: string): boolean => !now.has(name) && Object.hasOwn(declared, name);
  const gone = [...old.keys()].filter(isGone);
  const come = [...now].filter(
    ([name, places]) =>
      !old.has(name) &&
      !Object.hasOwn(declared, name) &&
      !SECRET_LIKE.test(name) &&
      !settings.includes(name) &&
      !places.has('host') &&
      FOR_PARAMETERS.some((place) => places.has(place)),
  );
  const [first] = come;
  if (gone.length === 1 && come.length === 1 && first) return withRenamed(text, gone[0] as string, first[0]);
  let next = text;
  for (const name of gone) if (isBare(declared[name])) next = withoutParameter(next, name);
  for (const [name, places] of come) next = withParameter(next, name, places.has('address'));
  return next;
}

export function parametersOf(spec: JsonObject): JsonObject {
  return objectIn(spec, ['parameters', 'properties']);
}

export function requiredOf(spec: JsonObject): string[] {
  const required = valueIn(spec, ['parameters', 'required']);
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

/** A schema that describes no object can only be edited as JSON. */
export function editableParameters(spec: JsonObject): boolean {
  const parameters = spec['parameters'];
  if (parameters === undefined) return true;
  if (!isObject(parameters)) return false;
  const { properties, required } = parameters;
  return (
    (properties === undefined || isObject(properties)) && (required === undefined || Array.isArray(required))
  );
}

export function withParameter(text: string, name: string, required: boolean): string {
  const spec = readRequest(text).spec;
  if (!spec || !editableParameters(spec) || Object.hasOwn(parametersOf(spec), name)) return text;
  let next = withJsonValue(text, ['parameters', 'type'], 'object');
  next = withJsonValue(next, ['parameters', 'properties', name], { type: 'string' });
  return required ? withRequired(next, name, true) : next;
}

export function withoutParameter(text: string, name: string): string {
  return withRequired(withJsonValue(text, ['parameters', 'properties', name], undefined), name, false);
}

export function withRequired(text: string, name: string, on: boolean): string {
  const spec = readRequest(text).spec;
  if (!spec || !editableParameters(spec)) return text;
  const names = requiredOf(spec);
  if (names.includes(name) === on) return text;
  const next = on ? [...names, name] : names.filter((one) => one !== name);
  return withJsonValue(text, ['parameters', 'required'], next.length > 0 ? next : undefined);
}

/** Renames a parameter everywhere. Returns the text unchanged when the name is taken. */
export function withRenamed(text: string, from: string, to: string): string {
  const spec = readRequest(text).spec;
  if (!spec || !editableParameters(spec) || !/^[A-Za-z0-9_-]+$/.test(to)) return text;
  const properties = parametersOf(spec);
  if (!Object.hasOwn(properties, from) || Object.hasOwn(properties, to)) return text;
  const entries = Object.entries(properties).map(
    ([name, schema]) => [name === from ? to : name, schema] as const,
  );
  let next = withJsonValue(text, ['parameters', 'properties'], Object.fromEntries(entries));
  const required = requiredOf(spec);
  if (required.includes(from)) {
    const names = required.map((name) => (name === from ? to : name));
    next = withJsonValue(next, ['parameters', 'required'], names);
  }
  for (const path of templatesOf(spec)) {
    const value = valueIn(spec, path) as Json;
    const other = renamed(value, from, to);
    if (JSON.stringify(other) !== JSON.stringify(value)) next = withJsonValue(next, path, other);
  }
  return next;
}

/** Paths where placeholders may occur, as narrow as an edit can be. */
function templatesOf(spec: JsonObject): string[][] {
  const inside = (...path: string[]): string[][] =>
    Object.keys(objectIn(spec, path)).map((name) => [...path, name]);
  const whole = [
    ['request', 'url'],
    ['request', 'body'],
  ].filter((path) => valueIn(spec, path) !== undefined);
  return [...whole, ...inside('request', 'query'), ...inside('request', 'headers'), ...inside('auth')];
}

/** Unchanged since the form created it: nothing is lost by removing it. */
function isBare(schema: Json | undefined): boolean {
  return JSON.stringify(schema) === '{"type":"string"}';
}
