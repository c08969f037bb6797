// The profiles that a chat can be begun with.
import type { App } from '../../../apps/web/app.ts';
import type { Profile } from '../../../core/profile.ts';

/** None where they cannot be read: a chat needs none. */
export async function profilesOf(app: Pick<App, 'profiles'>): Promise<readonly Profile[]> {
  try {
    return await (await app.profiles()).list();
  } catch {
    return [];
  }
}
