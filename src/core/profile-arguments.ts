// Arguments of a Lua profile in one chat: which values apply, and whether the chat can start with them. Pure.
import type { JsonObject } from '../base/json.ts';
import type { Profile, ProfileArgument } from './profile.ts';
import type { ObjectSchema } from './schema.ts';

/** By name of the argument. */
export type ProfileValues = Readonly<Record<string, string>>;

/** Maximum length of one value, in characters. */
const MOST_VALUE = 10_000;
/** Maximum number of arguments in a form. */
const MOST_ARGUMENTS = 32;

type Asked = Pick<Profile, 'name' | 'arguments' | 'config'>;

/**
 * Returns the values for the script: those of the chat, otherwise those of the profile. A blank value in the chat
 * overrides the profile's. Undeclared values are left out.
 */
export function valuesFor(
  { arguments: asked = [], config = {} }: Asked,
  given: ProfileValues = {},
): ProfileValues {
  return Object.fromEntries(
    asked.flatMap(({ name }) => {
      const value = own(Object.hasOwn(given, name) ? given : config, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the names of required arguments without a value. */
export function lackingArguments(profile: Asked, given?: ProfileValues): string[] {
  const values = valuesFor(profile, given);
  return (profile.arguments ?? []).flatMap(({ name, required }) =>
    required && own(values, name) === undefined ? [name] : [],
  );
}

/** Returns why a chat can't run with these values, as a sentence; undefined when no problem is known. */
export function problemWithValues(profile: Asked, given?: ProfileValues): string | undefined {
  const values = valuesFor(profile, given);
  const lacking = lackingArguments(profile, given);
  if (lacking.length > 0) return `The profile ${profile.name} needs ${lacking.join(', ')}.`;
  const long = Object.keys(values).find((name) => values[name]!.length > MOST_VALUE);
  if (long === undefined) return undefined;
  return `The value of ${long} is longer than ${MOST_VALUE.toLocaleString('en')} characters.`;
}

/** Returns the schema of the form; the profile's own values are its defaults. */
export function argumentSchema({ arguments: asked = [], config = {} }: Asked): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      asked.map(({ name, description }) => {
        const value = own(config, name);
        return [name, { type: 'string', description, ...(value !== undefined && { default: value }) }];
      }),
    ),
    required: asked.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Returns the values of a form, one per argument; blank for empty fields. */
export function valuesOfForm({ arguments: asked = [] }: Asked, args: JsonObject): ProfileValues {
  return Object.fromEntries(
    asked.map(({ name }) => [name, typeof args[name] === 'string' ? args[name] : '']),
  );
}

/** Returns the initial form for the values of a chat. */
export function formOfValues({ arguments: asked = [] }: Asked, given: ProfileValues = {}): JsonObject {
  return Object.fromEntries(
    asked.flatMap(({ name }) => (Object.hasOwn(given, name) ? [[name, given[name]!]] : [])),
  );
}

/** Reads the arguments that a script or a file declares. Duplicate names and invalid entries are left out. */
export function readArguments(said: unknown): ProfileArgument[] {
  if (!Array.isArray(said)) return [];
  const read = new Map<string, ProfileArgument>();
  for (const one of said as unknown[]) {
    if (typeof one !== 'object' || one === null) continue;
    const { name, description, required } = one as Record<string, unknown>;
    // `__proto__` would set the prototype of an object.
    if (typeof name !== 'string' || name.trim() === '' || name === '__proto__' || read.has(name)) continue;
    read.set(name, {
      name,
      description: typeof description === 'string' ? description : '',
      required: required === true,
    });
    if (read.size === MOST_ARGUMENTS) break;
  }
  return [...read.values()];
}

function own(values: ProfileValues, name: string): string | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value !== 'string' || value.trim() === '' ? undefined : value;
}
