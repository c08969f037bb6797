// WebMCP: tools that a person chose are offered to the browser's own agent, where the browser has one.
import { once } from '../../core/deferred.ts';
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('appStart', async (app) => (await import('./offer-tools.ts')).startOffering(app));
  offer('settingsSection', {
    id: 'browser-agent',
    label: 'Browser’s agent',
    settings: ['WebMCP', 'Tools for the browser’s agent'],
    after: 'search',
    load: once(() => import('./settings/BrowserAgentSection.svelte')),
  });
};
export default register;
