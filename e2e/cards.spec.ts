// Cards of running calls, and models' scripts that need approval, in the complete app.
import type { LLMock } from '@copilotkit/aimock';
import type { Page } from 'playwright/test';
import { answer, install, questions } from './support/approvals.ts';
import { connectModel, startModel } from './support/model.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

let model: LLMock;
test.beforeAll(async () => {
  model = await startModel();
});
test.afterAll(() => model.stop());

const answers = (page: Page) => page.getByRole('article', { name: 'Answer' });
const cards = (page: Page) => answers(page).last().locator('[data-tool]');

/** Asks in a new chat; the model makes these calls, then reports that it is done. */
async function ask(
  page: Page,
  question: string,
  calls: readonly { name: string; args: object }[],
): Promise<void> {
  const toolCalls = calls.map(({ name, args }, index) => ({
    id: `c${index}`,
    name,
    arguments: JSON.stringify(args),
  }));
  model.on({ userMessage: question, hasToolResult: false }, { toolCalls });
  model.on({ userMessage: question, hasToolResult: true }, { content: `Done with ${question}.` });
  await connectModel(page, { baseUrl: `${model.url}/v1` });
  await page.getByRole('button', { name: 'New chat' }).click();
  await page.getByRole('textbox', { name: /ask/i }).fill(question);
  await page.keyboard.press('Enter');
}

test('a tool that reports a missing token has failed, and its card says where to save one', async ({
  app,
}) => {
  const args = { title: 'It stops', repo: 'ada/engine' };
  await ask(app, 'open an issue', [{ name: 'create_github_issue', args }]);
  await answer(app, 'Allow once and let it reach api.github.com');
  const card = cards(app).last();
  await expect(card).toContainText(/· failed\s*Missing GitHub config: token is required/);
  await expect(card).toContainText('Save the secret GITHUB_TOKEN, then name it in the tool’s config.');
  await expect(card.getByRole('link', { name: 'The tool’s config' })).toHaveAttribute(
    'href',
    '#/studio/create_github_issue?show=settings',
  );
  await card.getByRole('link', { name: 'Settings → Secrets' }).click();
  await expect(app.getByRole('heading', { name: 'Secrets' })).toBeInViewport();
});

const script = (source: string, reason = 'To see.') => [{ name: 'lua_run_script', args: { source, reason } }];

test('calls of one turn show progress; one is stopped, the answer continues, and the model is told', async ({
  app,
}) => {
  await install(
    app,
    `tool = {name="pages", parameters={{name="n", type="integer"}}}
    function tool.execute(p, context)
      for i = 1, p.n do context.progress(i / p.n, "page " .. i) context.emit("read " .. i .. "\\n") sleep(0.2) end
      return {{page = 1}, {page = 2}}
    end`,
  );
  await ask(app, 'both of them', [
    { name: 'pages', args: { n: 2 } },
    { name: 'pages', args: { n: 300 } },
  ]);
  await expect(cards(app)).toHaveCount(2);
  await expect(cards(app).last().getByRole('progressbar')).toBeVisible();
  await expect(cards(app).last()).toContainText(/page \d/);
  await cards(app).last().getByRole('button', { name: 'Stop pages' }).click();
  await expect(answers(app).last()).toContainText('Done with both of them.');
  await expect(cards(app).last()).toContainText('stopped');
  await expect(cards(app).first()).toContainText('done');
  expect(JSON.stringify(model.getLastRequest()?.body)).toContain('cancelled');

  await cards(app).first().getByRole('button', { expanded: false }).click();
  await expect(cards(app).first().getByLabel('Output')).toContainText('read 2');
  await expect(cards(app).first().getByRole('table')).toContainText('page');
});

test('the user repeats a call with other arguments, and the result stays in the chat', async ({ app }) => {
  await install(
    app,
    'tool = {name="twice", parameters={{name="n", type="integer"}}} function tool.execute(p) return p.n * 2 end',
  );
  await ask(app, 'double it', [{ name: 'twice', args: { n: 4 } }]);
  await expect(answers(app).last()).toContainText('Done with double it.');
  await cards(app).first().getByRole('button', { expanded: false }).click();
  await cards(app).first().getByRole('button', { name: 'Run again' }).click();
  await expect(app.getByLabel('n', { exact: true })).toBeFocused();
  await app.getByLabel('n', { exact: true }).fill('21');
  await app.keyboard.press('Enter');
  await expect(cards(app)).toHaveCount(2);
  await expect(cards(app).last()).toContainText('by you');
  await expect(cards(app).last().getByLabel('Result', { exact: true })).toHaveText('42');
  await app.reload();
  await expect(cards(app).last().getByLabel('Result', { exact: true })).toHaveText('42');
});

