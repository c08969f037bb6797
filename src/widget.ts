// <perilune-chat> as a program of its own: the element, and what it is given to work with.
import type { OpenTools } from './programs/widget/chat-tools.ts';
import { PeriluneChat } from './widget/element.ts';
import { PackShelf } from './widget/pack-shelf.ts';

PeriluneChat.shelf = new PackShelf(async (address) =>
  (await import('./programs/widget/pack.ts')).openPackAt(address),
);
const openTools: OpenTools = async (options) =>
  (await import('./programs/widget/tools.ts')).openSiteTools(options);
PeriluneChat.chat = {
  open: async (place, pack) =>
    (await import('./programs/widget/chat.ts')).openSiteChat(pack, place, { openTools }),
  markdown: async (ownFolder) => (await import('./programs/widget/markdown.ts')).openReader(ownFolder),
};

// On a server, where generators import what a page imports, there are no elements to define.
const elements = globalThis.customElements as CustomElementRegistry | undefined;
if (elements && !elements.get('perilune-chat')) elements.define('perilune-chat', PeriluneChat);

declare global {
  interface HTMLElementTagNameMap {
    'perilune-chat': PeriluneChat;
  }
}

export { PeriluneChat };
