// Takes what was dropped on the window, and says what is wrong with it. Loads with the first drop.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';
import { toasts } from '../components/toasts.svelte.ts';
import { takeFiles } from '../studio/take-files.ts';

/** Never rejects: what went wrong is on screen. */
export async function takeDrop(
  app: App,
  reading: ReturnType<App['filesFromDrop']>,
  target: EventTarget | null,
): Promise<void> {
  try {
    if (!(await takeFiles(app, await reading, target))) toasts.notice('That drop contained no files.');
  } catch (error) {
    toasts.problem(`The dropped files could not be read: ${toErrorData(error).message}`);
  }
}
