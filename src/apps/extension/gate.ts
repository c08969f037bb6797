// Decides who may send messages to the extension: the top page at the confirmed address, and the extension's own pages.
// The browser names the sender, so a message can't forge it. Pure.
import { allowsPlainHttp } from '../../core/hosts.ts';
import type { Sender } from './chrome.ts';

/**
 * Returns the folder of the app from the address of its page.
 * @returns undefined for plain http, which others on the network can alter
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
