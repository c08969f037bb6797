// Blocks: a view next to the code for building scripts by dragging.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) => {
  offer('toolView', {
    id: 'blocks',
    label: 'Blocks',
    side: 'right',
    isWhole: true,
    needsWidth: true,
    fits: ({ kind }) => kind === 'lua',
    load: () => import('./BlocksPane.svelte'),
  });
  offer('newTool', {
    label: 'Blocks',
    hint: 'Build a script by dragging blocks',
    view: 'blocks',
    make: async (name) => (await import('./new-block-tool.ts')).newBlockTool(name),
  });
};
export default register;
