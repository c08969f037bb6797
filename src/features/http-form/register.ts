// The form of HTTP tools: their request as fields, next to its JSON.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) =>
  offer('toolView', {
    id: 'form',
    label: 'Form',
    side: 'left',
    leads: true,
    showsProblems: true,
    fits: ({ kind }) => kind === 'http',
    load: () => import('./RequestPane.svelte'),
  });
export default register;
