// A tool written by the connected model: described in words, reviewed as a diff, accepted, saved, and run.
import { connectModel, startModel } from './support/model.ts';
import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

const SCRIPT = `tool = {
  name = "my_tool",
  version = "1.0.0",
  description = "Doubles a number",
  parameters = { { name = "n", type = "number", required = true, description = "The number" } },
}
function tool.execute(params) return params.n * 2 end
`;
const CASES = [{ name: 'doubles', args: { n: 2 }, expect: { result: 4 } }];

test('a description becomes a draft, shown as a diff until accepted', async ({ app }) => {
  const model = await startModel();
  // The first draft does not compile: the model is told, and fixes it.
  model.on(
    { userMessage: /Checks found/ },
    { content: `Mended.\n\`\`\`lua\n${SCRIPT}\`\`\`\n\`\`\`json\n${JSON.stringify(CASES)}\n\`\`\`` },
  );
  model.on(
    { userMessage: /Double a number/ },
    { content: `Sure.\n\`\`\`lua\n${SCRIPT.replace(' end\n', '\n')}\`\`\`` },
  );
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await app.goto('./#/studio');
  await app.locator('header').getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /Described in words/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Describe the tool' });
  await dialog.getByLabel('What it should do').fill('Double a number');
  await dialog.getByRole('button', { name: 'Ask the model' }).click();
  await expect(dialog).toContainText('Mended.');
  await expect(dialog.getByRole('region', { name: 'Changes in my_tool.lua' })).toContainText(
    'Doubles a number',
  );
  await expect(dialog.getByRole('region', { name: 'Changes in cases.json' })).toContainText('doubles');
  // Nothing has changed yet.
  const saved = () => app.evaluate(() => window.perilune.tools.get('my_tool'));
  expect(JSON.stringify(await saved())).not.toContain('Doubles a number');
  await dialog.getByRole('button', { name: 'Use this draft' }).click();
  expect(JSON.stringify(await saved())).not.toContain('Doubles a number');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(async () => JSON.stringify(await saved())).toContain('Doubles a number');
  expect(await app.evaluate(() => window.perilune.tools.call('my_tool', { n: 21 }))).toEqual({ result: 42 });
  await expect(app).not.toHaveURL(/write=/);
  await model.stop();
});

test('a skill for another runtime shows no errors of Lua, and is rewritten in Lua from its notice', async ({
  app,
}) => {
  const model = await startModel();
  const lua = SCRIPT.replaceAll('my_tool', 'doubler');
  model.on({ userMessage: /Rewrite this as a Lua tool/ }, { content: `\`\`\`lua\n${lua}\`\`\`` });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await app.goto('./#/studio');
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  const chooser = app.waitForEvent('filechooser');
  await app.getByRole('menuitem', { name: /^Files/ }).click();
  const skill = '---\nname: doubler\ndescription: Doubles\nruntime: python\n---\nprint(input() * 2)\n';
  await (
    await chooser
  ).setFiles({ name: 'doubler.md', mimeType: 'text/markdown', buffer: Buffer.from(skill) });
  await app.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await app.goto('./#/studio/doubler');
  const missing = app.getByRole('region', { name: 'Missing setup' });
  await expect(missing).toContainText('It cannot run: it is written for python; only Lua runs here.');
  await settled(app);
  await expect(app.getByText(/\d+ errors?/)).toHaveCount(0);
  await missing.getByRole('button', { name: 'Rewrite in Lua' }).click();
  const dialog = app.getByRole('dialog', { name: 'Rewrite doubler in Lua' });
  await dialog.getByRole('button', { name: 'Ask the model' }).click();
  await dialog.getByRole('button', { name: 'Use this draft' }).click();
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(missing).toHaveCount(0);
  expect(JSON.stringify(await app.evaluate(() => window.perilune.tools.get('doubler')))).toContain(
    'Doubles a number',
  );
  await model.stop();
});

test('a tool created only for the model to write leaves nothing behind if it is not asked', async ({
  app,
}) => {
  await app.goto('./#/studio');
  await app.locator('header').getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /Described in words/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Describe the tool' });
  await expect(dialog).toContainText('none is connected');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(app).toHaveURL(/#\/studio$/);
  await expect
    .poll(() => app.evaluate(async () => (await window.perilune.tools.get('my_tool')).error?.code))
    .toBe('not_found');
  // Nor does the back button.
  await app.locator('header').getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /Described in words/ }).click();
  await expect(dialog).toBeVisible();
  await app.goBack();
  await expect(app).toHaveURL(/#\/studio$/);
  await expect
    .poll(() => app.evaluate(async () => (await window.perilune.tools.get('my_tool')).error?.code))
    .toBe('not_found');
  // A link cannot claim that a tool was created for this: an edited one stays.
  const source = 'tool = { name = "mine" }\nfunction tool.execute() return 1 end';
  await app.evaluate((text) => window.perilune.tools.install(text), source);
  await app.goto('./#/studio/mine?write=1');
  await app.getByRole('dialog', { name: 'Change mine' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(app).toHaveURL(/#\/studio\/mine$/);
  expect(await app.evaluate(() => window.perilune.tools.call('mine', {}))).toEqual({ result: 1 });
});
