// What the page gives to the chat, tools and a context: kept until there is a chat, and given to each that is made.
import type { Json } from '../base/json.ts';
import type { HostTool, SiteChat } from './site-chat.ts';

interface Offered {
  tool: HostTool;
  /** Takes it away from the chat that has it. */
  remove?: () => void;
}

export class PageOffers {
  readonly #tools = new Set<Offered>();
  #context: Json | undefined;
  #chat: SiteChat | undefined;

  /** @returns takes the tool away. @throws Failure for a tool that cannot be; before there is a chat, `handTo` tells. */
  register(tool: HostTool): () => void {
    const offered: Offered = { tool };
    if (this.#chat) offered.remove = this.#chat.registerTool(tool);
    this.#tools.add(offered);
    return () => {
      this.#tools.delete(offered);
      offered.remove?.();
    };
  }

  setContext(context: Json): void {
    this.#context = context;
    this.#chat?.setContext(context);
  }

  /** @param refused a tool or a context that cannot be, which was given before there was a chat. */
  handTo(chat: SiteChat, refused: (error: unknown) => void): void {
    this.#chat = chat;
    const attempt = (give: () => void): void => {
      try {
        give();
      } catch (error) {
        refused(error);
      }
    };
    for (const offered of this.#tools) {
      attempt(() => (offered.remove = chat.registerTool(offered.tool)));
    }
    if (this.#context !== undefined) {
      const context = this.#context;
      attempt(() => chat.setContext(context));
    }
  }

  /** The chat is no more; what the page gave stays for the next one. */
  forget(): void {
    this.#chat = undefined;
    for (const offered of this.#tools) delete offered.remove;
  }
}
