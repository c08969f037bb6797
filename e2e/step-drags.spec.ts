// Steps of a flow, dragged from every part of their header, at several scroll positions, with a mouse and by touch.
import type { Locator, Page } from 'playwright/test';
import { expect, testOnOnePage as test } from './support/test.ts';

test.skip(
  ({ browserName }) => browserName === 'firefox',
  'Firefox does not finish drags that WebDriver BiDi starts, so nothing is dropped',
);

const call = (id: string) => ({ id, tool: 'calculator', args: { expression: '1' } });
const IDS = ['one', 'two', 'three', 'four', 'five', 'six'];

interface Point {
  x: number;
  y: number;
}

let flows = 0;

/** Opens a new flow of six steps, the last one in a loop. */
async function openFlow(app: Page): Promise<Locator> {
  const name = `way_${(flows += 1)}`;
  const loop = { id: 'loop', items: [1], steps: [call('inner')] };
  const { error } = await app.evaluate(
    async (flow) => window.perilune.tools.install(flow),
    JSON.stringify({
      name,
      version: '1.0',
      description: 'A way',
      parameters: [],
      steps: [...IDS.map(call), loop],
    }),
  );
  expect(error).toBeUndefined();
  await app.goto(`./#/studio/${name}`);
  const steps = app.getByRole('tabpanel', { name: 'Steps' });
  await expect(card(steps, 'six')).toBeVisible();
  return steps;
}

const card = (steps: Locator, name: string) =>
  steps.getByRole('article', { name: `Step ${name}`, exact: true });
const header = (steps: Locator, name: string) =>
  steps.getByRole('group', { name: `Move ${name}`, exact: true });
const names = (steps: Locator) =>
  steps.getByRole('article').evaluateAll((cards) => cards.map((one) => one.getAttribute('aria-label')));
const named = (...ids: string[]) => ids.map((id) => `Step ${id}`);

async function boxOf(of: Locator) {
  const box = await of.boundingBox();
  expect(box).not.toBeNull();
  return box!;
}

/** Points at which a header can be grabbed, from its left to the space before its buttons. */
const GRABS: Record<string, (box: { x: number; y: number; width: number; height: number }) => Point> = {
  'its handle': ({ x, y, height }) => ({ x: x + 4, y: y + height / 2 }),
  'its top edge': ({ x, y }) => ({ x: x + 40, y: y + 3 }),
  'its bottom edge': ({ x, y, height }) => ({ x: x + 60, y: y + height - 3 }),
  'its name': ({ x, y, height }) => ({ x: x + 48, y: y + height / 2 }),
  'the space after its name': ({ x, y, width, height }) => ({ x: x + width * 0.55, y: y + height / 2 }),
};

async function dragWithMouse(app: Page, from: Point, to: Point): Promise<void> {
  await app.mouse.move(from.x, from.y);
  await app.mouse.down();
  // A hand first moves a few pixels, and pauses before releasing.
  await app.mouse.move(from.x + 3, from.y + 4, { steps: 3 });
  await app.mouse.move(to.x, to.y, { steps: 12 });
  await app.mouse.move(to.x, to.y + 1);
  await app.mouse.up();
}

for (const block of ['start', 'center', 'end'] as const) {
  test(`a step moves with the mouse wherever it is grabbed, scrolled to the ${block}`, async ({ app }) => {
    test.slow();
    for (const [what, grab] of Object.entries(GRABS)) {
      const steps = await openFlow(app);
      await header(steps, 'three').evaluate((one, at) => one.scrollIntoView({ block: at }), block);
      const upwards = block !== 'start';
      const neighbour = await boxOf(card(steps, upwards ? 'two' : 'four'));
      // Anywhere on the upper or lower half of a card means before or after it.
      const to = {
        x: neighbour.x + 80,
        y: upwards ? neighbour.y + neighbour.height * 0.3 : neighbour.y + neighbour.height * 0.8,
      };
      await dragWithMouse(app, grab(await boxOf(header(steps, 'three'))), to);
      const expected = upwards ? ['one', 'three', 'two', 'four'] : ['one', 'two', 'four', 'three'];
      await expect
        .poll(async () => (await names(steps)).slice(0, 4), { message: `taken at ${what}` })
        .toEqual(named(...expected));
    }
  });
}

test('a step moves into a loop and out of it again with the mouse', async ({ app }) => {
  const steps = await openFlow(app);
  await header(steps, 'six').evaluate((one) => one.scrollIntoView({ block: 'start' }));
  const loop = card(steps, 'loop');
  const inner = await boxOf(card(steps, 'inner'));
  const { x, y, height } = await boxOf(header(steps, 'six'));
  await dragWithMouse(app, { x: x + 60, y: y + height / 2 }, { x: inner.x + 60, y: inner.y + 8 });
  await expect(card(loop, 'six')).toBeVisible();
  await expect.poll(() => names(loop)).toEqual(named('six', 'inner'));
  await header(steps, 'five').evaluate((one) => one.scrollIntoView({ block: 'start' }));
  const five = await boxOf(card(steps, 'five'));
  const out = await boxOf(header(loop, 'six'));
  await dragWithMouse(app, { x: out.x + 60, y: out.y + out.height / 2 }, { x: five.x + 40, y: five.y + 30 });
  await expect.poll(() => names(loop)).toEqual(named('inner'));
  await expect.poll(async () => (await names(steps)).slice(3, 6)).toEqual(named('four', 'six', 'five'));
});

