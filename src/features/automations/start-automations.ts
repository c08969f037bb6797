// Starts the schedule of automations, once there is one. In each tab; the tab that holds the lock runs them.
import type { App } from '../../apps/web/app.ts';

export async function startAutomations(app: App): Promise<void> {
  const { automations } = await app.storage();
  let isStarted = false;
  const look = async (): Promise<void> => {
    if (isStarted || !(await automations.list()).some(({ on }) => on)) return;
    isStarted = true;
    const { runnerOf } = await import('./automation-runner.ts');
    (await runnerOf(app)).start();
  };
  // A list that can't be read is reported where it is shown.
  automations.onChange(() => void look().catch(() => undefined));
  await look();
}
