// WebMCP: offers chosen tools to the browser's own agent, in browsers that have one.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('appStart', async (app) => (await import('./offer-tools.ts')).startOffering(app));
  offer('settingsSection', {
    id: 'browser-agent',
    label: 'Browser’s agent',
    settings: ['WebMCP', 'Tools for the browser’s agent'],
    after: 'servers',
    load: () => import('./settings/BrowserAgentSection.svelte'),
  });
};
export default register;
