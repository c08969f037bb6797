// The extension's worker: connects the app's page, its own side panel, and the browser.
import { patternOf } from '../../core/host-patterns.ts';
import type { FromCompanion } from '../../core/ports/companion.ts';
import { chrome, type Port } from './chrome.ts';
import { confirmedAddress, onConfirmed, placeBridge } from './confirmed.ts';
import { isApp } from './gate.ts';
import { grantedHosts, ownHosts } from './grants.ts';
import { PageLink } from './page-link.ts';
import { startWatching, watch } from './watch-requests.ts';

/** Id of the rule that removes `Origin`. */
const RULE = 1;

let confirmed: string | undefined;
const links = new Set<PageLink>();

const ready = (async () => {
  confirmed = await confirmedAddress();
  await hideOrigin();
})();

startWatching();
onConfirmed((address) => {
  confirmed = address;
  for (const link of links) link.close();
});
chrome.runtime.onInstalled.addListener(() => {
  // An update of the extension drops its content scripts.
  void ready.then(() => (confirmed === undefined ? undefined : placeBridge(confirmed)));
});
chrome.permissions.onAdded.addListener(() => void tellState());
chrome.permissions.onRemoved.addListener(() => void tellState());
chrome.runtime.onConnect.addListener((port) => void connect(port));
chrome.action.onClicked.addListener((tab) => {
  // Only at the press itself, so nothing may be awaited before it.
  void chrome.sidePanel?.open({ windowId: tab.windowId });
});

async function connect(port: Port): Promise<void> {
  await ready;
  const isAllowed = (): boolean => isApp(port.sender, confirmed, chrome.runtime.id);
  if (port.name !== 'page' || !isAllowed()) {
    port.disconnect();
    return;
  }
  const link = new PageLink(port, {
    isAllowed,
    fetch: (url, init) => fetch(url, init),
    grants: grantedHosts,
    ownHosts,
    watch,
    other: (message) => {
      if (message.type === 'allow') void openHosts(message.origin);
    },
  });
  links.add(link);
  port.onDisconnect.addListener(() => links.delete(link));
  link.send(await state());
}

async function state(): Promise<FromCompanion> {
  const own = confirmed === undefined ? undefined : patternOf(new URL(confirmed));
  const hosts = (await grantedHosts()).filter((pattern) => pattern !== own);
  return { type: 'state', version: chrome.runtime.getManifest().version, hosts };
}

async function tellState(): Promise<void> {
  const now = await state();
  for (const link of links) link.send(now);
}

/** Shows the page where a person can allow a host. It grants nothing. */
async function openHosts(origin: string): Promise<void> {
  const page = chrome.runtime.getURL('hosts.html');
  const url = `${page}#${encodeURIComponent(origin)}`;
  const [open] = await chrome.tabs.query({ url: `${page}*` });
  // One tab, however often the app asks.
  if (open?.id !== undefined) await chrome.tabs.update(open.id, { active: true, url });
  else await chrome.tabs.create({ url });
}

/**
 * Servers on this computer refuse requests with the extension's `Origin`, which they can't know. Without it, a request
 * counts as one of a program, as the person meant it by allowing the host.
 */
async function hideOrigin(): Promise<void> {
  await chrome.declarativeNetRequest.updateSessionRules({
    removeRuleIds: [RULE],
    addRules: [
      {
        id: RULE,
        condition: { initiatorDomains: [chrome.runtime.id], tabIds: [-1] },
        action: { type: 'modifyHeaders', requestHeaders: [{ header: 'origin', operation: 'remove' }] },
      },
    ],
  });
}
