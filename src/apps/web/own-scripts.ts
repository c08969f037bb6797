// Trusted Types: the scripts the page may start as workers. index.html requires them in browsers that support them.
//
// - This policy checks every plain-text address of a worker: ours, and those of libraries.
// - It has no rule for HTML or script text, so the browser refuses those outside named policies.

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown;
}

/** Must be called before the first worker starts. */
export function allowOwnScripts(folder = new URL('.', document.baseURI).href): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL: (address) => ownScript(address, folder) });
}

/**
 * Returns the address as the browser resolves it.
 * @param folder of the app, with a trailing slash
 * @throws TypeError for a script from anywhere else
 */
export function ownScript(address: string, folder: string): string {
  const { href } = new URL(address, folder);
  if (!href.startsWith(folder)) throw new TypeError(`not a script of Perilune: ${address}`);
  return href;
}
