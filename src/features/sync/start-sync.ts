// Starts sync with the app, if it is set up; otherwise the reminder of a backup.
import type { App } from '../../apps/web/app.ts';
import { openDatabase } from '../../storage/database.ts';
import { toasts } from '../../ui/components/toasts.svelte.ts';
import { hrefOf } from '../../ui/route.svelte.ts';
import { StateTable } from './state-table.ts';

export async function startSync(app: App): Promise<void> {
  const db = await openDatabase();
  const isSetUp = (await new StateTable(db).config()) !== undefined;
  db.close();
  if (isSetUp) await (await import('./session.ts')).sessionOf(app);
  else await remind();
}

async function remind(): Promise<void> {
  const { remindLater } = await import('./remind.ts');
  remindLater({
    marks: localStorage,
    now: () => Date.now(),
    later: (work, milliseconds) => setTimeout(work, milliseconds),
    offer: () =>
      toasts.offer(
        'Your chats, tools and documents are only in this browser. Make a backup, or set up sync.',
        'Open settings',
        () => (location.hash = hrefOf('settings', 'storage')),
      ),
  });
}
