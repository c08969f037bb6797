// Wires the sign-ins of HTTP tools: vault, network and window. Loads on first use.
import { ToolSignIns } from '../../mcp/tool-sign-ins.ts';
import type { OpenSecrets, OpenVault } from '../../storage/open-vault.ts';
import { signInTarget } from '../../tools/http/sign-in-target.ts';
import type { Tool } from '../../core/tool.ts';
import { inSignInWindow, RETURN_PAGE, type SignInOptions } from './sign-in-window.ts';
import { whyUnanswered } from './why-unanswered.ts';

interface Deps {
  vault: OpenVault;
  secrets: Pick<OpenSecrets, 'reveal'>;
  fetch: typeof fetch;
}

export class AppToolSignIns extends ToolSignIns {
  readonly #reveal: OpenSecrets['reveal'];

  constructor({ vault, secrets, fetch }: Deps) {
    super({
      vault,
      fetch,
      redirectUrl: new URL(RETURN_PAGE, document.baseURI).href,
      lock: async (name, work) => navigator.locks.request(name, work),
      now: () => Date.now(),
      whyUnreachable: whyUnanswered,
    });
    this.#reveal = secrets.reveal;
  }

  /** Tells whether the user signed in with the client that the tool names now. */
  async isSignedInTo(tool: Tool): Promise<boolean> {
    if (!(await this.hasSignIn(tool.folder))) return false;
    const target = await signInTarget(tool, this.#reveal).catch(() => undefined);
    // Locked secrets, and values that are missing, can't be compared.
    return target === undefined || this.isSignedIn(target).catch(() => true);
  }

  /** @param popup opened in the click itself: browsers block it later */
  signInWith(popup: Window | null, tool: Tool, options: SignInOptions): Promise<void> {
    return inSignInWindow(popup, options, async (window) => {
      const target = await signInTarget(tool, this.#reveal);
      if (target) await this.signIn(target, window);
    });
  }
}
