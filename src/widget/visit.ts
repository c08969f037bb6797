// Opens a matched section: the page is told first, and may prevent it.
import type { Host } from './host.ts';
import { markWords } from './mark-page.ts';

/** A row with a target. */
export interface Destination {
  url: string;
  title: string;
  heading: readonly string[];
  words: readonly string[];
}

export interface Visit {
  /** The query or question. */
  query: string;
  /** From 1. */
  position: number;
  newTab: boolean;
  /** A click on the link itself, which the browser follows; absent for a key press. */
  click?: MouseEvent | undefined;
}

/** @param href with the words to mark. @returns false when the page prevented it. */
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

/** On the current page nothing is loaded: scrolls to the section and marks it. */
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
