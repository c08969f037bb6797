// Consent must come from a person: clicks and changes made by scripts (`element.click()`, `dispatchEvent`) do not
// count. Pure: it knows no DOM.
//
// - Presses of keys, pointers, screen readers and other assistive technology are trusted events.
// - Handlers are added as listeners, never as properties of the element, where a script could call them.

interface Happening {
  readonly isTrusted: boolean;
  /** Of a keyboard event. */
  readonly key?: string;
  preventDefault(): void;
  stopImmediatePropagation(): void;
}

/** The part of an element used here. */
export interface Pressed<E extends Happening> {
  addEventListener(type: string, listener: (event: E) => void, capture?: boolean): void;
  removeEventListener(type: string, listener: (event: E) => void, capture?: boolean): void;
}

/** A submit comes in the same turn as the press that causes it. On a slow device that turn can take this long. */
const PRESS_MS = 300;

/**
 * Blocks untrusted clicks on an element and its content, and calls `work` for trusted events of a type. Untrusted
 * changes are blocked when `work` handles changes and when there is no `work`, which guards a checkbox or select on
 * its own.
 *
 * A script can submit a form without a press (`requestSubmit`), so a submit counts only right after a trusted press
 * inside: a click, or Enter.
 * @param now milliseconds
 * @returns a function that removes the listeners.
 */
export function onPerson<E extends Happening>(
  element: Pressed<E>,
  now: () => number,
  type?: 'click' | 'change' | 'submit',
  work?: (event: E) => void,
): () => void {
  let pressed = -Infinity;
  const guardClick = (event: E): void => {
    if (event.isTrusted) pressed = now();
    else refuse(event);
  };
  const guardSubmit = (event: E): void => {
    if (!event.isTrusted || now() - pressed > PRESS_MS) refuse(event);
    pressed = -Infinity;
  };
  const guardKey = (event: E): void => {
    if (event.isTrusted && event.key === 'Enter') pressed = now();
  };
  const guardChange = (event: E): void => {
    if (!event.isTrusted) refuse(event);
  };
  element.addEventListener('click', guardClick, true);
  element.addEventListener('keydown', guardKey, true);
  element.addEventListener('submit', guardSubmit, true);
  if (type === 'change' || type === undefined) element.addEventListener('change', guardChange, true);
  if (type && work) element.addEventListener(type, work);
  return () => {
    element.removeEventListener('click', guardClick, true);
    element.removeEventListener('keydown', guardKey, true);
    element.removeEventListener('submit', guardSubmit, true);
    element.removeEventListener('change', guardChange, true);
    if (type && work) element.removeEventListener(type, work);
  };
}

function refuse(event: Happening): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
