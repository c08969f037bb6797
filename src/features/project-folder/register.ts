// Project folder: a folder on this device, or a ZIP, that the models and scripts of a chat read and change.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('appStart', async (app) => (await import('./sweep-projects.ts')).sweepProjects(app, Date.now()));
  offer('attachItem', {
    label: 'Project folder',
    hint: 'Models read it and propose changes',
    run: async (composer, view, app) => (await import('./open-project.ts')).openProject(app, composer, view),
  });
  offer('chatStatus', { load: () => import('./ProjectStatus.svelte') });
  offer('scriptFolder', {
    of: async (app, conversation) => (await import('./projects.ts')).scriptFolderOf(app, conversation),
  });
};
export default register;
