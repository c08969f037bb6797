// What axe finds on a page that would keep people from using it.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** The dark page is the light one in other colours: nothing else is looked at again. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Violations that are serious or critical, each with the elements it is about. */
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

/** All violations in a part of the page, the slight ones included. */
export async function problemsIn(page: Page, part: string, except?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).include(part);
  if (except) axe.exclude(except);
  const { violations } = await analysed(axe);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Axe breaks off where a part of the page goes while it looks at it; then it looks again. */
async function analysed(axe: AxeBuilder): ReturnType<AxeBuilder['analyze']> {
  try {
    return await axe.analyze();
  } catch (error) {
    if (!/nthChild/.test(String(error))) throw error;
    return axe.analyze();
  }
}
