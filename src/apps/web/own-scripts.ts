// Trusted Types: which scripts the page may start as workers. index.html requires them, where the browser knows them.
//
// - This policy answers for every address that reaches a worker as plain text: ours, and those of libraries.
// - It has no rule for HTML or for the text of scripts, so the browser refuses those outside of the named policies.

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown;
}

/** To be called before the first worker starts. */
export function allowOwnScripts(folder = new URL('.', document.baseURI).href): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createScriptURL: (address) => ownScript(address, folder) });
}

/**
 * The address as the browser reads it.
 * @param folder where the app lies, with a slash at the end
 * @throws TypeError for a script from anywhere else
 */
export function ownScript(address: string, folder: string): string {
  const { href } = new URL(address, folder);
  if (!href.startsWith(folder)) throw new TypeError(`not a script of Perilune: ${address}`);
  return href;
}
