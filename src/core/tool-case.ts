// A test case of a tool: its input, the answers of the host, and the expected output. Cases are in the tool's file
// `cases.json`, so they travel with it, share its versions, and run the same way in the studio and in a terminal.
import type { ErrorCode, ErrorData } from './errors.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Schema } from './schema.ts';

/** The file of a tool that holds its cases: a JSON list of ToolCase. */
export const CASES_FILE = 'cases.json';

/** One host call and its answer, recorded from a run or written by hand. A test case makes no real calls. */
export interface CaseCall {
  /** `http.request`, `context.search`, `tool.call`: as in the record of a run. */
  call: string;
  /** Expected payload, compared as a part: fields not named can have any value. Absent: anything. */
  with?: Json;
  /** Expected body, or a part of it: the body of a request, the text of a file. Absent: anything. */
  sends?: string;
  answer?: Json;
  /** The body of an answer as text; `bytes` is base64 for anything else. */
  body?: string;
  bytes?: string;
  /** Fails with this error instead. */
  error?: ErrorData;
}

/** The answers that a script gets while a case runs, in place of real calls. */
export type CaseAnswers = Pick<ToolCase, 'host' | 'chances' | 'secrets'>;

export interface CaseExpectation {
  /** The complete result. */
  result?: Json;
  /** Parts of the result: named fields of objects, items of lists in order, a substring. */
  contains?: Json;
  /** A JSON Schema for the result, checked in the sandbox. */
  schema?: Schema;
  error?: { code?: ErrorCode; message?: string; contains?: string };
  /** Lines of the script that must be executed. */
  lines?: number[];
  /** A substring of some log line. */
  log?: string;
}

export interface ToolCase {
  name: string;
  args: Json;
  /** Replaces the tool's own settings. A secret appears as `${NAME}`. */
  config?: JsonObject;
  /** Values of secrets in this case: never real ones. */
  secrets?: Record<string, string>;
  /** In the order of the calls. */
  host?: CaseCall[];
  /** Recorded answers of the clock and random numbers. Absent: real ones. */
  chances?: string[];
  expect: CaseExpectation;
}
