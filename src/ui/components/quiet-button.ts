// A button within a text, created without a template, since texts are nodes from a parser.

export function quietButton(className: string, text: string, label: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = className;
  button.textContent = text;
  button.setAttribute('aria-label', label);
  return button;
}

/** Replaces a button's label for a moment. */
export function sayFor(button: HTMLElement, said: string): void {
  const before = button.textContent;
  button.textContent = said;
  setTimeout(() => (button.textContent = before), 1500);
}
