// Content from outside the page: files opened with the installed app, and shares from other apps.
import type { App } from '../../apps/web/app.ts';
import { SHARE_LOST, SHARE_TOO_LARGE, SHARE_TOO_MANY, SHARED_CACHE } from '../../core/shared.ts';
import { toasts } from '../components/toasts.svelte.ts';
import { route } from '../route.svelte.ts';
import { takeLaunchedFiles } from '../studio/launched-files.ts';

const NOT_KEPT: Record<string, string | undefined> = {
  [SHARE_LOST]: 'Couldn’t save the shared content: no storage is left. Free some space, then share it again.',
  [SHARE_TOO_LARGE]:
    'The shared content is larger than 100 MB and was not saved. Add the file in the library instead.',
  [SHARE_TOO_MANY]: 'Ten shares are already waiting. Add or skip those, then share this again.',
};

export function takeArrivals(app: App): void {
  takeLaunchedFiles(app);
  const shared = route.query.get('shared');
  const problem = shared === null ? undefined : NOT_KEPT[shared];
  if (problem !== undefined) toasts.problem(problem);
  // Consumed: going back or reloading must not import it again.
  if (shared !== null) route.replace('library');
  app.ready.then(() => takeKept(app)).catch((error: unknown) => console.warn(error));
  tellUnfinished().catch((error: unknown) => console.warn(error));
}

/** Reports an import that was interrupted when its page closed. */
async function tellUnfinished(): Promise<void> {
  const { takeUnfinished } = await import('../library/unfinished.ts');
  const left = await takeUnfinished();
  if (left) (await import('../library/ingest.svelte.ts')).ingest.tell(left);
}

/** At every start, not only after a share: one whose page was closed too early is still stored. */
async function takeKept(app: App): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(SHARED_CACHE))) return;
  const { takeShared } = await import('../library/shared.ts');
  await takeShared(app);
}
