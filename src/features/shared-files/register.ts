// Links to shared files: a library pack or a chat, encrypted at an address of the person's choice.
import { once } from '../../core/deferred.ts';
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) =>
  offer('sharedFile', {
    share: once(() => import('./ShareLink.svelte')),
    open: once(() => import('./OpenLink.svelte')),
  });
export default register;
