// A model's output stays text: even with the page's own policy off, so that the sanitiser stands alone, nothing is
// fetched, runs, or poses as a part of the app.
import type { LLMock } from '@copilotkit/aimock';
import { connectModel, startFaulty, startModel, type FaultyServer } from './support/model.ts';
import { expect, openApp, test } from './support/test.ts';
import { VECTORS } from './support/vectors.ts';

let model: LLMock;
let foreign: FaultyServer;
const seen: string[] = [];

test.beforeEach(async () => {
  seen.length = 0;
  model = await startModel();
  foreign = await startFaulty((response, path) => {
    seen.push(path);
    response.end('x');
  });
});
test.afterEach(async () => {
  await model.stop();
  await foreign.stop();
});

test.use({
  bypassCSP: true,
  serviceWorkers: 'block',
});

test('nothing a model writes is fetched, runs, or poses as the app', async ({ page }) => {
  const url = foreign.baseUrl.replace('/v1', '');
  // Separated by paragraphs, so that an unclosed one cannot hide the next.
  const content = `${VECTORS.join('\n\nnext\n\n').replaceAll('U/', `${url}/`)}\n\nThe end of it.`;
  model.onMessage(/show/, { content });
  await openApp(page);
  await connectModel(page, { baseUrl: `${model.url}/v1` });
  await page.getByRole('textbox', { name: /ask/i }).fill('show');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('article', { name: 'Answer' });
  await expect(answer).toContainText('The end of it.', { timeout: 60_000 });
  await page.waitForTimeout(800);

  expect(seen).toEqual([]);
  expect(page.url()).toContain('#/chat');
  const found = await answer.locator('.prose').evaluate((prose) => {
    const all = [...prose.querySelectorAll('*')];
    const keepsRoom = (node: Element): boolean =>
      node.parentElement === prose && /^--room: \d+(\.\d+)?[a-z]+;$/.test(node.getAttribute('style') ?? '');
    const ours = (node: Element): boolean =>
      node.matches('.code, .table, button.cite, button.copy') || keepsRoom(node);
    return {
      ran: (window as unknown as { pwned?: number }).pwned,
      api: typeof window.perilune.tools.list,
      tags: [...new Set(all.map(({ localName }) => localName))].filter((name) =>
        /^(img|picture|source|video|audio|track|svg|math|style|link|meta|base|script|iframe|object|embed|form|input|select|option|template|dialog|noscript|marquee)$/.test(
          name,
        ),
      ),
      attributes: all
        .filter((node) => !ours(node))
        .flatMap((node) => node.getAttributeNames())
        .filter((name) => /^(on|id$|name$|style$|src|background|ping$|poster$|popover$|data-)/.test(name)),
      classes: all.filter((node) => !ours(node) && node.parentElement !== prose && node.hasAttribute('class'))
        .length,
      links: [...prose.querySelectorAll('a')].map(({ protocol, rel, target }) => ({ protocol, rel, target })),
      bank: [...prose.querySelectorAll('a')].find(({ textContent }) => textContent === 'the bank')?.title,
    };
  });
  expect(found).toMatchObject({
    ran: undefined,
    api: 'function',
    tags: [],
    attributes: [],
    classes: 0,
    bank: 'evil.example',
  });
  expect(found.links.length).toBeGreaterThan(3);
  for (const link of found.links.filter(({ protocol }) => protocol !== ':')) {
    expect(link).toEqual({
      protocol: expect.stringMatching(/^https?:$/),
      rel: 'noopener noreferrer nofollow',
      target: '_blank',
    });
  }
});
