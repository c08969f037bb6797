// Results of the tool calls in the page API: a failure is data, never a rejection, and a result is a copy of plain
// JSON.
import { toErrorData, type ErrorData } from '../core/errors.ts';

export type Answer<T extends object> =
  (T & { error?: undefined }) | ({ error: ErrorData } & { [K in keyof T]?: undefined });

/** Returns the result of `work`, or `{error: {code, message}}`. */
export async function answer<T extends object>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return structuredClone(await work()) as Answer<T>;
  } catch (error) {
    return { error: toErrorData(error, 'unavailable') };
  }
}
