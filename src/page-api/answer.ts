// How the page API answers for tools: a failure is data, never a rejection, and an answer is a copy of plain JSON.
import { toErrorData, type ErrorData } from '../core/errors.ts';

export type Answer<T extends object> =
  (T & { error?: undefined }) | ({ error: ErrorData } & { [K in keyof T]?: undefined });

/** Answers what `work` makes, or `{error: {code, message}}`. */
export async function answer<T extends object>(work: () => Promise<T>): Promise<Answer<T>> {
  try {
    return structuredClone(await work()) as Answer<T>;
  } catch (error) {
    return { error: toErrorData(error, 'unavailable') };
  }
}
