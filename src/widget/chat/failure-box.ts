// Replaces a conversation that could not be opened, with a button to try again.
import { make } from '../dom.ts';
import type { AllTexts } from '../host.ts';

export function failureBox(message: string, texts: AllTexts, tryAgain: () => void): HTMLElement {
  const again = make('button', { type: 'button', class: 'button' }, texts.tryAgain);
  const box = make(
    'div',
    { class: 'failure', part: 'error', role: 'alert' },
    make('strong', {}, texts.answerFailed),
    ` ${message} `,
    again,
  );
  again.addEventListener('click', () => {
    box.remove();
    tryAgain();
  });
  return box;
}
