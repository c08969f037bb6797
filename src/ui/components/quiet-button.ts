// A button within a text, made without a template: texts are nodes that a parser made.

export function quietButton(className: string, text: string, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = text;
  button.setAttribute('aria-label', label);
  return button;
}

/** What a button says for a moment, in place of its own text. */
export function sayFor(button: HTMLElement, said: string): void {
  const before = button.textContent;
  button.textContent = said;
  setTimeout(() => (button.textContent = before), 1500);
}
