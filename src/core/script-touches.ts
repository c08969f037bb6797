// What a script of a model would touch, as far as reading its text tells; and what a dry run of it found.
import type { Json } from '../base/json.ts';

/** One that only reads changes nothing and sends nothing anywhere. */
export type TouchEffect = 'reads' | 'acts';

export interface Touch {
  /** As a script calls it: `tools.weather`, `fs.write`, `mcp.github.create_issue`. */
  name: string;
  effect: TouchEffect;
  /** Lines of the script, from 1. */
  lines: number[];
  /** What a person should know of it: the hosts of a tool, the path of a file where it is a plain text. */
  note?: string;
}

export interface ScriptTouches {
  touches: Touch[];
  /** Where it reaches for something that reading does not tell, such as `tools[name]`. */
  unclear: { line: number; text: string }[];
  /** Nothing acts, and nothing is unclear: it may run at once. */
  readOnly: boolean;
  /** Why it cannot run at all. */
  syntax?: { line: number; message: string };
}

/** What a script would have done, in the order in which it would have. */
export interface DryAct {
  /** `tools.call`, `fs.write`, `fs.delete`, `http.request`. */
  operation: string;
  /** A sentence, such as `Would write notes.txt (120 bytes)`. */
  text: string;
  payload: Json;
}
