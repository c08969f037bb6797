// Keys that open the widget: read from an attribute, compared with key presses, shown to people.

export interface Hotkey {
  /** As `KeyboardEvent.key` says it, in lower case. */
  key: string;
  /** Command on Apple's keyboards, Control elsewhere. */
  mod: boolean;
  alt: boolean;
  shift: boolean;
}

/** What of a key press counts. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** @param text for instance `mod+k, /`. Empty, `off` or `none`: no keys. */
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
    // Where a sign lies on the keyboard is the keyboard's matter: `/` is Shift+7 on a German one.
    (!isLetter || press.shiftKey === hotkey.shift)
  );
}

/** Without a modifier a key is also a character: nobody who writes is interrupted by it. */
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
