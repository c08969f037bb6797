// <perilune-chat> as a program of its own: the element and its dependencies.
import type { OpenTools } from './chat-tools.ts';
import { PeriluneChat } from '../../widget/element.ts';
import { SiteIndexCache } from '../../widget/site-index-cache.ts';

PeriluneChat.siteIndex = new SiteIndexCache(async (address) =>
  (await import('./pack.ts')).openPackAt(address),
);
const openTools: OpenTools = async (options) => (await import('./tools.ts')).openSiteTools(options);
PeriluneChat.chat = {
  open: async (place, pack) => (await import('./chat.ts')).openSiteChat(pack, place, { openTools }),
  markdown: async (ownFolder) => (await import('./markdown.ts')).openReader(ownFolder),
};

// On a server, where generators import what a page imports, there are no custom elements.
const elements = globalThis.customElements as CustomElementRegistry | undefined;
if (elements && !elements.get('perilune-chat')) elements.define('perilune-chat', PeriluneChat);

declare global {
  interface HTMLElementTagNameMap {
    'perilune-chat': PeriluneChat;
  }
}

export { PeriluneChat };
