// The button beside a block of code: copies what stands in the block, and says so.
export async function copyCode(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.parentElement?.querySelector('pre')?.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    button.textContent = 'Not allowed';
  }
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}
