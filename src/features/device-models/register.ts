// On-device models: downloads, the generating worker, and where they are chosen.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('deviceModel', {
    connect: async (settings) => (await (await import('./open-models.ts')).openModels()).connect(settings),
  });
  offer('settingsSection', {
    id: 'device',
    label: 'Models on this device',
    settings: ['Download a model', 'Model from a folder', 'The browser’s own model'],
    after: 'models',
    load: () => import('./settings/DeviceSection.svelte'),
  });
  offer('connectView', { load: () => import('./connect/OnDevice.svelte') });
};
export default register;
