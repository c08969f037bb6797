// Keys: Command on Apple's keyboards, Control elsewhere, and signs wherever a keyboard has them.
import { expect, it } from 'vitest';
import { isCharacter, isPressed, labelOf, parseHotkeys, type KeyPress } from './hotkeys.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const [modK, slash] = parseHotkeys('mod+k, /') as [never, never];

it('takes Control on most keyboards and Command on those of Apple, and never both', () => {
  expect(isPressed(modK, press('k', { ctrlKey: true }), false)).toBe(true);
  expect(isPressed(modK, press('K', { ctrlKey: true }), false)).toBe(true);
  expect(isPressed(modK, press('k', { metaKey: true }), false)).toBe(false);
  expect(isPressed(modK, press('k', { metaKey: true }), true)).toBe(true);
  expect(isPressed(modK, press('k', { ctrlKey: true }), true)).toBe(false);
  expect(isPressed(modK, press('k', { ctrlKey: true, metaKey: true }), false)).toBe(false);
});

it('leaves the same letter with more keys held to the browser', () => {
  expect(isPressed(modK, press('k', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(isPressed(modK, press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
  expect(isPressed(modK, press('k'), false)).toBe(false);
});

it('knows a sign by what it is, not by where it lies', () => {
  expect(isPressed(slash, press('/', { shiftKey: true }), false)).toBe(true);
  expect(isPressed(slash, press('/', { ctrlKey: true }), false)).toBe(false);
  expect(isCharacter(slash)).toBe(true);
  expect(isCharacter(modK)).toBe(false);
});

it('has no keys when told so', () => {
  expect(parseHotkeys('off')).toEqual([]);
  expect(parseHotkeys(' ')).toEqual([]);
});

it('shows them as the keyboard does', () => {
  expect(labelOf(modK, true)).toBe('⌘K');
  expect(labelOf(modK, false)).toBe('Ctrl K');
  expect(labelOf(slash, false)).toBe('/');
  expect(parseHotkeys('ctrl+shift+f, alt+space').map((key) => labelOf(key, false))).toEqual([
    'Ctrl Shift F',
    'Alt Space',
  ]);
});
