// In a tab: takes requests that the service worker offers, while HTTP access is on, and answers them with the routes
// of `perilune serve`.
import { HTTP_OFFER, STOP, TAKEN, type RelayedRequest, type RelayedResponse } from '../../core/http-relay.ts';
import { answerHttp } from '../../serve/http-routes.ts';
import { isHttpOn } from '../../storage/http-switch.ts';
import { appOverHttp, type AppOverHttp } from './app-over-http.ts';

/** The address of the app's folder. */
export function appFolder(): string {
  return new URL('.', document.baseURI).href;
}

/** Apps that take requests already. */
const taking = new WeakSet<object>();

export async function takeRequests(app: AppOverHttp): Promise<void> {
  if (!('serviceWorker' in navigator) || taking.has(app)) return;
  taking.add(app);
  navigator.serviceWorker.addEventListener('message', ({ data, source, ports: [port] }) => {
    const isOurs = source instanceof ServiceWorker && source.scriptURL.startsWith(appFolder());
    if (!isOurs || !port || (data as { type?: unknown } | null)?.type !== HTTP_OFFER) return;
    void takeFrom(port, app, () => isHttpOn(appFolder()));
  });
  navigator.serviceWorker.startMessages();
}

/** Takes an offer, if HTTP access is on. Never rejects. */
export async function takeFrom(
  port: MessagePort,
  app: AppOverHttp,
  isOn: () => Promise<boolean>,
): Promise<void> {
  if (!(await isOn().catch(() => false))) {
    port.close();
    return;
  }
  const stop = new AbortController();
  port.onmessage = ({ data }: MessageEvent<RelayedRequest | typeof STOP>) => {
    if (data === STOP) stop.abort();
    else void answer(data, app, stop.signal).then((response) => port.postMessage(response));
  };
  port.postMessage(TAKEN);
}

async function answer(
  { method, path, body }: RelayedRequest,
  app: AppOverHttp,
  signal: AbortSignal,
): Promise<RelayedResponse> {
  const url = new URL(path, appFolder());
  const request = new Request(url, { method, signal, ...(body.length > 0 && { body }) });
  const response = await answerHttp(appOverHttp(app), request);
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}
