// Processes content dropped on the window, and reports its problems. Loads with the first drop.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';
import { toasts } from '../components/toasts.svelte.ts';
import { takeFiles } from '../studio/take-files.ts';

/** Never rejects: errors are shown on screen. */
export async function takeDrop(
  app: App,
  reading: ReturnType<App['filesFromDrop']>,
  target: EventTarget | null,
): Promise<void> {
  try {
    if (!(await takeFiles(app, await reading, target))) toasts.notice('That drop contained no files.');
  } catch (error) {
    toasts.problem(`Couldn’t read the dropped files: ${toErrorData(error).message}`);
  }
}
