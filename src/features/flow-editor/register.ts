// The flow editor: steps as cards, next to their JSON.
import { once } from '../../core/deferred.ts';
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
    load: once(() => import('./StepsPane.svelte')),
  });
export default register;
