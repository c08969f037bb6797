// Copies or moves a case to another tool, reports it, and offers undo.
import type { App } from '../../../apps/web/app.ts';
import type { ToolCase } from '../../../core/tool-case.ts';
import { toasts } from '../../components/toasts.svelte.ts';
import type { CasesBench } from './cases-bench.svelte.ts';
import { sendCase } from './send-case.ts';

export interface Carried {
  testCase: ToolCase;
  /** Its position in this list. */
  index: number;
  /** Name of the other tool. */
  to: string;
  /** Moves it instead of copying. */
  away: boolean;
}

/** @throws as `sendCase`; nothing has changed here then. */
export async function carryCase(
  app: Pick<App, 'tools'>,
  cases: CasesBench,
  { testCase, index, to, away }: Carried,
): Promise<void> {
  const { saved, undo } = await sendCase(app.tools, await cases.load(), testCase, to);
  const restore = away ? cases.remove(index) : () => undefined;
  cases.said = `${away ? 'Moved' : 'Copied'} ${testCase.name} to ${to}.`;
  toasts.undoable(saved ? cases.said : `${cases.said} That tool has unsaved changes.`, () => {
    restore();
    void undo();
  });
}
