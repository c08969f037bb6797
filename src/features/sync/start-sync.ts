// Starts sync with the app, if it is set up.
import type { App } from '../../apps/web/app.ts';
import { openDatabase } from '../../storage/database.ts';
import { StateTable } from './state-table.ts';

export async function startSync(app: App): Promise<void> {
  const db = await openDatabase();
  const isSetUp = (await new StateTable(db).config()) !== undefined;
  db.close();
  if (isSetUp) await (await import('./session.ts')).sessionOf(app);
}
