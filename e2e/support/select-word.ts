// Selects a word in the code editor with the keyboard: over BiDi, Firefox gets two single clicks for a double click.
import type { Locator } from 'playwright/test';

const BY_WORD = process.platform === 'darwin' ? 'Alt' : 'Control';

/** @param position where the word is, from the corner of the element */
export async function selectWord(text: Locator, position?: { x: number; y: number }): Promise<void> {
  await text.click(position && { position });
  await text.page().keyboard.press(`${BY_WORD}+ArrowRight`);
  await text.page().keyboard.press(`${BY_WORD}+Shift+ArrowLeft`);
}
