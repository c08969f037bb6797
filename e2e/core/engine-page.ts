// A page of any engine: the operations of the core journeys, few enough for every driver.
import { expect } from 'playwright/test';

export interface EnginePage {
  /** Navigates; resolves once the page has loaded. */
  goto(url: string): Promise<void>;
  /** Runs a function in the page, which sees only its arguments. Rejects with what it throws. */
  evaluate<Args extends unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Clicks as a real user event. */
  click(selector: string): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape'): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Opens an address of the app and waits until the library is searchable. */
export async function openApp(page: EnginePage, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(async () => {
    while (!('perilune' in globalThis)) await new Promise((resolve) => setTimeout(resolve, 50));
    await window.perilune.ready;
  });
}

/** Clicks the control with this label or text. */
export async function press(page: EnginePage, name: string): Promise<void> {
  await page.click(await selectorOf(page, name));
}

/** Fills the field with this label. */
export async function fill(page: EnginePage, name: string, text: string): Promise<void> {
  await press(page, name);
  await page.type(text);
}

/** Waits until the text is on the page. */
export async function see(page: EnginePage, text: string, timeout = 30_000): Promise<void> {
  await expect
    .poll(() => page.evaluate((wanted) => document.body.innerText.includes(wanted), text), {
      message: text,
      timeout,
    })
    .toBe(true);
}

/** Waits for an element, and returns its text. */
export async function seeElement(page: EnginePage, selector: string): Promise<string> {
  const text = () => page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? null, selector);
  await expect.poll(text, { message: selector, timeout: 60_000 }).not.toBeNull();
  return (await text())!;
}

async function selectorOf(page: EnginePage, name: string): Promise<string> {
  const mark = `core-${Math.random().toString(36).slice(2)}`;
  await expect
    .poll(
      () =>
        page.evaluate(
          (wanted, marked) => {
            const named = (one: Element): string =>
              one.getAttribute('aria-label') ??
              (one as HTMLInputElement).labels?.[0]?.innerText ??
              (one as HTMLElement).innerText;
            const found = [
              ...document.querySelectorAll(
                'button:not([role=tab]), a, input, textarea, [role=textbox], select',
              ),
            ]
              .filter((one) => (one as HTMLElement).checkVisibility())
              .find((one) => named(one).trim() === wanted);
            found?.setAttribute('data-core', marked);
            return found !== undefined;
          },
          name,
          mark,
        ),
      { message: `a control named “${name}”` },
    )
    .toBe(true);
  return `[data-core="${mark}"]`;
}
