// The button or closed field that opens the search.
import { icon, make, setAll } from './dom.ts';
import { isApple } from './hotkey-listener.ts';
import { labelOf, parseHotkeys } from './hotkeys.ts';

/** @param hotkeys as in the attribute: the first one is shown. */
export function drawOpener(button: HTMLElement, label: string, hotkeys: string): void {
  const [first] = parseHotkeys(hotkeys);
  button.replaceChildren(icon('search'), make('span', {}, label));
  if (first) button.append(make('kbd', { 'aria-hidden': 'true' }, labelOf(first, isApple)));
  // The name of a key in ARIA differs from its symbol.
  const spoken = first && [
    first.mod && (isApple ? 'Meta' : 'Control'),
    first.alt && 'Alt',
    first.shift && 'Shift',
    first.key,
  ];
  setAll(button, { 'aria-haspopup': 'dialog', 'aria-keyshortcuts': spoken?.filter(Boolean).join('+') });
}
