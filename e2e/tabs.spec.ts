// Two tabs of one profile share the library, the tools and the chats.
import { connectModel, startModel } from './support/model.ts';
import { expect, openApp, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test("one tab's additions and removals appear in the other without a reload", async ({ app, context }) => {
  const other = await context.newPage();
  await openApp(other);
  await app.evaluate(async () => {
    await window.perilune.knowledge.add([{ title: 'Quokka', body: 'The quokka is a small wallaby.' }]);
    await window.perilune.tools.install('tool = {name="shared"}\nfunction tool.execute() return "both" end');
  });
  await expect
    .poll(() => other.evaluate(async () => (await window.perilune.knowledge.search('quokka')).results.length))
    .toBe(1);
  await expect
    .poll(() => other.evaluate(async () => (await window.perilune.tools.call('shared', {})).result))
    .toBe('both');
  await other.evaluate(async () => {
    const [hit] = (await window.perilune.knowledge.search('quokka')).results;
    if (hit) await window.perilune.knowledge.remove(hit.id);
  });
  await expect
    .poll(() => app.evaluate(async () => (await window.perilune.knowledge.search('quokka')).results.length))
    .toBe(0);
});

test('two tabs that add the same documents at the same time keep one of each', async ({ app, context }) => {
  const other = await context.newPage();
  await openApp(other);
  const add = () =>
    window.perilune.knowledge.add(
      Array.from({ length: 40 }, (_, i) => ({
        title: `Note ${i}`,
        body: `Remark number ${i} about zebras.`,
      })),
    );
  const [first, second] = await Promise.all([app.evaluate(add), other.evaluate(add)]);
  expect(first.documents + second.documents).toBe(40);
  for (const page of [app, other]) {
    await expect
      .poll(() =>
        page.evaluate(
          async () =>
            (await window.perilune.knowledge.sources()).find(({ name }) => name === 'notes')?.documents ?? 0,
        ),
      )
      .toBe(40);
  }
});

test('a chat started by a script appears in the list, in every tab', async ({ app, context }) => {
  const other = await context.newPage();
  await openApp(other);
  await app.evaluate(async () => {
    for await (const event of window.perilune.agent.send('Where do my documents live?')) void event;
  });
  for (const page of [app, other]) {
    await expect(page.getByRole('link', { name: 'Where do my documents live?' })).toBeVisible();
  }
});

test("a tab sees another's answer, asks after it, and never answers in parallel", async ({
  app,
  context,
}) => {
  const model = await startModel();
  model.onMessage(/hello/, { content: 'Good day.' });
  // Slow until the other tab has asked; aimock reads the pace before each part.
  const pace = { tps: 4 };
  const tides = { content: `${'The moon pulls. '.repeat(60)}That is all.` };
  model.onMessage(/tides/, tides, { streamingProfile: pace });
  model.onMessage(/after/, { content: 'This came after.' });
  try {
    await connectModel(app, { baseUrl: `${model.url}/v1` });
    const field = (page: typeof app) => page.getByRole('textbox', { name: /ask/i });
    const answers = (page: typeof app) => page.getByRole('article', { name: 'Answer' });
    await field(app).fill('hello');
    await app.keyboard.press('Enter');
    await expect(answers(app)).toContainText('Good day.');
    const other = await context.newPage();
    await openApp(other, app.url());
    await expect(answers(other)).toContainText('Good day.');
    await field(app).fill('Tell me of tides');
    await app.keyboard.press('Enter');
    await expect(answers(other).last()).toContainText('Another tab is writing this answer.');
    await expect(answers(other).last()).toContainText('The moon pulls.');
    await expect(other.getByRole('button', { name: 'Ask again' }).first()).toBeDisabled();
    await field(other).fill('And after that?');
    await other.getByRole('button', { name: 'Ask next' }).click();
    await expect(other.getByRole('group', { name: 'Queued questions' })).toContainText('And after that?');
    pace.tps = 1000;
    await expect(answers(other).last()).toContainText('This came after.', { timeout: 60_000 });
    await expect(answers(other).nth(1)).toContainText('That is all.');
    await expect(answers(app)).toHaveText([/Good day\./, /That is all\./, /This came after\./]);
    // If that took longer, the model was also asked for a title.
    const questions = model
      .getRequests()
      .filter(({ body }) => !JSON.stringify(body).includes('You name chats'));
    expect(questions).toHaveLength(3);
    // White space depends on which parts of a message loaded first.
    const texts = async (page: typeof app) =>
      (await page.getByRole('article').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '));
    await app.reload();
    await expect(answers(app)).toHaveCount(3);
    // What features add to the menus comes a moment later.
    await expect.poll(() => texts(app)).toEqual(await texts(other));
  } finally {
    await model.stop();
  }
});
