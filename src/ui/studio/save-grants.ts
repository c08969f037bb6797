// Saves a tool's grants; a refusal returns as a sentence for its field.
import type { App } from '../../apps/web/app.ts';
import { errorText } from '../components/error-text.ts';

export type GrantChange = Parameters<App['tools']['configure']>[1];

/** @returns what is wrong; undefined when saved. */
export type SaveGrants = (change: GrantChange) => Promise<string | undefined>;

export function saveGrants(tools: App['tools'], name: string): SaveGrants {
  return async (change) => {
    try {
      await tools.configure(name, change);
      return undefined;
    } catch (error) {
      return errorText(error);
    }
  };
}

/** Adds hosts to a tool's current ones. */
export function grantHosts(tools: App['tools'], name: string, hosts: readonly string[]) {
  const granted = tools.get(name)?.hosts ?? [];
  return saveGrants(tools, name)({ hosts: [...new Set([...granted, ...hosts])] });
}
