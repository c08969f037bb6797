// Keeps the keyboard's place when what had it leaves the page: a document opened from a list, a message closed.
//
// - Back on a list, its link to what was open gets it; else the content does, so that Tab goes on there and not at the top.
// - Whoever moves the focus at the same moment goes first: this looks only two frames later, and only for a lost focus.

/** Gives a focus that is lost to the content. Returns what stops it. */
export function keepFocus(main: HTMLElement): () => void {
  let last: Element | null = null;
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

  const observer = new MutationObserver(() => {
    if (due || !last || last.isConnected) return;
    due = true;
    inTwoFrames(look);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', remember);
  // A press on nothing takes the focus away on purpose.
  document.addEventListener('pointerup', remember);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerup', remember);
  };
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
