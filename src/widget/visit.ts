// Going to a section that was found: the page is told, and may prevent it.
import type { Host } from './host.ts';
import { markWords } from './mark-page.ts';

/** A row that goes somewhere. */
export interface Destination {
  url: string;
  title: string;
  heading: readonly string[];
  words: readonly string[];
}

export interface Visit {
  /** What was searched for, or asked. */
  query: string;
  /** From 1. */
  position: number;
  newTab: boolean;
  /** Of a pointer on the link itself, which the browser follows; without one it was a key. */
  click?: MouseEvent | undefined;
}

/** @param href with the words to mark. @returns false when the page has prevented it. */
export function visit(host: Host, href: string, destination: Destination, how: Visit): boolean {
  const { url, title, heading, words } = destination;
  const { query, position, newTab, click } = how;
  if (!host.emit('perilune:select', { url, title, heading, query, position, newTab })) {
    click?.preventDefault();
    host.close();
    return false;
  }
  if (!newTab) {
    click?.preventDefault();
    go(host, url, href, words);
  } else if (!click) window.open(href, '_blank', 'noopener');
  return true;
}

/** On the page where one is already nothing is loaded: it goes to the section, and marks it. */
function go(host: Host, url: string, withWords: string, words: readonly string[]): void {
  const isHere = isThisPage(url);
  host.close();
  if (!isHere) {
    location.assign(withWords);
    return;
  }
  location.hash = new URL(url).hash;
  if (host.parameter !== '') markWords(words);
}

export function isThisPage(url: string): boolean {
  const [here, there] = [location.href, url].map((href) => href.replace(/#.*$/, ''));
  return here === there;
}
