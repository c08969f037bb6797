// The button at a code block: copies the code, and says so.
export async function copyCode(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.parentElement?.querySelector('pre')?.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}
