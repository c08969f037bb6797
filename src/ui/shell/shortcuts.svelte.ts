// Whether the list of keys is open, for whoever opens it: the key, the palette.
class Shortcuts {
  open = $state(false);

  /** `?` outside of fields, where no dialog is open. @returns whether the key was for the list */
  key(event: KeyboardEvent): boolean {
    const { target } = event;
    const isTyped =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null);
    if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyped) return false;
    if (document.querySelector('dialog[open]')) return false;
    this.open = true;
    return true;
  }
}

export const shortcuts = new Shortcuts();
