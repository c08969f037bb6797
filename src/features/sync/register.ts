// Sync: one workspace on all devices of a person, through storage of their own, encrypted before it leaves the device.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('appStart', async (app) => (await import('./start-sync.ts')).startSync(app));
  offer('fileStorage', {
    name: async (app) => (await import('./put-file.ts')).storageName(app),
    put: async (...given) => (await import('./put-file.ts')).putFile(...given),
  });
  offer('settingsSection', {
    id: 'sync',
    label: 'Sync',
    settings: [
      'WebDAV',
      'S3 bucket',
      'Remove a device',
      'Sync folder',
      'Sync passphrase',
      'Add a device',
      'Join with a link',
      'Scan QR code',
      'What is synced',
    ],
    after: 'storage',
    load: () => import('./SyncSection.svelte'),
  });
};
export default register;
