// Restores the keyboard focus when the focused element leaves the page: a document opened from a list, a closed
// message.
//
// - Back in a list, the link to the item that was open gets it; otherwise the content does, so that Tab continues
//   there instead of at the top.
// - Code that moves the focus at the same time wins: this only checks two frames later, and only for a lost focus.

/**
 * Moves a lost focus to the content, while the page is open.
 * @param last the element that was focused when this file began to load; it may be gone
 */
export function keepFocus(main: HTMLElement, last: Element | null): void {
  let due = false;

  const remember = (): void => {
    const { activeElement } = document;
    last = activeElement === document.body ? null : activeElement;
  };

  const look = (): void => {
    due = false;
    if (document.activeElement !== document.body || !last || last.isConnected) return;
    last = null;
    main.focus({ preventScroll: true });
  };

  const check = (): void => {
    if (due || !last || last.isConnected) return;
    due = true;
    inTwoFrames(look);
  };
  check();
  new MutationObserver(check).observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  // A click on an empty area removes the focus on purpose.
  document.addEventListener('pointerup', remember);
}

/** A list is shown again: focuses the link of the item that was open, unless something else has the focus. */
export function focusItem(main: HTMLElement, address: string): void {
  inTwoFrames(() => {
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== main) return;
    main.querySelector<HTMLElement>(`a[href^="${CSS.escape(address)}"]`)?.focus();
  });
}

function inTwoFrames(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
