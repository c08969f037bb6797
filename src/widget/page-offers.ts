// Tools and context from the page: stored until there is a chat, and passed to each new one.
import type { Json } from '../base/json.ts';
import type { HostTool, SiteChat } from './site-chat.ts';

interface Offered {
  tool: HostTool;
  /** Removes it from the current chat. */
  remove?: () => void;
}

export class PageOffers {
  readonly #tools = new Set<Offered>();
  #context: Json | undefined;
  #chat: SiteChat | undefined;

  /**
   * @returns a function that removes the tool. @throws Failure for an invalid tool; without a chat, `handTo` reports
   *   it.
   */
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

  /** @param refused called for an invalid tool or context that was set before there was a chat. */
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

  /** The chat is closed; the page's tools and context stay for the next one. */
  forget(): void {
    this.#chat = undefined;
    for (const offered of this.#tools) delete offered.remove;
  }
}
