// Automations: created in Settings, run by hand, run late after a missed time, refused without an approval, and paused.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { seriousProblems } from './support/axe.ts';
import { install, questions } from './support/approvals.ts';
import { connectModel, startModel } from './support/model.ts';
import { expect, test, withoutStartDelay } from './support/test.ts';

const row = (app: Page, title: string) => app.getByRole('article', { name: title, exact: true });

async function fillQuestion(app: Page, question: string): Promise<void> {
  await app.goto('./#/settings/automations');
  await app.getByRole('button', { name: 'New automation' }).click();
  await app.getByRole('textbox', { name: 'Question' }).fill(question);
}

test('asks a question on schedule, and runs a missed time once', async ({ app }) => {
  await fillQuestion(app, 'How do I add my own documents?');
  const form = app.getByRole('form', { name: 'New automation' });
  await form.getByLabel('When').selectOption('week');
  await form.getByRole('combobox', { name: 'On', exact: true }).selectOption('0');
  await expect(form.getByRole('status')).toContainText(/Every Sunday at 8:00 AM. Next run: .* at 8:00 AM/);
  await form.getByLabel('When').selectOption('hour');
  await expect(form.getByRole('status')).toContainText('Every hour. Next run:');
  await form.getByLabel('Name').fill('Adding');
  await form.getByRole('button', { name: 'Create automation' }).click();
  await expect(row(app, 'Adding')).toContainText('Next run:');
  expect(await seriousProblems(app)).toEqual([]);

  await row(app, 'Adding').getByRole('button', { name: 'Run now' }).click();
  await expect(row(app, 'Adding')).toContainText('Done');
  await expect(row(app, 'Adding')).toContainText('by hand');
  await row(app, 'Adding').getByRole('link', { name: 'Open chat' }).click();
  await expect(app.getByRole('article', { name: /answer/i })).toContainText('Adding documents');

  // As if the app had been closed for a day.
  await app.goto('./demo-docs/');
  await app.evaluate(async () => {
    const open = indexedDB.open('perilune');
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result);
    });
    const store = database.transaction('settings', 'readwrite').objectStore('settings');
    const read = store.get('automations');
    await new Promise<void>((resolve) => {
      read.onsuccess = () => {
        const { value } = read.result as { value: { automations: Record<string, unknown>[] } };
        const since = new Date(Date.now() - 24 * 3_600_000 - 60_000).toISOString();
        const automations = value.automations.map((one) => ({ ...one, since, runs: [] }));
        store.put({ key: 'automations', value: { automations } }).onsuccess = () => resolve();
      };
    });
    database.close();
  });
  await withoutStartDelay(app, () => app.goto('./#/settings/automations'));
  await expect(row(app, 'Adding')).toContainText('while Perilune was closed');
  await expect(row(app, 'Adding')).toContainText('makes up for 24 missed times');
  await expect(row(app, 'Adding')).toContainText('Done');
  await expect(row(app, 'Adding').getByRole('button', { name: 'History' })).toHaveCount(0);

  await app.getByRole('switch', { name: 'Run “Adding” on schedule' }).click();
  await expect(row(app, 'Adding')).toContainText('Paused');
  await app.getByRole('button', { name: 'Remove “Adding”' }).click();
  await expect(row(app, 'Adding')).toHaveCount(0);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(row(app, 'Adding')).toContainText('Paused');
});

test('an answer offers to repeat its question, and the next new form is empty', async ({ app }) => {
  await app.getByRole('textbox', { name: /ask/i }).fill('How do I add my own documents?');
  await app.keyboard.press('Enter');
  await app
    .getByRole('article', { name: /answer/i })
    .getByRole('button', { name: 'More' })
    .click();
  await app.getByRole('menuitem', { name: /^Repeat on a schedule/ }).click();
  const form = app.getByRole('form', { name: 'New automation' });
  await expect(form.getByRole('textbox', { name: 'Question' })).toHaveValue('How do I add my own documents?');
  expect(await seriousProblems(app)).toEqual([]);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await app.getByRole('button', { name: 'New automation' }).click();
  await expect(form.getByRole('textbox', { name: 'Question' })).toHaveValue('');
});

test('runs a tool with its arguments, and replaces one document with the result', async ({ app }) => {
  await install(
    app,
    `tool = { name = "greet", description = "Greets", parameters = { { name = "who", type = "string", required = true } } }
function tool.execute(params) return "Hello, " .. params.who end`,
  );
  await app.goto('./#/settings/automations');
  await app.getByRole('button', { name: 'New automation' }).click();
  const form = app.getByRole('form', { name: 'New automation' });
  await form.getByRole('button', { name: 'Create automation' }).click();
  await expect(form.getByRole('alert')).toContainText('Give it a name.');
  await form.getByLabel('Name').fill('Greeting');
  await form.getByRole('radio', { name: 'Tool or flow' }).check();
  await form.getByRole('combobox', { name: 'Tool or flow' }).selectOption('greet');
  await form.getByLabel('who required').fill('Ada');
  await form.getByLabel('Result').selectOption('replace');
  await form.getByRole('button', { name: 'Create automation' }).click();
  await row(app, 'Greeting').getByRole('button', { name: 'Run now' }).click();
  await expect(row(app, 'Greeting')).toContainText('Hello, Ada');
  await row(app, 'Greeting').getByRole('button', { name: 'Run now' }).click();
  await expect(row(app, 'Greeting').getByRole('button', { name: 'History' })).toBeVisible();
  const documents = await app.evaluate(async () => {
    const sources = await window.perilune.knowledge.sources();
    return sources.find(({ name }) => name === 'automations')?.documents;
  });
  expect(documents).toBe(1);

  // A tool that is gone is a failure that the list shows.
  await app.evaluate(() => window.perilune.tools.remove('greet'));
  await row(app, 'Greeting').getByRole('button', { name: 'Run now' }).click();
  await expect(row(app, 'Greeting')).toContainText('Failed');
});

test.describe('with a model', () => {
  let mock: LLMock;
  test.beforeAll(async () => void (mock = await startModel()));
  test.afterAll(() => mock.stop());

  test('refuses a call that needs an approval without asking, and says how to grant it', async ({ app }) => {
    await app.evaluate(() =>
      window.perilune.tools.install(
        'tool = { name = "careful", description = "Does it", approve = true }\nfunction tool.execute() return "ran" end',
      ),
    );
    mock.onToolResult('call_1', { content: 'It was refused.' });
    mock.onMessage(/do it/, { toolCalls: [{ id: 'call_1', name: 'careful', arguments: '{}' }] });
    await connectModel(app, { baseUrl: `${mock.url}/v1` });
    await fillQuestion(app, 'do it');
    await app.getByRole('button', { name: 'Create automation' }).click();
    await row(app, 'do it').getByRole('button', { name: 'Run now' }).click();
    await expect(row(app, 'do it')).toContainText('These calls need your approval, so they were refused');
    await expect(questions(app)).toHaveCount(0);
    await expect(app).not.toHaveTitle(/Waiting for you/);
    await row(app, 'do it').getByRole('link', { name: 'Tool settings' }).click();
    await expect(app).toHaveURL(/studio\/careful/);
  });
});
