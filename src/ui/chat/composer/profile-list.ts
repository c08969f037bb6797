// The profiles available for a new chat.
import type { App } from '../../../apps/web/app.ts';
import type { Profile } from '../../../core/profile.ts';

/** Empty when they cannot be read: a chat needs none. */
export async function profilesOf(app: Pick<App, 'profiles'>): Promise<readonly Profile[]> {
  try {
    return await (await app.profiles()).list();
  } catch {
    return [];
  }
}
