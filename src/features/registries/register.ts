// Registries: folders and addresses with a `registry.toml`, browsed and searched, with tools, connectors and agents to
// install.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('settingsSection', {
    id: 'registries',
    label: 'Registries',
    settings: ['Add a registry', 'Order of registries', 'registry.toml'],
    after: 'servers',
    load: () => import('./settings/RegistriesSection.svelte'),
  });
  offer('toolSource', {
    label: 'Browse registries',
    hint: 'Tools, connectors and agents from lists that you trust',
    load: () => import('./BrowseDialog.svelte'),
  });
};
export default register;
