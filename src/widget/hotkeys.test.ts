// Hotkeys: Command on Apple keyboards, Control elsewhere, and characters wherever the layout has them.
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

it("uses Control on most keyboards and Command on Apple's, never both", () => {
  expect(isPressed(modK, press('k', { ctrlKey: true }), false)).toBe(true);
  expect(isPressed(modK, press('K', { ctrlKey: true }), false)).toBe(true);
  expect(isPressed(modK, press('k', { metaKey: true }), false)).toBe(false);
  expect(isPressed(modK, press('k', { metaKey: true }), true)).toBe(true);
  expect(isPressed(modK, press('k', { ctrlKey: true }), true)).toBe(false);
  expect(isPressed(modK, press('k', { ctrlKey: true, metaKey: true }), false)).toBe(false);
});

it('leaves combinations with additional modifiers to the browser', () => {
  expect(isPressed(modK, press('k', { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(isPressed(modK, press('k', { ctrlKey: true, altKey: true }), false)).toBe(false);
  expect(isPressed(modK, press('k'), false)).toBe(false);
});

it('matches a character by its value, not its physical key', () => {
  expect(isPressed(slash, press('/', { shiftKey: true }), false)).toBe(true);
  expect(isPressed(slash, press('/', { ctrlKey: true }), false)).toBe(false);
  expect(isCharacter(slash)).toBe(true);
  expect(isCharacter(modK)).toBe(false);
});

it('can be turned off', () => {
  expect(parseHotkeys('off')).toEqual([]);
  expect(parseHotkeys(' ')).toEqual([]);
});

it('shows them as on the keyboard', () => {
  expect(labelOf(modK, true)).toBe('⌘K');
  expect(labelOf(modK, false)).toBe('Ctrl K');
  expect(labelOf(slash, false)).toBe('/');
  expect(parseHotkeys('ctrl+shift+f, alt+space').map((key) => labelOf(key, false))).toEqual([
    'Ctrl Shift F',
    'Alt Space',
  ]);
});
