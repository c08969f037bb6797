// The message field: commands, mentions, tools, queued questions, drafts.
import { expect, testOnOnePage as test } from './support/test.ts';

const field = (app: import('playwright/test').Page) =>
  app.getByRole('textbox', { name: 'Ask your documents' });

test.beforeEach(async ({ app }) => {
  await app.getByRole('button', { name: 'New chat' }).first().click();
  await field(app).fill('');
});

test('commands are completed by keyboard, and an unknown one is not sent', async ({ app }) => {
  await field(app).focus();
  await app.keyboard.type('/he');
  const list = app.getByRole('listbox', { name: 'Commands' });
  await expect(list.getByRole('option', { selected: true })).toContainText('/help');
  await expect(field(app)).toHaveAttribute('aria-activedescendant', /.+/);
  await app.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(field(app)).toHaveValue('/he');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('alert')).toContainText('There is no command /he.');
  await expect(field(app)).toHaveValue('/he');
  await field(app).fill('');
  await app.keyboard.type('/hel');
  await expect(list.getByRole('option', { selected: true })).toContainText('/help');
  await app.keyboard.press('Tab');
  await expect(field(app)).toHaveValue('/help');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText(
    'Continue in a copy of this chat',
  );
  await expect(field(app)).toHaveValue('');
});

test('a typed script runs, and its variables stay until reset', async ({ app }) => {
  const last = app.getByRole('article', { name: /answer/i }).last();
  await field(app).fill('/lua kept = 6 * 7\nreturn kept');
  await app.keyboard.press('Enter');
  await expect(last).toContainText('42');
  await field(app).fill('/lua return kept + 1');
  await app.keyboard.press('Enter');
  await expect(last).toContainText('43');
  await field(app).fill('/lua reset');
  await app.keyboard.press('Enter');
  await expect(app.getByText('Cleared the variables and files')).toBeVisible();
  await field(app).fill('/lua return kept == nil');
  await app.keyboard.press('Enter');
  await expect(last).toContainText('true');
  // Repeated as it was run: neither a model nor search treats it as a question.
  await field(app).fill('/lua kept = (kept or 0) + 1 return "time " .. kept');
  await app.keyboard.press('Enter');
  await expect(last).toContainText('time 1');
  await last.getByRole('button', { name: 'Repeat' }).click();
  await expect(last).toContainText('time 2');
  await expect(last).toContainText('2/2');
  await app.getByRole('article', { name: 'Question' }).last().hover();
  await app.getByRole('button', { name: 'Edit and ask again' }).last().click();
  await app.getByLabel('Edit the question').fill('/lua return "now " .. kept');
  await app.keyboard.press('Enter');
  await expect(last).toContainText('now 2');
  // Deleting the chat deletes its scripts' variables.
  await app.getByRole('link', { name: '/lua kept = 6 * 7', exact: false }).first().focus();
  await app.keyboard.press('Delete');
  await app.getByRole('button', { name: 'Undo' }).click();
  await app.getByRole('link', { name: '/lua kept = 6 * 7', exact: false }).first().click();
  await expect(last).toContainText('now 2');
  await field(app).fill('/lua return "left " .. tostring(kept)');
  await app.keyboard.press('Enter');
  await expect(last).toContainText('left nil');
});

test('a question mentions a document, and is answered from it alone', async ({ app }) => {
  await field(app).focus();
  await app.keyboard.type('#keyboard');
  await expect(app.getByRole('option', { selected: true })).toContainText('Keyboard');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('list', { name: 'Answered from' })).toContainText('Keyboard');
  await app.keyboard.type('How is a chat renamed?');
  // A draft survives a reload.
  await app.reload();
  await app.evaluate(() => window.perilune.ready);
  await expect(field(app)).toHaveValue('How is a chat renamed?');
  await field(app).press('Enter');
  const answer = app.getByRole('article', { name: /answer/i }).last();
  await expect(answer).toContainText('rename a chat');
  const titles = await answer.getByRole('link').allTextContents();
  expect(titles.filter((title) => /Adding documents|Asking/.test(title))).toEqual([]);
  await expect(app.getByRole('list', { name: 'Answered from' })).toHaveCount(0);
});

test('a tool is found, filled in, run, and its result added to the chat', async ({ app }) => {
  await field(app).focus();
  await app.keyboard.type('+');
  const dialog = app.getByRole('dialog', { name: 'Run a tool' });
  await dialog.getByRole('combobox', { name: 'Find a tool' }).fill('calculator');
  await app.keyboard.press('Enter');
  await dialog.getByLabel(/expression/i).fill('12 * 3');
  await dialog.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(dialog).toContainText('36');
  await dialog.getByRole('button', { name: 'Send the result' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText('36');
  await expect(field(app)).toBeFocused();
});

test('the shortcuts are listed from an empty question, and outside of text fields', async ({ app }) => {
  const dialog = app.getByRole('dialog', { name: 'Keyboard' });
  await field(app).focus();
  await app.keyboard.type('?');
  await expect(dialog).toContainText('Search and commands');
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await field(app).focus();
  await expect(field(app)).toHaveValue('');
  await app.keyboard.type('Why?');
  await expect(field(app)).toHaveValue('Why?');
  await expect(dialog).toHaveCount(0);
  await app.getByRole('heading', { name: 'Perilune' }).click();
  await app.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await app.keyboard.press('?');
  await expect(dialog).toContainText('Search and commands');
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('text typed right after New chat belongs to the new chat', async ({ app }) => {
  await field(app).fill('hello');
  await field(app).press('Enter');
  await expect(app.getByRole('article', { name: 'Answer' })).toBeVisible();
  // Before the browser reports the changed address, which takes a task.
  await app.evaluate(async () => {
    const button = [...document.querySelectorAll('button')].find(({ title }) => title === 'New chat')!;
    const text = document.querySelector<HTMLTextAreaElement>('form textarea')!;
    button.click();
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
    text.value = 'typed at once';
    text.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'e' }));
  });
  await expect(app.getByRole('article', { name: 'Answer' })).toHaveCount(0);
  await expect(field(app)).toHaveValue('typed at once');
});
