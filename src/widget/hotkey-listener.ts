// One hotkey listener for all widgets on a page. If several share a hotkey, the first on the page responds.
import { isCharacter, isPressed, parseHotkeys, type Hotkey } from './hotkeys.ts';

interface Listening {
  element: Element;
  hotkeys: readonly Hotkey[];
  act(): void;
}

const listening = new Set<Listening>();

export const isApple = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');

/** @returns a function that stops listening; the last one removes the page's listener. */
export function onHotkey(element: Element, hotkeys: string, act: () => void): () => void {
  const entry = { element, hotkeys: parseHotkeys(hotkeys), act };
  if (listening.size === 0) document.addEventListener('keydown', answer);
  listening.add(entry);
  return () => {
    listening.delete(entry);
    if (listening.size === 0) document.removeEventListener('keydown', answer);
  };
}

/** Hides from the page's own hotkeys what is typed in a field of the widget: the page sees only the element. */
export function keepTyping(within: HTMLElement): void {
  const stop = (event: KeyboardEvent): void => {
    const isText = !/^(?:Escape|F\d+)$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isText && isWriting(event.composedPath()[0])) event.stopPropagation();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const) within.addEventListener(type, stop);
}

function answer(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return;
  const writes = isWriting(event.composedPath()[0]);
  let first: Listening | undefined;
  for (const entry of listening) {
    const hit = entry.hotkeys.some((key) => isPressed(key, event, isApple) && !(writes && isCharacter(key)));
    if (hit && (!first || precedes(entry.element, first.element))) first = entry;
  }
  if (!first) return;
  event.preventDefault();
  first.act();
}

function precedes(one: Element, other: Element): boolean {
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function isWriting(target: EventTarget | undefined): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]'))
  );
}
