// The content script at the confirmed address: forwards messages between the app's page and the extension. It makes no
// decisions. The extension checks each sender, and the page gets only answers.
import { ARRIVED, CONNECT, PRESENT } from '../../core/ports/companion.ts';
import { chrome, type Port } from './chrome.ts';

/** Milliseconds between keep-alive messages: the browser ends an idle extension after 30 s. */
const ALIVE = 20_000;

function start(): void {
  document.documentElement.setAttribute(PRESENT, '');
  // Frames can post to this window, but not in its name.
  addEventListener('message', (event) => {
    if (event.source !== window || event.origin !== location.origin) return;
    const [port] = event.ports;
    if (port && (event.data as { type?: unknown } | null)?.type === CONNECT) join(port);
  });
  window.postMessage({ type: ARRIVED }, location.origin);
}

function join(page: MessagePort): void {
  let extension: Port;
  try {
    extension = chrome.runtime.connect({ name: 'page' });
  } catch {
    // The extension was removed or updated; this script is a remnant of the old one.
    page.postMessage({ type: 'gone' });
    return;
  }
  const alive = setInterval(() => extension.postMessage({ type: 'alive' }), ALIVE);
  page.onmessage = ({ data }) => extension.postMessage(data);
  extension.onMessage.addListener((message) => page.postMessage(message));
  extension.onDisconnect.addListener(() => {
    clearInterval(alive);
    page.postMessage({ type: 'gone' });
    page.close();
  });
}

if (!document.documentElement.hasAttribute(PRESENT)) start();