test('a script with effects asks, ignores early clicks, focuses the safe choice, and shows every character', async ({
  app,
}) => {
  // The clock is paused, so however slow the device, the half second does not pass early.
  await app.clock.install();
  await app.clock.pauseAt(Date.now() + 60_000);
  await ask(app, 'write it', script('fs.write("a.txt", "x\u202Ey") -- \u200Bz\rfs.delete("b.txt")'));
  const question = questions(app);
  await expect(question).toContainText('The model asks to run a script');
  await expect(question.getByRole('button', { name: 'Skip' })).toBeFocused();
  await question.getByRole('button', { name: 'Run', exact: true }).click({ force: true });
  await app.clock.runFor(400);
  await question.getByRole('button', { name: 'Run', exact: true }).click({ force: true });
  await expect(question).toHaveCount(1);
  await app.clock.resume();
  const shown = question.getByRole('region', { name: 'Script' });
  await expect(shown).toContainText('xU+202Ey');
  await expect(shown).toContainText('U+200Bz');
  // In Lua, a comment ends at the carriage return, and so it does on screen.
  await expect(shown.locator('li')).toHaveCount(2);
  await expect(question).toContainText('Changes or sends');
  await expect(question).toContainText('fs.delete');
  await answer(app, 'Skip');
  await expect(answers(app).last()).toContainText('Done with write it.');
  await expect(cards(app).last()).toContainText('denied');
});

test("a dry run shows what would happen; the user's edited script is what runs", async ({ app }) => {
  await ask(app, 'keep it', script('fs.write("kept.txt", "five!")\nreturn fs.list()'));
  await answer(app, 'Dry run');
  await expect(questions(app)).toContainText('Would write kept.txt');
  await expect(questions(app)).toContainText('The dry run sent nothing and wrote nothing.');
  await answer(app, 'Edit');
  await expect(questions(app).getByLabel('Edit script')).toBeFocused();
  await app.keyboard.press('ControlOrMeta+A');
  await app.keyboard.insertText('while true do end');
  await answer(app, 'Dry run');
  await questions(app).getByRole('button', { name: 'Stop dry run' }).click();
  await expect(questions(app).getByRole('button', { name: 'Dry run', exact: true })).toBeVisible();
  await questions(app).getByLabel('Edit script').focus();
  await app.keyboard.press('ControlOrMeta+A');
  await app.keyboard.insertText('return "mine"');
  // No key in the editor answers the question.
  await app.keyboard.press('ControlOrMeta+Enter');
  await expect(questions(app)).toContainText('The script only computes');
  await expect(questions(app)).not.toContainText('Would write');
  await expect(questions(app).getByRole('button', { name: 'Run as changed' })).toBeVisible();
  // Approval by command covers the same text as by button.
  await app.getByRole('textbox', { name: 'Ask your documents' }).fill('/tool run');
  await app.keyboard.press('Enter');
  await expect(answers(app).last()).toContainText('Done with keep it.');
  expect(JSON.stringify(model.getLastRequest()?.body)).toContain('mine');
  await cards(app).last().getByRole('button', { expanded: false }).click();
  await expect(cards(app).last()).toContainText('Script with your changes');
  await expect(cards(app).last().getByLabel('Value', { exact: true })).toHaveText('mine');
});

test('a read-only script asks nothing, and its error is shown at its line', async ({ app }) => {
  await ask(app, 'read it', script('print("so far")\nlocal n = nil\nreturn n.x'));
  await expect(answers(app).last()).toContainText('Done with read it.');
  await cards(app).last().getByRole('button', { expanded: false }).click();
  await expect(cards(app).last().locator('li.marked')).toContainText('return n.x');
  await expect(cards(app).last().getByLabel('Printed')).toHaveText('so far');
  await expect(cards(app).last()).toContainText('Error in line 3');
});
