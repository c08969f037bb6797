// The extension's worker: connects the app's page, its own side panel, and the browser.
import { errorText } from '../../ui/components/error-text.ts';
import { patternOf } from '../../core/host-patterns.ts';
import type { FromCompanion } from '../../core/ports/companion.ts';
import { chrome, type Port } from './chrome.ts';
import { confirmedAddress, onConfirmed, placeBridge } from './confirmed.ts';
import { capture } from './capture.ts';
import { ClipQueue } from './clip-queue.ts';
import { Deliveries } from './deliveries.ts';
import { isApp, isOwnPage } from './gate.ts';
import { grantedHosts, ownHosts } from './grants.ts';
import { PageLink } from './page-link.ts';
import type { FromPanel, ToPanel } from './panel-messages.ts';
import { startWatching, watch } from './watch-requests.ts';

/** Id of the rule that removes `Origin`. */
const RULE = 1;
/** Milliseconds for which the icon shows the result of a clip. */
const BADGE = 3000;

let confirmed: string | undefined;
const links = new Set<PageLink>();
/** Pages that take clips and questions. */
const receivers = new Set<PageLink>();
const panels = new Set<Port>();
const deliveries = new Deliveries({
  queue: new ClipQueue(),
  links: receivers,
  address: () => confirmed,
  tell: (message) => panels.forEach((panel) => panel.postMessage(message)),
});

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
  void chrome.contextMenus.removeAll().then(() => {
    for (const [context, what] of [
      ['page', 'page'],
      ['selection', 'selection'],
    ] as const)
      chrome.contextMenus.create({ id: context, title: `Save ${what} in Perilune`, contexts: [context] });
  });
  // An update of the extension drops its content scripts.
  void ready.then(() => (confirmed === undefined ? undefined : placeBridge(confirmed)));
});
chrome.permissions.onAdded.addListener(() => void tellState());
chrome.permissions.onRemoved.addListener(() => void tellState());
chrome.runtime.onConnect.addListener((port) => void connect(port));
chrome.action.onClicked.addListener((tab) => {
  // Browsers allow this only during the click, so nothing may be awaited before it.
  void chrome.sidePanel?.open({ windowId: tab.windowId });
});

chrome.contextMenus.onClicked.addListener((_, tab) => {
  if (!tab) return;
  capture(tab)
    .then((clip) => deliveries.clip(clip))
    .then(
      () => showBadge('✓'),
      (error: unknown) => {
        console.warn(errorText(error));
        showBadge('!');
      },
    );
});

function showBadge(text: string): void {
  void chrome.action.setBadgeText({ text });
  setTimeout(() => void chrome.action.setBadgeText({ text: '' }), BADGE);
}

async function connect(port: Port): Promise<void> {
  if (port.name === 'panel') return connectPanel(port);
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
      if (message.type === 'allow') {
        void openHosts(message.origin);
        return;
      }
      void deliveries.take(link, message);
      if (message.type !== 'collections' || receivers.has(link)) return;
      receivers.add(link);
      deliveries.joined(link);
    },
  });
  links.add(link);
  port.onDisconnect.addListener(() => {
    links.delete(link);
    receivers.delete(link);
    deliveries.left(link);
  });
  link.send(await state());
}

/** The side panel. The browser says who opened a port, so a web page can't pass for it. */
function connectPanel(port: Port): void {
  if (!isOwnPage(port.sender, chrome.runtime.id, chrome.runtime.getURL(''))) {
    port.disconnect();
    return;
  }
  panels.add(port);
  port.onDisconnect.addListener(() => panels.delete(port));
  port.onMessage.addListener((given) => {
    const message = given as FromPanel;
    if (message.type === 'clip') void deliveries.clip(message.clip);
    else if (message.type === 'ask') void deliveries.ask(message.id, message.question, message.clip);
    else if (message.type === 'stop') deliveries.stop(message.id);
    else void openChat(message.chat);
  });
  const send = (message: ToPanel): void => port.postMessage(message);
  void deliveries.collections().then((collections) => send({ type: 'collections', collections }));
}

async function openChat(chat: string): Promise<void> {
  if (confirmed === undefined) return;
  const url = `${confirmed}#/chat/${encodeURIComponent(chat)}`;
  const [open] = await chrome.tabs.query({ url: `${confirmed}*` });
  if (open?.id === undefined) await chrome.tabs.create({ url });
  else {
    await chrome.tabs.update(open.id, { active: true, url });
    await chrome.windows.update(open.windowId, { focused: true });
  }
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
  const url = `${page}#${new URLSearchParams({ host: origin }).toString()}`;
  const [open] = await chrome.tabs.query({ url: `${page}*` });
  // One tab, however often the app asks.
  if (open?.id !== undefined) await chrome.tabs.update(open.id, { active: true, url });
  else await chrome.tabs.create({ url });
}

/**
 * Servers on this computer refuse requests with the extension's `Origin`, which they don't know. Without it, a server
 * treats the request like one of a program. The user allowed that with the host.
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
