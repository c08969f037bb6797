// The companion extension: sends requests where the browser stops the page (CORS), and brings clipped pages.
import { once } from '../../core/deferred.ts';
import type { Feature } from '../../core/extensions.ts';
import { ARRIVED, PRESENT } from '../../core/ports/companion.ts';

const companion = once(async () => (await import('./companion.ts')).companion);

const isPresent = (): boolean => document.documentElement.hasAttribute(PRESENT);

const register: Feature = (offer) => {
  offer('wayOut', {
    // Without the extension, nothing of it loads.
    takes: async (url) => isPresent() && (await (await companion()).takes(url)),
    fetch: async (...given) => (await companion()).fetch(...given),
  });
  offer('appStart', async (app) => {
    const begin = async (): Promise<void> =>
      (await import('./receive.ts')).startReceiving(app, await companion());
    if (isPresent()) return begin();
    // Installed while the page is open.
    const arrived = ({ source, data }: MessageEvent<{ type?: unknown } | null>): void => {
      if (source !== window || data?.type !== ARRIVED) return;
      removeEventListener('message', arrived);
      void begin();
    };
    addEventListener('message', arrived);
  });
  offer('webPart', { load: () => import('./settings/CompanionPart.svelte') });
};
export default register;
