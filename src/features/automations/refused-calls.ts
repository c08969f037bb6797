// Finds the refused calls of a run in the run log.
import type { App } from '../../apps/web/app.ts';
import type { AutomationRun } from '../../core/automation.ts';
import type { RunSummary } from '../../core/run-record.ts';

const MOST = 10;

export async function refusedCalls(
  app: Pick<App, 'toolParts'>,
  automation: string,
  since: string,
): Promise<NonNullable<AutomationRun['refused']>> {
  const { store } = await app.toolParts.runs();
  const { runs } = await store.list({ since }, { limit: 200 });
  return runs
    .filter((run) => run.approval?.answer === 'no' && automationOf(run) === automation)
    .slice(0, MOST)
    .map(({ id, tool }) => ({ tool: tool.name, run: id }));
}

function automationOf({ caller }: RunSummary): string | undefined {
  const first = caller.kind === 'tool' ? caller.first : caller;
  return 'automation' in first ? first.automation : undefined;
}
