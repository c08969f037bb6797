// What a site's own page reports about the widget: uncaught errors, and violations of the page's policy.
import type { Page } from 'playwright/test';

const VIOLATION = /violates|Content Security|TrustedHTML/i;

/** Starts collecting; the returned list grows. */
export function policyProblems(page: Page): string[] {
  const problems: string[] = [];
  const note = (text: string): void => {
    // Firefox also reports its own request for an icon.
    if (!text.includes('favicon.ico')) problems.push(text);
  };
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    if (VIOLATION.test(message.text())) note(message.text());
  });
  return problems;
}
