// Shared by the approval journeys: tools to install, calls that may wait for the user, and the user's answer.
import { expect, type Locator, type Page } from 'playwright/test';

export function install(page: Page, source: string, options = {}): Promise<void> {
  return page.evaluate(
    async ([source, options]) => {
      const { error } = await window.perilune.tools.install(source, options);
      if (error) throw new Error(error.message);
    },
    [source, options] as const,
  );
}

/** Calls a tool without waiting: it may be asking the user. */
export function start(page: Page, name: string, args: object = {}) {
  return page.evaluate(
    ([name, args]) => {
      const calls = ((window as unknown as { calls: Promise<unknown>[] }).calls ??= []);
      calls.push(window.perilune.tools.call(name, args));
      return calls.length - 1;
    },
    [name, args as Record<string, never>] as const,
  );
}

export function outcome(page: Page, call: number): Promise<{ result?: unknown; error?: { code: string } }> {
  return page.evaluate(
    (call) => (window as unknown as { calls: Promise<never>[] }).calls[call] as Promise<never>,
    call,
  );
}

export function call(page: Page, name: string, args: object = {}) {
  return start(page, name, args).then((index) => outcome(page, index));
}

export function questions(page: Page): Locator {
  return page.locator('.approval');
}

/** Answers the first question once its buttons are active. */
export async function answer(page: Page, choice: string): Promise<void> {
  const button = questions(page).first().getByRole('button', { name: choice, exact: true });
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  await button.click();
}
