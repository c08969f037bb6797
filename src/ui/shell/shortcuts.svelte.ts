// Whether the list of shortcuts is open; shared by the shortcut, the palette and the message field.
class Shortcuts {
  open = $state(false);
}

export const shortcuts = new Shortcuts();
