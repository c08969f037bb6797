// Documents for an empty chat: adds chosen files, opens and removes the samples. Loads on the first click.
import type { App } from '../../apps/web/app.ts';
import { openSamples, removeSamples } from '../library/samples.ts';
import { toasts } from '../components/toasts.svelte.ts';
import { takeFiles } from '../studio/take-files.ts';

export async function takeChosen(app: App, field: HTMLInputElement): Promise<void> {
  const dropped = app.filesFromList([...(field.files ?? [])]);
  // Only a cleared field notices when the same file is chosen again.
  field.value = '';
  await takeFiles(app, dropped);
}

/** Never rejects: errors are shown on screen. */
export async function changeSamples(app: App, opened: boolean): Promise<void> {
  try {
    await (opened ? removeSamples(app.knowledge) : openSamples(app));
  } catch (error) {
    toasts.problem(error instanceof Error ? error.message : String(error));
  }
}
