// The key that opens the list of keys: `?` outside of fields, where no dialog is open. Loaded with the first such key.
import { shortcuts } from './shortcuts.svelte.ts';

export function pressShortcutKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  const isTyped =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"]') !== null);
  if (ctrlKey || metaKey || altKey || isTyped || document.querySelector('dialog[open]')) return;
  shortcuts.open = true;
}
