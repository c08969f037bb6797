// The one Perilune that the extension talks to. Only a click in the extension's own pages changes it; messages can't.
import { patternOf } from '../../core/host-patterns.ts';
import { chrome } from './chrome.ts';

const KEY = 'address';
const SCRIPT = 'bridge';

export async function confirmedAddress(): Promise<string | undefined> {
  const { [KEY]: address } = await chrome.storage.local.get(KEY);
  return typeof address === 'string' ? address : undefined;
}

/**
 * Must be called during a click, because the browser asks the user.
 * @param address as returned by `addressOfApp`
 * @returns false when the person refused
 */
export async function confirmAddress(address: string): Promise<boolean> {
  if (!(await chrome.permissions.request({ origins: [patternOf(new URL(address))] }))) return false;
  await chrome.storage.local.set({ [KEY]: address });
  await placeBridge(address);
  const open = await chrome.tabs.query({ url: `${address}*` });
  await Promise.all(
    open.map(({ id }) =>
      chrome.scripting
        .executeScript({ target: { tabId: id! }, files: ['bridge.js'] })
        // The tab is closing.
        .catch(() => undefined),
    ),
  );
  return true;
}

export async function forgetAddress(): Promise<void> {
  const address = await confirmedAddress();
  await chrome.storage.local.remove(KEY);
  await removeBridge();
  if (address) await chrome.permissions.remove({ origins: [patternOf(new URL(address))] }).catch(() => false);
}

/** Registers the content script for this address alone. */
export async function placeBridge(address: string): Promise<void> {
  await removeBridge();
  await chrome.scripting.registerContentScripts([
    {
      id: SCRIPT,
      js: ['bridge.js'],
      matches: [`${address}*`],
      runAt: 'document_start',
      allFrames: false,
      persistAcrossSessions: true,
    },
  ]);
}

async function removeBridge(): Promise<void> {
  const scripts = await chrome.scripting.getRegisteredContentScripts();
  if (scripts.some(({ id }) => id === SCRIPT))
    await chrome.scripting.unregisterContentScripts({ ids: [SCRIPT] });
}

/** Calls back after the address was confirmed or forgotten. */
export function onConfirmed(listener: (address: string | undefined) => void): void {
  chrome.storage.onChanged.addListener((changes, area) => {
    if (area !== 'local' || !(KEY in changes)) return;
    const { newValue } = changes[KEY]!;
    listener(typeof newValue === 'string' ? newValue : undefined);
  });
}
