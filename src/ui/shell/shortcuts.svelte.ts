// Whether the list of keys is open, for the key, the palette and the message box.
class Shortcuts {
  open = $state(false);
}

export const shortcuts = new Shortcuts();
