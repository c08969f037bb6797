// Dragging with a mouse: parameters, calls, tools and steps. Each result is announced.
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './support/test.ts';

test.skip(
  ({ browserName }) => browserName === 'firefox',
  'Firefox does not finish drags that WebDriver BiDi starts, so nothing is dropped',
);

const SCRIPT = `tool = {
  name = "walker",
  description = "Walks",
  parameters = {
    { name = "near", type = "string" },
    { name = "far", type = "string" },
  },
}

function tool.execute(params)
  local page = nil
  return params.near
end
`;

const FLOW = {
  name: 'walk',
  version: '1.0',
  description: 'A walk',
  parameters: [],
  steps: ['left', 'right', 'back'].map((id) => ({ id, tool: 'calculator', args: { expression: '1' } })),
};

/** Presses on the element, moves like a hand, and releases. */
async function drag(app: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  await from.hover();
  await app.mouse.down();
  // A drag begins only after the pointer has moved some distance.
  await app.mouse.move(to.x - 12, to.y - 4, { steps: 4 });
  await app.mouse.move(to.x, to.y, { steps: 2 });
  await app.mouse.up();
}

async function boxOf(of: Locator) {
  await of.scrollIntoViewIfNeeded();
  return (await of.boundingBox())!;
}

/** Collects the editor's announcements from now on: its live region is cleared after a moment. */
async function announcements(code: Locator): Promise<() => Promise<string[]>> {
  const kept = await code.evaluateHandle((content) => {
    const texts: string[] = [];
    const live = content.closest('.cm-editor')!.querySelector('.cm-announced')!;
    new MutationObserver(() => texts.push(live.textContent)).observe(live, { childList: true });
    return texts;
  });
  return () => kept.jsonValue();
}

const middleOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: x + width / 2,
  y: y + height / 2,
});

test('parameters, calls, tools and steps are dragged to their targets, each with an announcement', async ({
  app,
}) => {
  await app.evaluate(
    async ([script, flow]) => {
      const { tools, bundles } = window.perilune;
      for (const slug of ['here', 'there']) await bundles.create({ slug, displayName: slug });
      await tools.install(script, { bundle: 'here' });
      const { error } = await tools.install(flow, { bundle: 'here' });
      if (error) throw new Error(error.message);
    },
    [SCRIPT, JSON.stringify(FLOW)] as const,
  );

  // One parameter above another: the code follows the order.
  await app.goto('./#/studio/walker');
  const pane = app.getByRole('tabpanel', { name: 'Parameters' });
  const cards = pane.getByRole('list', { name: 'parameters' }).getByRole('listitem');
  const code = app.locator('.cm-content');
  await expect(code).toContainText('near');
  const first = await boxOf(cards.first());
  await drag(app, pane.getByRole('button', { name: 'Move far' }), { x: first.x + 20, y: first.y + 4 });
  await expect(cards).toHaveText([/far/, /near/]);
  await expect(code).toContainText(/"far".*"near"/);
  await expect(pane.getByText('Moved far to position 1 of 2.')).toBeAttached();

  // A call dropped under the pointer, with its argument selected.
  await app.getByRole('button', { name: 'Calls', exact: true }).click();
  await app.getByRole('searchbox', { name: 'Find a call' }).fill('http.get');
  const said = await announcements(code);
  const word = await boxOf(code.locator('.cm-line', { hasText: 'local page' }).getByText('nil'));
  await drag(app, app.getByRole('button', { name: /^http\.get\(/ }), {
    x: word.x + 1,
    y: word.y + word.height / 2,
  });
  await expect(code.locator('.cm-line', { hasText: 'local page' })).toHaveText(/= http\.get\(.*\)nil$/);
  await expect.poll(said).toContain('Inserted at line 11. Press Tab to go to the next placeholder.');
  await app.keyboard.type('"https://a.example"');
  await expect(code).toContainText('http.get("https://a.example"');

  // The palette lists existing tools only.
  await app.getByRole('searchbox', { name: 'Find a call' }).fill('latecomer');
  await expect(app.getByText('No calls or tools match.')).toBeVisible();
  await app.evaluate(
    async (script) => void (await window.perilune.tools.install(script)),
    SCRIPT.replace('walker', 'latecomer'),
  );
  await expect(app.getByRole('button', { name: /^tools\.latecomer/ })).toBeVisible();
  await app.evaluate(async () => void (await window.perilune.tools.remove('latecomer')));
  await expect(app.getByText('No calls or tools match.')).toBeVisible();

  // A tool into another bundle.
  await app.goto('./#/studio');
  const there = app.getByRole('region', { name: 'there', exact: true });
  const target = middleOf(await boxOf(there));
  await drag(app, app.getByRole('listitem').filter({ hasText: 'Walks' }), target);
  await expect(there.getByRole('link', { name: 'walker' })).toBeVisible();
  await expect(app.getByRole('status').filter({ hasText: 'Moved walker to there.' })).toBeVisible();

  // The last step before the first, both in view.
  await app.setViewportSize({ width: 1280, height: 1100 });
  await app.goto('./#/studio/walk');
  const steps = app.getByRole('tabpanel', { name: 'Steps' });
  const gap = middleOf(await boxOf(steps.locator('[data-gap="0"]')));
  await drag(app, steps.getByRole('heading', { name: /back/ }), gap);
  await expect(steps.getByRole('article').first()).toHaveAccessibleName('Step back');
  await expect(steps.getByRole('status').filter({ hasText: /back/ })).not.toBeEmpty();
});
