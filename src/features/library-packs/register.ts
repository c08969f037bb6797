// Library packs: documents, tools, a profile and starter questions as one file, to share and to open.
import { once } from '../../core/deferred.ts';
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) =>
  offer('libraryPack', {
    share: once(() => import('./ShareDialog.svelte')),
    open: once(() => import('./OpenDialog.svelte')),
  });
export default register;
