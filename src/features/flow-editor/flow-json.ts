// The text of a flow as its JSON and back, so that what was not touched stays as it was. Pure.
import { isObject, type JsonObject } from '../../base/json.ts';

export type ReadFlow = { flow: JsonObject; problem?: undefined } | { flow?: undefined; problem: string };

export function readFlowJson(text: string): ReadFlow {
  try {
    const given: unknown = JSON.parse(text);
    return isObject(given) ? { flow: given as JsonObject } : { problem: 'A flow must be a JSON object.' };
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}.` };
  }
}

/** @param before the text it takes the place of, whose indentation and last line end it keeps */
export function writeFlowJson(flow: JsonObject, before: string): string {
  const indent = /^\{\r?\n([ \t]+)"/.exec(before)?.[1] ?? '  ';
  return JSON.stringify(flow, null, indent) + (/\n$/.test(before) || before === '' ? '\n' : '');
}
