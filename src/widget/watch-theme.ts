// Watches the page's theme for all widgets on it, and notifies each of changes.
import { readSelector } from './page-selector.ts';
import { themeOf, type Theme } from './page-theme.ts';
import { Listeners } from '../base/listeners.ts';

const told = new Listeners();
let stop: (() => void) | undefined;

/** Milliseconds after which a page that fades between themes has its new background. */
const FADED = 400;

/** @param tell called when the page's appearance may have changed. @returns a function that stops. */
export function watchPage(tell: () => void): () => void {
  const leave = told.add(tell);
  stop ??= start();
  return () => {
    leave();
    if (told.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** @param darkWhere a selector: the page is dark if an element matches it. */
export function pageTheme(darkWhere: string | null): Theme {
  const selector = readSelector('theme-selector', darkWhere);
  if (selector) return document.querySelector(selector) ? 'dark' : 'light';
  const elements = [document.documentElement, document.body];
  return themeOf({
    attributes: elements.flatMap((element) =>
      [...element.attributes].map(({ name, value }) => [name, value] as const),
    ),
    backgrounds: elements.reverse().map((element) => getComputedStyle(element).backgroundColor),
    colorScheme: getComputedStyle(document.documentElement).colorScheme,
    prefersDark: matchMedia('(prefers-color-scheme: dark)').matches,
  });
}

function start(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellAll = (): void => told.tell();
  const changed = (): void => {
    tellAll();
    clearTimeout(timer);
    timer = setTimeout(tellAll, FADED);
  };
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body]) {
    observer.observe(element, { attributes: true });
  }
  const preference = matchMedia('(prefers-color-scheme: dark)');
  preference.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    preference.removeEventListener('change', changed);
    clearTimeout(timer);
  };
}
