// Saved prompts: texts with fields, sent by `/name`, stored in Settings, and exchanged as files.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('promptSource', {
    list: async (app) => (await app.storage()).prompts.list(),
    load: () => import('./FillDialog.svelte'),
  });
  offer('settingsSection', {
    id: 'prompts',
    label: 'Saved prompts',
    settings: ['Prompts with fields', 'Import prompts', 'Export prompts'],
    after: 'profiles',
    load: () => import('./PromptsSection.svelte'),
  });
};
export default register;
