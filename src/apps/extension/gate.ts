// Who may speak to the extension: the top page at the one address that the person confirmed, and the extension's own
// pages. Pure: the browser names the sender, so no message can claim to be another.
import { allowsPlainHttp } from '../../core/hosts.ts';
import type { Sender } from './chrome.ts';

/**
 * Returns the address of a Perilune from that of its page: everything below its folder.
 * @returns undefined for an address that can't be trusted to be the same tomorrow: others on the way can alter http.
 */
export function addressOfApp(page: string | undefined): string | undefined {
  if (page === undefined || !URL.canParse(page)) return undefined;
  const { protocol, hostname, origin, pathname, username, password } = new URL(page);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && allowsPlainHttp(hostname));
  if (!isSafe || username !== '' || password !== '') return undefined;
  return origin + pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

/** @param confirmed as returned by `addressOfApp` @param own id of this extension */
export function isApp(sender: Sender | undefined, confirmed: string | undefined, own: string): boolean {
  return (
    confirmed !== undefined &&
    sender?.id === own &&
    sender.tab !== undefined &&
    sender.frameId === 0 &&
    sender.origin === new URL(confirmed).origin &&
    addressOfApp(sender.url) === confirmed
  );
}

/** @param root the address of the extension's own pages, with its slash */
export function isOwnPage(sender: Sender | undefined, own: string, root: string): boolean {
  return sender?.id === own && `${sender.origin ?? ''}/` === root && sender.url?.startsWith(root) === true;
}
