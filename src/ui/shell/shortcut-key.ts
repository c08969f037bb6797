// The shortcut for the list of shortcuts: `?` outside of fields, with no dialog open. Loaded with the first such
// keystroke.
import { shortcuts } from './shortcuts.svelte.ts';

export function pressShortcutKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  const isTyped =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null);
  if (ctrlKey || metaKey || altKey || isTyped || document.querySelector('dialog[open]')) return;
  shortcuts.open = true;
}
