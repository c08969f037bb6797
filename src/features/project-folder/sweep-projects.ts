// Removes the project folders whose chats are gone.
import type { App } from '../../apps/web/app.ts';

/** Milliseconds: a chat may be restored after its deletion, or not be stored yet in another tab. */
const DAY = 24 * 60 * 60 * 1000;

/** @param now milliseconds since 1970 */
export async function sweepProjects(app: Pick<App, 'storage' | 'conversations'>, now: number): Promise<void> {
  const { projects } = await app.storage();
  const used = (await app.conversations.list()).flatMap(({ project }) => project ?? []);
  await projects.sweep(now - DAY, new Set(used));
}
