// The hosts that the user granted. The browser stores them and asks before each.
import { chrome } from './chrome.ts';

const KEY = 'ownHosts';

/** Match patterns. */
export async function grantedHosts(): Promise<string[]> {
  return (await chrome.permissions.getAll()).origins ?? [];
}

/** Hosts with public names that may lead into the person's own network. */
export async function ownHosts(): Promise<string[]> {
  const { [KEY]: hosts } = await chrome.storage.local.get(KEY);
  return Array.isArray(hosts) ? (hosts as string[]) : [];
}

export async function setOwnHost(host: string, isOwn: boolean): Promise<void> {
  const others = (await ownHosts()).filter((one) => one !== host);
  await chrome.storage.local.set({ [KEY]: isOwn ? [...others, host] : others });
}
