// Remote collections: search engines such as Chroma that answer together with the library, or instead of it.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('remoteCollections', {
    open: async (deps) => new (await import('./remotes.ts')).Remotes(deps),
  });
  offer('settingsSection', {
    id: 'remote',
    label: 'Remote knowledge',
    settings: ['Connect a remote engine', 'Chroma'],
    after: 'search',
    load: () => import('./settings/RemoteSection.svelte'),
  });
};
export default register;
