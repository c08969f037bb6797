// Accessibility checks with axe.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** The dark page differs only in colours, so only these rules are checked again. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Returns the serious and critical violations, each with its elements. */
export async function seriousProblems(
  page: Page,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  if (colorScheme === 'dark') axe.withRules(ABOUT_COLOURS);
  const { violations } = await analysed(axe);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Returns texts whose contrast to their background is too low for a theme. */
export async function contrastProblems(page: Page, least: 4.5 | 7): Promise<string[]> {
  const rule = least === 7 ? 'color-contrast-enhanced' : 'color-contrast';
  const { violations } = await analysed(new AxeBuilder({ page }).withRules([rule]));
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  );
}

/** Returns all violations in a part of the page, including minor ones. */
export async function problemsIn(page: Page, part: string, except?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).include(part);
  if (except) axe.exclude(except);
  const { violations } = await analysed(axe);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Axe fails if a part of the page disappears during a check. Then the check runs again. */
async function analysed(axe: AxeBuilder): ReturnType<AxeBuilder['analyze']> {
  try {
    return await axe.analyze();
  } catch (error) {
    if (!/nthChild/.test(String(error))) throw error;
    return axe.analyze();
  }
}
