// Automations: questions, tools and feeds on a timetable, while the app is open.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('appStart', async (app) => (await import('./start-automations.ts')).startAutomations(app));
  offer('answerChoice', {
    label: 'Repeat on a schedule…',
    hint: 'Makes an automation of the question',
    run: async (message, view) => (await import('./repeat-answer.ts')).repeatAnswer(message, view),
  });
  offer('settingsSection', {
    id: 'automations',
    label: 'Automations',
    settings: ['Ask a question on a schedule', 'Run a tool or flow on a schedule', 'Missed times'],
    after: 'servers',
    load: () => import('./AutomationsSection.svelte'),
  });
};
export default register;