test('a drag released outside the list, or ended by Escape, moves nothing', async ({ app }) => {
  const steps = await openFlow(app);
  const before = await names(steps);
  await header(steps, 'two').scrollIntoViewIfNeeded();
  const { x, y, height } = await boxOf(header(steps, 'two'));
  const from = { x: x + 60, y: y + height / 2 };
  await dragWithMouse(app, from, { x: 4, y: 4 });
  await app.mouse.move(from.x, from.y);
  await app.mouse.down();
  await app.mouse.move(from.x, from.y + 120, { steps: 6 });
  await app.keyboard.press('Escape');
  await app.mouse.up();
  expect(await names(steps)).toEqual(before);
  await expect(steps.locator('.gap.ready')).toHaveCount(0);
});

test.describe('by touch', () => {
  test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium’s DevTools protocol touches');

  /** A finger touches, waits, follows the points, and lifts. */
  async function touch(app: Page, points: Point[], { hold = 0, rest = 0 } = {}): Promise<void> {
    const session = await app.context().newCDPSession(app);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const [start, ...others] = points;
    await send('touchStart', [start!]);
    await app.waitForTimeout(hold);
    let last = start!;
    for (const to of others) {
      for (let step = 1; step <= 10; step += 1) {
        const part = (from: number, end: number) => from + ((end - from) * step) / 10;
        await send('touchMove', [{ x: part(last.x, to.x), y: part(last.y, to.y) }]);
      }
      last = to;
      await app.waitForTimeout(rest);
    }
    await send('touchEnd', []);
    await session.detach();
  }

  test.beforeEach(async ({ app }) => app.setViewportSize({ width: 390, height: 844 }));
  test.afterEach(async ({ app }) => app.setViewportSize({ width: 1280, height: 800 }));

  test('a long press moves a step wherever it is grabbed', async ({ app }) => {
    test.slow();
    for (const [what, grab] of Object.entries(GRABS)) {
      const steps = await openFlow(app);
      await header(steps, 'three').evaluate((one) => one.scrollIntoView({ block: 'center' }));
      const from = grab(await boxOf(header(steps, 'three')));
      const two = await boxOf(card(steps, 'two'));
      await touch(app, [from, { x: two.x + 80, y: two.y + 12 }], { hold: 400 });
      await expect
        .poll(async () => (await names(steps)).slice(0, 3), { message: `held at ${what}` })
        .toEqual(named('one', 'three', 'two'));
    }
  });

  test('a step moves immediately by its handle; elsewhere a swipe scrolls', async ({ app }) => {
    const steps = await openFlow(app);
    const before = await names(steps);
    await header(steps, 'three').evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const { x, y, width, height } = await boxOf(header(steps, 'three'));
    const swiped = { x: x + width * 0.4, y: y + height / 2 };
    await touch(app, [swiped, { x: swiped.x, y: swiped.y - 150 }]);
    expect(await names(steps)).toEqual(before);
    // A swipe has momentum, so positions measured during it are outdated.
    await expect
      .poll(async () => {
        const before = (await boxOf(header(steps, 'three'))).y;
        await app.waitForTimeout(200);
        const after = (await boxOf(header(steps, 'three'))).y;
        return after === before && after < y - 50;
      })
      .toBe(true);
    await header(steps, 'three').evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const two = await boxOf(card(steps, 'two'));
    const handle = GRABS['its handle']!(await boxOf(header(steps, 'three')));
    await touch(app, [handle, { x: two.x + 80, y: two.y + 12 }]);
    await expect.poll(async () => (await names(steps)).slice(0, 3)).toEqual(named('one', 'three', 'two'));
  });

  test('the list scrolls while a step is held near its edge', async ({ app }) => {
    const steps = await openFlow(app);
    await header(steps, 'one').evaluate((one) => one.scrollIntoView({ block: 'start' }));
    const handle = GRABS['its handle']!(await boxOf(header(steps, 'one')));
    // Also where the bar at the bottom of the window is.
    await touch(app, [handle, { x: 180, y: 835 }, { x: 180, y: 600 }], { rest: 1200 });
    await expect.poll(async () => (await names(steps))[0]).toBe('Step two');
    const place = (await names(steps)).indexOf('Step one');
    expect(place).toBeGreaterThan(2);
  });

  test('a dragged tool becomes a step by touch', async ({ app }) => {
    const steps = await openFlow(app);
    await steps.getByRole('searchbox', { name: 'Find a tool to add' }).fill('echo');
    const tool = steps.getByRole('listitem').filter({ hasText: 'echo' }).first();
    await tool.evaluate((one) => one.scrollIntoView({ block: 'end' }));
    const { x, y, height } = await boxOf(tool);
    await touch(
      app,
      [
        { x: x + 20, y: y + height / 2 },
        { x: 180, y: 20 },
        { x: 180, y: 300 },
      ],
      { hold: 400 },
    );
    await expect(card(steps, 'echo')).toBeVisible();
  });

  test('the order of parameters changes by touch', async ({ app }) => {
    await app.evaluate(async () => {
      const fields = ['near', 'far'].map((name) => `{ name = "${name}", type = "string" }`).join(', ');
      await window.perilune.tools.install(
        `tool = { name = "toucher", description = "x", parameters = { ${fields} } }\nfunction tool.execute() return 1 end`,
      );
    });
    await app.setViewportSize({ width: 1280, height: 800 });
    await app.goto('./#/studio/toucher');
    const cards = app.getByRole('list', { name: 'parameters' }).getByRole('listitem');
    await expect(cards).toHaveText([/near/, /far/]);
    const grip = app.getByRole('button', { name: 'Move far' });
    await grip.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const from = await boxOf(grip);
    const first = await boxOf(cards.first());
    await touch(app, [
      { x: from.x + 8, y: from.y + from.height / 2 },
      { x: first.x + 20, y: first.y + 6 },
    ]);
    await expect(cards).toHaveText([/far/, /near/]);
  });
});
