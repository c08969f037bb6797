// Two models answer one question side by side; the user keeps one as the shown branch, the other stays a version.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

let first: LLMock;
let second: LLMock;
test.beforeEach(async () => {
  [first, second] = await Promise.all([startModel(), startModel()]);
  first.on({ userMessage: /harbour/ }, { content: 'The first says: at noon.' });
  second.on({ userMessage: /harbour/ }, { content: 'The second says: at dusk.' });
});
test.afterEach(() => Promise.all([first.stop(), second.stop()]));

async function connectBoth(app: Page): Promise<void> {
  await connectModel(app, { baseUrl: `${first.url}/v1`, model: 'scripted' });
  await app.goto('./#/settings');
  await app.getByRole('button', { name: 'Connect another model' }).click();
  await app.getByRole('menuitem', { name: 'Another endpoint' }).click();
  await app.getByLabel('Name', { exact: true }).fill('Second');
  await app.getByLabel('Base URL').nth(1).fill(`${second.url}/v1`);
  await app.getByLabel('Model', { exact: true }).nth(1).fill('scripted-two');
  await app.getByRole('button', { name: 'Save', exact: true }).nth(1).click();
  await expect(app.getByText('Saved. Chats can ask scripted-two.')).toBeVisible();
  await app.goto('./#/chat');
}

async function ask(app: Page): Promise<void> {
  await app.getByRole('textbox', { name: /ask/i }).fill('When does the harbour close?');
  await app.keyboard.press('Enter');
}

const pair = (app: Page) => app.getByRole('group', { name: 'Answers of two models' });
const versions = (app: Page) => app.getByRole('group', { name: 'Versions of this answer' });

test("an answer is compared with another model's, and either can be kept", async ({ app }) => {
  await connectBoth(app);
  await ask(app);
  const answer = app.getByRole('article', { name: 'Answer' });
  await expect(answer).toContainText('at noon');
  await answer.getByRole('button', { name: 'More' }).click();
  await app.getByRole('menuitem', { name: /^Compare with another model/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Compare with another model' });
  await dialog
    .getByRole('list', { name: 'Models' })
    .getByRole('button', { name: /^Second\s*scripted-two$/ })
    .click();
  await expect(pair(app)).toContainText('at noon');
  await expect(pair(app)).toContainText('at dusk');
  // Each half has neither a switch between the versions nor follow-ups.
  await expect(versions(app)).toHaveCount(0);
  await expect(pair(app).getByRole('button', { name: 'Shorter' })).toHaveCount(0);
  const [left, right] = await Promise.all(
    [0, 1].map((side) => pair(app).getByRole('article', { name: 'Answer' }).nth(side).boundingBox()),
  );
  expect(right!.x).toBeGreaterThan(left!.x + left!.width - 1);
  await app.setViewportSize({ width: 390, height: 844 });
  const [above, below] = await Promise.all(
    [0, 1].map((side) => pair(app).getByRole('article', { name: 'Answer' }).nth(side).boundingBox()),
  );
  expect(below!.y).toBeGreaterThan(above!.y);
  expect(await app.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await pair(app).getByRole('button', { name: 'Keep this answer' }).nth(1).click();
  await expect(pair(app)).toHaveCount(0);
  await expect(answer).toContainText('at dusk');
  await expect(versions(app)).toContainText('2/2');
  await app.reload();
  await expect(answer).toContainText('at dusk');
  await versions(app).getByRole('button', { name: 'Version before' }).click();
  await expect(answer).toContainText('at noon');
});

test('the second answer says what it waits for', async ({ app }) => {
  second.clearFixtures();
  second.onMessage(/harbour/, { content: 'At dusk.' }, { latency: 1500 });
  await connectBoth(app);
  await ask(app);
  const answer = app.getByRole('article', { name: 'Answer' });
  await expect(answer).toContainText('at noon');
  await answer.getByRole('button', { name: 'More' }).click();
  await app.getByRole('menuitem', { name: /^Compare with another model/ }).click();
  await app
    .getByRole('list', { name: 'Models' })
    .getByRole('button', { name: /^Second/ })
    .click();
  await expect(pair(app).getByRole('article', { name: 'Answer' }).nth(1)).toContainText(
    'Asking scripted-two',
  );
  await expect(pair(app)).toContainText('At dusk.');
  await expect(pair(app).getByRole('button', { name: 'Stop' })).toHaveCount(0);
});

test('a second model chosen for the chat answers each question next to the first', async ({ app }) => {
  await connectBoth(app);
  await app.getByRole('button', { name: /^Model of this chat/ }).click();
  await app.getByRole('menuitem', { name: 'Answer beside it with a second model…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Compare with another model' });
  await dialog
    .getByRole('list', { name: 'Models' })
    .getByRole('button', { name: /^Second/ })
    .click();
  await expect(app.getByRole('button', { name: /^beside Second/ })).toBeVisible();
  await ask(app);
  await expect(pair(app)).toContainText('at noon');
  await expect(pair(app)).toContainText('at dusk');
  await pair(app).getByRole('button', { name: 'Keep this answer' }).first().click();
  const answer = app.getByRole('article', { name: 'Answer' });
  await expect(answer).toHaveCount(1);
  await expect(answer).toContainText('at noon');
  await expect(versions(app)).toContainText('1/2');
  await app.getByRole('button', { name: /^beside Second/ }).click();
  await ask(app);
  await expect(answer.last()).toContainText('at noon');
  await expect(answer).toHaveCount(2);
  expect(second.getRequests().filter(({ body }) => JSON.stringify(body).includes('harbour')).length).toBe(1);
});
