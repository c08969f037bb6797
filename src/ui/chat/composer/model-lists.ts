// The models for chats offered by connected endpoints, requested once per page.
import type { Preferences } from '../../../apps/web/app.ts';
import { isForChats } from './for-chats.ts';
import { connectionsOf, type ModelConnection, type Settings } from '../../../core/settings.ts';

const TIME = 15_000;
const known = new Map<string, Promise<readonly string[]>>();

/** Empty when there is no list, or it can't be loaded now. Never rejects. */
export function modelsAt(
  preferences: Pick<Preferences, 'models'>,
  { id, baseUrl, headers, kind = 'endpoint' }: Pick<ModelConnection, 'id' | 'baseUrl' | 'headers' | 'kind'>,
): Promise<readonly string[]> {
  if (kind !== 'endpoint') return Promise.resolve([]);
  const place = `${id} ${baseUrl}`;
  const asked =
    known.get(place) ??
    preferences
      .models({ baseUrl, ...(headers && { headers }) }, undefined, AbortSignal.timeout(TIME), id)
      .then((names) => names.filter(isForChats))
      .catch(() => {
        // Requested again the next time.
        known.delete(place);
        return [];
      });
  known.set(place, asked);
  return asked;
}

/** Requests the list of every connection. @param onread called with the lists by connection, for each new one */
export function modelsOffered(
  preferences: Pick<Preferences, 'models'>,
  settings: Settings,
  onread: (offered: ReadonlyMap<string, readonly string[]>) => void,
): void {
  const offered = new Map<string, readonly string[]>();
  for (const connection of connectionsOf(settings)) {
    void modelsAt(preferences, connection).then((names) => {
      offered.set(connection.id, names);
      onread(new Map(offered));
    });
  }
}
