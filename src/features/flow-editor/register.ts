// The editor of flows: their steps as cards, beside the JSON that they are.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) =>
  offer('toolView', {
    id: 'steps',
    label: 'Steps',
    side: 'left',
    leads: true,
    fits: ({ kind }) => kind === 'flow',
    load: () => import('./StepsPane.svelte'),
  });
export default register;
