// Adds a call the user made to the answer, and scrolls to it.
import { tick } from 'svelte';
import type { ToolPart } from '../../../core/conversation.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { CallReport } from '../../../core/tool.ts';

export type KeepRun = (part: ToolPart) => Promise<void>;

export async function keepRun(
  name: string,
  args: JsonObject,
  report: CallReport,
  onkeep: KeepRun,
): Promise<void> {
  const id = crypto.randomUUID();
  await onkeep({ type: 'tool', id, name, args, state: report.outcome.error ? 'failed' : 'done', report });
  await tick();
  // It is at the end of the answer, perhaps far away.
  const card = document.querySelector<HTMLElement>(`[data-call="${id}"]`);
  card?.scrollIntoView({ block: 'nearest' });
  card?.querySelector('button')?.focus({ preventScroll: true });
}
