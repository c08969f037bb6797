// Keeps the keyboard's place when what had it leaves the page: a document opened from a list, a message closed.
//
// - Back on a list, its link to what was open gets it; else the content does, so that Tab goes on there and not at the top.
// - Whoever moves the focus at the same moment goes first: this looks only two frames later, and only for a lost focus.

/**
 * Gives a focus that is lost to the content, as long as the page is open.
 * @param last had the focus when this file began to load, and may be gone by now
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
  // A press on nothing takes the focus away on purpose.
  document.addEventListener('pointerup', remember);
}

/** A list is on screen again: on to the link of what was open, unless something else has the focus by then. */
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
