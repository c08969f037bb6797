// A saved case of a tool: what goes in, what the host answers, and what is to come out. Cases live in the tool's file
// `cases.json`, so they travel with it, have its versions, and run the same in the studio and in a terminal.
import type { ErrorCode, ErrorData } from './errors.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { Schema } from './schema.ts';

/** The file of a tool that holds its cases: a JSON list of ToolCase. */
export const CASES_FILE = 'cases.json';

/** One host call and its answer, recorded from a run or written by hand. Nothing is asked of anybody when a case runs. */
export interface CaseCall {
  /** `http.request`, `context.search`, `tool.call`: as in the record of a run. */
  call: string;
  /** What it is to be asked, compared as a part: fields that are not named may be anything. Absent: anything at all. */
  with?: Json;
  /** What is to go beside it, or a piece of it: the body of a request, the text of a file. Absent: anything. */
  sends?: string;
  answer?: Json;
  /** The body of an answer, where it is text; `bytes` is base64, where it is not. */
  body?: string;
  bytes?: string;
  /** It fails like this instead. */
  error?: ErrorData;
}

/** What a script is answered while a case runs: nothing is asked of anybody. */
export type CaseAnswers = Pick<ToolCase, 'host' | 'chances' | 'secrets'>;

export interface CaseExpectation {
  /** The whole result. */
  result?: Json;
  /** Parts of the result: named fields of objects, items of lists in their order, a piece of a text. */
  contains?: Json;
  /** A JSON Schema that the result fits. It is checked in the sandbox. */
  schema?: Schema;
  error?: { code?: ErrorCode; message?: string; contains?: string };
  /** Lines of the script that are to be reached. */
  lines?: number[];
  /** A piece of some line of the log. */
  log?: string;
}

export interface ToolCase {
  name: string;
  args: Json;
  /** In the place of the tool's own settings. A secret appears as `${NAME}`. */
  config?: JsonObject;
  /** The values that secrets have in this case: never real ones. */
  secrets?: Record<string, string>;
  /** In the order in which they are made. */
  host?: CaseCall[];
  /** What clock and chance answer, recorded. Absent: as they are now. */
  chances?: string[];
  expect: CaseExpectation;
}
