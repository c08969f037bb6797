// Conversations: several at once, renaming, deleting and restoring; approvals at their call.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

let model: LLMock;
test.beforeEach(async () => {
  model = await startModel();
});
test.afterEach(() => model.stop());

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: /ask/i }).fill(question);
  await page.keyboard.press('Enter');
}

const row = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });

test('an answer continues while another chat is open', async ({ app }) => {
  model.onMessage(/tides/, { content: `${'The moon pulls. '.repeat(60)}That is all.` }, { latency: 20 });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'Tell me of tides');
  await expect(app.getByRole('article', { name: 'Answer' })).toContainText('The moon pulls.');
  await app.getByRole('button', { name: 'New chat' }).first().click();
  await expect(app.getByRole('article')).toHaveCount(0);
  await expect(app.getByRole('textbox', { name: /ask/i })).toBeFocused();
  await row(app, 'Tell me of tides answering').click();
  await expect(app.getByRole('article', { name: 'Answer' })).toContainText('That is all.', {
    timeout: 60_000,
  });
});

test('a chat is renamed inline, deleted, and restored', async ({ app }) => {
  await ask(app, 'What leaves my device?');
  await expect(app.getByRole('article', { name: 'Answer' })).toContainText('What leaves your device');
  await row(app, 'What leaves my device?').focus();
  await app.keyboard.press('F2');
  await app.keyboard.type('Privacy');
  await app.keyboard.press('Enter');
  await expect(row(app, 'Privacy')).toBeFocused();
  await app.keyboard.press('Delete');
  await expect(row(app, 'Privacy')).toHaveCount(0);
  await expect(app.getByRole('heading', { name: 'Perilune' })).toBeVisible();
  // It is open again.
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(app.getByRole('article', { name: 'Answer' })).toContainText('What leaves your device');
  await app.reload();
  await expect(row(app, 'Privacy')).toBeVisible();
});

test('chats move into folders by menu and by drag; folders collapse, are renamed and removed', async ({
  app,
  browserName,
}) => {
  for (const question of ['How do I add documents?', 'What leaves my device?']) {
    await ask(app, question);
    await expect(app.getByRole('button', { name: 'Ask again', exact: true })).toBeVisible();
    await app.getByRole('button', { name: 'New chat' }).first().click();
  }
  const [first, second] = [row(app, 'How do I add documents?'), row(app, 'What leaves my device?')];
  // By keyboard.
  await first.focus();
  await app.getByRole('button', { name: 'More for How do I add documents?' }).press('Enter');
  await app.getByRole('menuitem', { name: /^Move to folder…/ }).press('Enter');
  await app.keyboard.type(' Perilune ');
  await app.keyboard.press('Enter');
  const folder = app.getByRole('region', { name: /^Perilune/ });
  await expect(folder.getByRole('link')).toHaveCount(1);
  // By drag: onto the folder, and out of it. Firefox does not finish drags that WebDriver BiDi starts.
  if (browserName !== 'firefox') {
    await second.dragTo(folder);
    await expect(folder.getByRole('link')).toHaveCount(2);
    const from = (await second.boundingBox())!;
    await app.mouse.move(from.x + 20, from.y + 10);
    await app.mouse.down();
    await app.mouse.move(from.x + 30, from.y + 20, { steps: 4 });
    await app.getByText('No folder', { exact: true }).hover();
    await app.mouse.up();
    await expect(folder.getByRole('link')).toHaveCount(1);
    await expect(app.getByText('No folder', { exact: true })).toHaveCount(0);
  }

  const fold = folder.getByRole('button', { name: /^Perilune/ });
  await fold.click();
  await expect(first).toHaveCount(0);
  await app.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.press('Enter');
  await expect(first).toBeVisible();

  await app.getByRole('button', { name: 'More for the folder Perilune' }).click();
  await app.getByRole('menuitem', { name: 'Rename folder…' }).click();
  await app.getByRole('combobox', { name: 'Folder' }).fill('Guide');
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: 'More for the folder Guide' }).click();
  await app.getByRole('menuitem', { name: /^Remove folder/ }).click();
  await expect(app.getByRole('button', { name: 'More for the folder Guide' })).toHaveCount(0);
  await expect(first).toBeVisible();
});

