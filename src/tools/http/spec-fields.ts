// Reads fields of an untrusted object, with a sentence for each that is invalid.
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';

type Fields = Record<string, unknown>;

export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

export function refuse(field: string, problem: string): never {
  throw new Failure('bad_request', `${field}: ${problem}`);
}

/** Otherwise a misspelt field would have no effect. */
export function checkFields(value: Fields, where: string, known: readonly string[]): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const shown = JSON.stringify(name.slice(0, 60));
    refuse(where === '' ? 'tool' : where, `${shown} is not a field; there are ${known.join(', ')}`);
  }
}

export function at(value: Fields, name: string, where: string): Fields {
  const field = value[name];
  if (!isObject(field)) refuse(path(where, name), field === undefined ? 'is missing' : 'must be an object');
  return field;
}

export function textAt(value: Fields, name: string, where: string, optional: true): string | undefined;
export function textAt(value: Fields, name: string, where: string): string;
export function textAt(value: Fields, name: string, where: string, optional = false): string | undefined {
  const field = value[name];
  if (field === undefined && optional) return undefined;
  if (typeof field !== 'string')
    refuse(path(where, name), field === undefined ? 'is missing' : 'must be a string');
  return field;
}

export function oneOf<T extends string>(
  value: Fields,
  name: string,
  where: string,
  choices: readonly T[],
): T | undefined {
  const field = value[name];
  if (field === undefined || choices.includes(field as T)) return field as T | undefined;
  return refuse(path(where, name), `must be one of ${choices.join(', ')}`);
}

export function checkNumber(
  value: Fields,
  name: string,
  where: string,
  lowest: number,
  highest: number,
): number | undefined {
  const field = value[name];
  if (field === undefined) return undefined;
  if (typeof field === 'number' && field >= lowest && field <= highest) return field;
  return refuse(path(where, name), `must be a number from ${lowest} to ${highest}`);
}

function path(where: string, name: string): string {
  return where === '' ? name : `${where}.${name}`;
}
