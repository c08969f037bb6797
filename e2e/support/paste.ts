// A paste of a text, as the browser reports it.
import type { Locator } from 'playwright/test';

export function pasteText(target: Locator, text: string): Promise<void> {
  return target.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    // Firefox ignores it in the constructor.
    Object.defineProperty(event, 'clipboardData', { value: clipboardData });
    element.dispatchEvent(event);
  }, text);
}
