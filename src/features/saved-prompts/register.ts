// Saved prompts: texts with fields, sent by `/name`, stored in Settings, and exchanged as files.
import { once } from '../../core/deferred.ts';
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('promptSource', {
    list: async (app) => (await app.storage()).prompts.list(),
    load: once(() => import('./FillDialog.svelte')),
  });
  offer('settingsSection', {
    id: 'prompts',
    label: 'Saved prompts',
    settings: ['Prompts with fields', 'Import prompts', 'Export prompts'],
    after: 'profiles',
    load: once(() => import('./PromptsSection.svelte')),
  });
};
export default register;
