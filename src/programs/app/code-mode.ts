// Wires code mode: scripts of models and of people, what they would touch, and what they leave behind. Loads on first use.
import { Failure } from '../../core/errors.ts';
import type { DryAct, ScriptTouches } from '../../core/script-touches.ts';
import type { CallReport } from '../../core/tool.ts';

/** What a screen does with scripts. `conversation` is the id of the conversation in which it is done. */
export interface AppScripts {
  /** What a text would touch, as far as reading it tells. Runs nothing. */
  touches(source: string): Promise<ScriptTouches>;
  /** Runs it with every side effect answered by a record of what it would have done. Nothing leaves, nothing is written. */
  dryRun(source: string, conversation: string): Promise<{ acts: DryAct[]; report: CallReport }>;
  /** Runs it for a person, as `/lua` does. Read the report with `scriptResultOf`. */
  run(source: string, conversation: string, signal?: AbortSignal): Promise<CallReport>;
  /** Forgets what scripts of this conversation left: their global variables and their folder. */
  reset(conversation: string): Promise<void>;
}

export function openScripts(): AppScripts {
  const soon = async (): Promise<never> => {
    throw new Failure('unavailable', 'scripts cannot be run yet');
  };
  return { touches: soon, dryRun: soon, run: soon, reset: soon };
}
