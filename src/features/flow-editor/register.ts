// The flow editor: steps as cards, next to their JSON.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) =>
  offer('toolView', {
    id: 'steps',
    label: 'Steps',
    side: 'left',
    isWhole: true,
    needsWidth: true,
    leads: true,
    fits: ({ kind }) => kind === 'flow',
    load: () => import('./StepsPane.svelte'),
  });
export default register;
