// Reads and writes a flow's JSON text, so that untouched parts keep their formatting. Pure.
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

/** @param before the previous text, whose indentation and final newline are kept */
export function writeFlowJson(flow: JsonObject, before: string): string {
  const indent = /^\{\r?\n([ \t]+)"/.exec(before)?.[1] ?? '  ';
  return JSON.stringify(flow, null, indent) + (/\n$/.test(before) || before === '' ? '\n' : '');
}
