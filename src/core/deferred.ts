// Things that are made, or loaded, on first use.
import { Failure } from './errors.ts';

/** Makes a thing once, on first use. A failed load is retried on the next use. */
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

/** The methods that return a promise. */
type Deferrable<T> = { [K in keyof T]: T[K] extends AsyncMethod ? K : never }[keyof T];

/**
 * Returns methods of a thing that the first call loads. Calls reach it in order. They reject with Failure
 * `unavailable` when it cannot be loaded.
 * @param load is called each time: see `once`
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

/** The message of a Failure for a part that could not be loaded. */
export const NOT_LOADED =
  'this part of the app could not be loaded; check the connection and try again, or reload the page';

function refuse(error: unknown): never {
  throw error instanceof Failure ? error : new Failure('unavailable', NOT_LOADED);
}
