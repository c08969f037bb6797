// Types into a field and leaves it, as a person does. Over BiDi, Firefox does not clear a number field that Playwright
// fills, and reports no change when such a field loses the focus.
import type { Locator } from 'playwright/test';

export async function enterText(field: Locator, text: string, leave: 'Tab' | 'Enter' = 'Tab'): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
  await field.press(leave);
}