test('an approval shows what will run, waits for a deliberate answer, and then runs it', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.tools.install(
      'tool = {name="careful", version="7", approve=true, parameters={{name="what"}}}\nfunction tool.execute(p) return p.what end',
    ),
  );
  model.on(
    { userMessage: /careful/, hasToolResult: false },
    { toolCalls: [{ id: 'c', name: 'careful', arguments: JSON.stringify({ what: 'pay \u202Egnp' }) }] },
  );
  model.on({ userMessage: /careful/, hasToolResult: true }, { content: 'It is done.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'be careful');
  const answer = app.getByRole('article', { name: 'Answer' });
  const deny = answer.getByRole('button', { name: 'Deny' });
  await expect(deny).toBeFocused();
  await expect(answer).toContainText('version 7');
  await expect(answer).toContainText('"pay U+202Egnp"');
  await expect(app).toHaveTitle(/\(1\)/);
  await answer.getByRole('button', { name: 'Allow once' }).click();
  await expect(answer).toContainText('It is done.');
  await expect(app).not.toHaveTitle(/\(1\)/);
  await expect(app.getByRole('textbox', { name: /ask/i })).toBeFocused();
});

test('an approval ignores clicks for its first half second', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.tools.install(
      'tool = {name="careful", approve=true}\nfunction tool.execute() return true end',
    ),
  );
  // The clock is paused, so however slow the device, the half second does not pass early.
  await app.clock.install();
  await app.clock.pauseAt(Date.now() + 60_000);
  const call = app.evaluate(() => window.perilune.tools.call('careful', {}));
  const button = app.getByRole('button', { name: 'Allow once' });
  await button.click({ force: true });
  await app.clock.runFor(400);
  await button.click({ force: true });
  await expect(button).toBeVisible();
  await app.clock.runFor(200);
  // A script's click decides nothing, however late it comes.
  await button.evaluate((element: HTMLElement) => element.click());
  await expect(button).toBeVisible();
  await button.click();
  expect(await call).toEqual({ result: true });
});

test('a number without a passage is shown as unverified', async ({ app }) => {
  model.onMessage(/documents/, { content: 'Drop files [1]. By decree [97]. Code is no source: `list[1]`.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'How do I add documents?');
  const answer = app.getByRole('article', { name: 'Answer' });
  await expect(answer.getByRole('button', { name: 'Source 97, unverified' })).toBeVisible();
  await expect(answer.getByRole('button', { name: /^Source 1:/ })).toHaveCount(1);
  await answer.getByRole('button', { name: /^Source 1:/ }).focus();
  await expect(app.getByRole('tooltip')).toContainText('Enter opens the passage');
  await app.keyboard.press('Escape');
  await expect(app.getByRole('tooltip')).toHaveCount(0);
  await app.keyboard.press('Enter');
  await expect(app).toHaveURL(/#\/library\/.+passage=/);
});

test('scrolling up during an answer stops following, and a button resumes it', async ({ app }) => {
  model.onMessage(/tides/, { content: 'The moon pulls.\n\n'.repeat(4000) }, { latency: 10 });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await ask(app, 'Tell me of tides');
  const log = app.getByRole('log');
  await expect.poll(() => log.evaluate((node) => node.scrollTop)).toBeGreaterThan(400);
  await log.hover();
  await app.mouse.wheel(0, -400);
  await expect(app.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const top = await log.evaluate((node) => node.scrollTop);
  await app.waitForTimeout(400);
  expect(await log.evaluate((node) => node.scrollTop)).toBe(top);
  // Its end comes into view when content above shrinks: the user has not scrolled there.
  await log.evaluate((node) => {
    const content = node.firstElementChild as HTMLElement;
    content.style.cssText = `height: ${node.scrollTop + node.clientHeight - 10}px; overflow: hidden`;
  });
  await expect.poll(() => log.evaluate((node) => node.scrollTop)).toBeLessThan(top);
  await log.evaluate((node) => (node.firstElementChild as HTMLElement).removeAttribute('style'));
  await expect(app.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await app.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(app.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  await app.keyboard.press('Escape');
});
