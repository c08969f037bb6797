// What a model's script would touch, as far as its text shows; and the result of a dry run.
import type { Json } from '../base/json.ts';

/** `reads` changes nothing and sends nothing. */
export type TouchEffect = 'reads' | 'acts';

export interface Touch {
  /** As a script calls it: `tools.weather`, `fs.write`, `mcp.github.create_issue`. */
  name: string;
  effect: TouchEffect;
  /** Lines of the script, from 1. */
  lines: number[];
  /** Details for a person: the hosts of a tool, the path of a file if it is a literal. */
  note?: string;
}

export interface ScriptTouches {
  touches: Touch[];
  /** Places where the text does not show what is called, such as `tools[name]`. */
  unclear: { line: number; text: string }[];
  /** Nothing acts, and nothing is unclear, so it may run immediately. */
  readOnly: boolean;
  /** Why it can't run at all. */
  syntax?: { line: number; message: string };
}

/** The acts of a dry run, in order. */
export interface DryAct {
  /** `tools.call`, `fs.write`, `fs.delete`, `http.request`. */
  operation: string;
  /** A sentence, such as `Would write notes.txt (120 bytes)`. */
  text: string;
  payload: Json;
}
