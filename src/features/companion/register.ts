// The companion extension: sends requests where the browser stops the page (CORS), and brings clipped pages.
import { once } from '../../core/deferred.ts';
import type { Feature } from '../../core/extensions.ts';
import { PRESENT } from '../../core/ports/companion.ts';

const companion = once(async () => (await import('./companion.ts')).companion);

const register: Feature = (offer) => {
  offer('wayOut', {
    // Without the extension, nothing of it loads.
    takes: async (url) =>
      document.documentElement.hasAttribute(PRESENT) && (await (await companion()).takes(url)),
    fetch: async (...given) => (await companion()).fetch(...given),
  });
  offer('webPart', { load: once(() => import('./settings/CompanionPart.svelte')) });
};
export default register;
