// While the window is loading: the button says so, and on a phone the keyboard is kept up for the field that comes.
import { make } from './dom.ts';

/** A phone shows its keyboard only for a focus within the press: a field that is there at once takes it. @returns ends it. */
export function holdKeyboard(frame: HTMLElement, button: HTMLElement): () => void {
  button.setAttribute('aria-busy', 'true');
  const hold = make('input', { class: 'hold', 'aria-hidden': 'true', tabindex: '-1' });
  if (matchMedia('(pointer: coarse)').matches) {
    frame.append(hold);
    hold.focus({ preventScroll: true });
  }
  return () => {
    button.removeAttribute('aria-busy');
    hold.remove();
  };
}
