// Things that are made, or loaded, when they are first asked for something.
import { Failure } from './errors.ts';

/** Makes a thing at its first use, and once. What fails to load is tried again at the next use. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

type AsyncMethod = (...given: never[]) => Promise<unknown>;

/** The methods that answer with a promise. */
type Deferrable<T> = { [K in keyof T]: T[K] extends AsyncMethod ? K : never }[keyof T];

/**
 * Some methods of a thing that is loaded by the first call of one of them. Calls reach it in the order they are made in.
 * They reject with Failure `unavailable` when it cannot be loaded.
 * @param load is asked at each call: see `once`
 */
export function deferred<T extends object, K extends Deferrable<T>>(
  load: () => Promise<T>,
  names: readonly K[],
): Pick<T, K> {
  const call = (name: K) => {
    return async (...given: never[]): Promise<unknown> => {
      const thing = await load().catch(refuse);
      return (thing[name] as AsyncMethod)(...given);
    };
  };
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Pick<T, K>;
}

function refuse(error: unknown): never {
  if (error instanceof Failure) throw error;
  throw new Failure(
    'unavailable',
    'a part of Perilune could not be loaded; check the connection and try again, or reload the page',
  );
}
