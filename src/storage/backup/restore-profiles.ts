// Restores profiles from a backup: a model reads their texts, and their scripts run only in the sandbox.
import { readArguments } from '../../core/profile-arguments.ts';
import type { Profile } from '../../core/profile.ts';
import {
  areTexts,
  broken,
  objectWith,
  verdict,
  type Parts,
  type Restoring,
  type Tally,
} from './restoring.ts';

export async function restoreProfiles(restoring: Restoring, parts: Parts, tally: Tally): Promise<void> {
  const store = restoring.tx.objectStore('profiles');
  if (restoring.clear) await store.clear();
  let unnarrowed = 0;
  for await (const records of parts) {
    for (const record of records) {
      const read = objectWith(record, 'profiles', 'id', 'name', 'description', 'kind', 'text', 'createdAt');
      const { kind, tools, sources, arguments: asked, config } = read as Record<string, unknown>;
      const fine =
        (kind === 'text' || kind === 'lua') &&
        areNames(tools) &&
        areNames(sources) &&
        (asked === undefined || (Array.isArray(asked) && readArguments(asked).length === asked.length)) &&
        areTexts(config);
      if (!fine) throw broken('profiles', read.name);
      const profile = read as unknown as Profile;
      if (!verdict(restoring, tally, (await store.getKey(profile.id)) !== undefined)) continue;
      if (!restoring.trust && profile.tools === undefined) unnarrowed += 1;
      // Which tools it may call, and which model it uses, is decided on this device.
      const { model: _, ...rest } = profile;
      const narrowed = { ...rest, tools: profile.tools ?? [], imported: true };
      await store.put(restoring.trust ? profile : narrowed);
    }
  }
  if (unnarrowed > 0) restoring.note({ code: 'profiles_without_tools' });
}

function areNames(list: unknown): boolean {
  return list === undefined || (Array.isArray(list) && list.every((name) => typeof name === 'string'));
}
