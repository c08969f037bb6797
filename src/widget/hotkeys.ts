// Hotkeys of the widget: parsing the attribute, matching key presses, labels.

export interface Hotkey {
  /** As in `KeyboardEvent.key`, in lowercase. */
  key: string;
  /** Command on Apple keyboards, Control elsewhere. */
  mod: boolean;
  alt: boolean;
  shift: boolean;
}

/** The relevant part of a key press. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** @param text for instance `mod+k, /`. Empty, `off` or `none`: no hotkeys. */
export function parseHotkeys(text: string): Hotkey[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((part) => part !== '' && part !== 'off' && part !== 'none')
    .map((part) => {
      const names = part.split('+');
      const has = (...wanted: string[]): boolean => names.some((name) => wanted.includes(name));
      return {
        // `+` itself, alone or after a modifier, splits into empty names.
        key: names.at(-1) || '+',
        mod: has('mod', 'ctrl', 'control', 'cmd', 'command', 'meta'),
        alt: has('alt', 'option'),
        shift: has('shift'),
      };
    });
}

export function isPressed(hotkey: Hotkey, press: KeyPress, isApple: boolean): boolean {
  const [mod, other] = isApple ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  const isLetter = /^[a-z]$/.test(hotkey.key);
  return (
    press.key.toLowerCase() === hotkey.key &&
    mod === hotkey.mod &&
    !other &&
    press.altKey === hotkey.alt &&
    // The layout decides where a character is: `/` is Shift+7 on a German keyboard.
    (!isLetter || press.shiftKey === hotkey.shift)
  );
}

/** A hotkey without a modifier is also a character: it must not interrupt typing. */
export function isCharacter(hotkey: Hotkey): boolean {
  return !hotkey.mod && !hotkey.alt;
}

/** For the key cap: `⌘K`, `Ctrl K`, `/`. */
export function labelOf(hotkey: Hotkey, isApple: boolean): string {
  const names = [
    hotkey.mod && (isApple ? '⌘' : 'Ctrl'),
    hotkey.alt && (isApple ? '⌥' : 'Alt'),
    hotkey.shift && (isApple ? '⇧' : 'Shift'),
    hotkey.key.length === 1 ? hotkey.key.toUpperCase() : hotkey.key[0]?.toUpperCase() + hotkey.key.slice(1),
  ];
  return names.filter(Boolean).join(isApple ? '' : ' ');
}
