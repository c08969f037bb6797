// Accessibility checks with axe.
import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';

/** The part of axe's result that is read. */
interface Violation {
  id: string;
  impact: string | null;
  nodes: { html: string; failureSummary: string }[];
}

interface Wanted {
  /** Only these rules. */
  rules?: string[];
  include?: string[];
  exclude?: string[];
}

/** The package for Playwright brings axe. Its own way to run it opens a page and loads axe again for each check. */
const inPackage = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const { source } = inPackage('axe-core') as { source: string };

/** The dark page differs only in colours, so only these rules are checked again. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Returns the serious and critical violations, each with its elements. */
export async function seriousProblems(
  page: Page,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<string[]> {
  const violations = await violationsIn(page, colorScheme === 'dark' ? { rules: ABOUT_COLOURS } : {});
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Returns texts whose contrast to their background is too low for a theme. */
export async function contrastProblems(page: Page, least: 4.5 | 7): Promise<string[]> {
  const rules = [least === 7 ? 'color-contrast-enhanced' : 'color-contrast'];
  return (await violationsIn(page, { rules })).flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  );
}

/** Returns all violations in a part of the page, including minor ones. */
export async function problemsIn(page: Page, part: string, except?: string): Promise<string[]> {
  const violations = await violationsIn(page, { include: [part], ...(except && { exclude: [except] }) });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Axe fails if a part of the page disappears during a check. Then the check runs again. */
async function violationsIn(page: Page, wanted: Wanted): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    if (page.context().browser()?.browserType().name() === 'firefox') await page.evaluate(withoutReferences);
    await page.evaluate(source);
  }
  try {
    return await page.evaluate(analysed, wanted);
  } catch (error) {
    if (!/nthChild/.test(String(error))) throw error;
    return page.evaluate(analysed, wanted);
  }
}

/**
 * Runs in the page. The content process of Firefox 153 crashes when a script reads some references between elements;
 * without them, axe reads the attributes that they come from.
 */
function withoutReferences(): void {
  for (const name of Object.getOwnPropertyNames(Element.prototype)) {
    if (/^aria\w+Elements?$/.test(name)) Reflect.deleteProperty(Element.prototype, name);
  }
}

/** Runs in the page. Frames are left out: they hold the sandbox, which shows nothing, and pages of strangers. */
async function analysed({ rules, include, exclude }: Wanted): Promise<Violation[]> {
  interface Axe {
    run(context: unknown, options: object): Promise<{ violations: Violation[] }>;
  }
  const { axe } = window as unknown as { axe: Axe };
  const { violations } = await axe.run(include ? { include, ...(exclude && { exclude }) } : document, {
    iframes: false,
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }));
}
