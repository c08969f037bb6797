// HTTP access: scripts of the app's own address call its tools and agents with fetch, through the service worker.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('appStart', async (app) => (await import('./take-requests.ts')).takeRequests(app));
  offer('settingsSection', {
    id: 'http',
    label: 'HTTP access',
    settings: ['HTTP routes for scripts', 'fetch', 'API'],
    after: 'servers',
    load: () => import('./settings/HttpSection.svelte'),
  });
};
export default register;
