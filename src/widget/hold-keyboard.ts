// While the window is loading: the button says so, and a field that is there at once takes what is typed meanwhile.
import { make } from './dom.ts';

/**
 * On a phone it is also what brings the keyboard up: that happens only for a focus within the press.
 * @param cancel Escape was pressed. @returns ends it, gives the focus back and says what was typed.
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
    // The window gives the focus back to who had it, which should not be a field that is gone.
    if (hold.matches(':focus') && before instanceof HTMLElement) before.focus({ preventScroll: true });
    hold.remove();
    return hold.value;
  };
}
