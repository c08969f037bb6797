// While the window loads, marks the button as busy and collects what is typed in a temporary field.
import { make } from './dom.ts';

/**
 * On a phone, it also opens the keyboard, which requires a focus during the tap.
 * @param cancel called on Escape. @returns a function that ends it, restores the focus and returns the typed text.
 */
export function holdKeyboard(frame: HTMLElement, button: HTMLElement, cancel: () => void): () => string {
  const before = (frame.getRootNode() as ShadowRoot).activeElement ?? document.activeElement;
  button.setAttribute('aria-busy', 'true');
  const hold = make('input', { class: 'hold', 'aria-label': button.innerText, autocapitalize: 'off' });
  hold.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') cancel();
  });
  frame.append(hold);
  hold.focus({ preventScroll: true });
  return () => {
    button.removeAttribute('aria-busy');
    // The window later restores the focus, so it must not remember a field that is gone.
    if (hold.matches(':focus') && before instanceof HTMLElement) before.focus({ preventScroll: true });
    hold.remove();
    return hold.value;
  };
}
