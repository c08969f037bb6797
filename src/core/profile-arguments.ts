// What a Lua profile is given in one chat: which values count, and whether it can begin with them. Pure.
import type { JsonObject } from '../base/json.ts';
import type { Profile, ProfileArgument } from './profile.ts';
import type { ObjectSchema } from './schema.ts';

/** By the name of the argument. */
export type ProfileValues = Readonly<Record<string, string>>;

/** Characters of one value. */
const MOST_VALUE = 10_000;
/** More arguments are no form. */
const MOST_ARGUMENTS = 32;

type Asked = Pick<Profile, 'name' | 'arguments' | 'config'>;

/**
 * What the script is given: what the chat says, else what the profile does. Blank is nothing, also where the profile says
 * something; what it does not ask for is left out.
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

/** Why a chat cannot be answered with these values, as a sentence; undefined: nothing is known to be wrong. */
export function problemWithValues(profile: Asked, given?: ProfileValues): string | undefined {
  const values = valuesFor(profile, given);
  const lacking = (profile.arguments ?? []).filter(
    ({ name, required }) => required && own(values, name) === undefined,
  );
  if (lacking.length > 0)
    return `The profile ${profile.name} needs ${lacking.map(({ name }) => name).join(', ')}.`;
  const long = Object.keys(values).find((name) => values[name]!.length > MOST_VALUE);
  if (long === undefined) return undefined;
  return `The value of ${long} is longer than ${MOST_VALUE.toLocaleString('en')} characters.`;
}

/** The arguments as a form has them; what the profile itself says stands in it from the beginning. */
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

/** What a form says of each argument; blank where it is empty. */
export function valuesOfForm({ arguments: asked = [] }: Asked, args: JsonObject): ProfileValues {
  return Object.fromEntries(
    asked.map(({ name }) => [name, typeof args[name] === 'string' ? args[name] : '']),
  );
}

/** What a chat says, as such a form begins. */
export function formOfValues({ arguments: asked = [] }: Asked, given: ProfileValues = {}): JsonObject {
  return Object.fromEntries(
    asked.flatMap(({ name }) => (Object.hasOwn(given, name) ? [[name, given[name]!]] : [])),
  );
}

/** What a script, or a file, says of its arguments. Each name once; what is none is left out. */
export function readArguments(said: unknown): ProfileArgument[] {
  if (!Array.isArray(said)) return [];
  const read = new Map<string, ProfileArgument>();
  for (const one of said as unknown[]) {
    if (typeof one !== 'object' || one === null) continue;
    const { name, description, required } = one as Record<string, unknown>;
    // No field of an object that could be its prototype.
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
