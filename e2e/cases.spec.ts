// A run becomes a test case; a failure is explained; saving runs it again; the code shows its coverage.
import { problemsIn } from './support/axe.ts';
import { dropFiles } from './support/files.ts';
import { selectWord } from './support/select-word.ts';
import { expect, test } from './support/test.ts';

const GREETER = `tool = {
  name = "greeter",
  description = "Greets",
  parameters = { { name = "who", type = "string", required = true } },
}

function tool.execute(params)
  if params.who == "" then
    error("say whom")
  end
  return { text = "Hello " .. params.who }
end
`;

test('a run is saved as a case that detects a broken tool', async ({ app, browserName }) => {
  await app.evaluate(async (source) => {
    await window.perilune.bundles.create({ slug: 'others', displayName: 'Others' });
    await window.perilune.tools.install(source.replace('greeter', 'waver'), { bundle: 'others' });
    await window.perilune.tools.install(source);
  }, GREETER);
  await app.goto('./#/studio/greeter');
  const form = app.getByRole('group', { name: 'Test' });
  await form.getByLabel('who').fill('Luna');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await form.getByRole('button', { name: 'Save as a case' }).click();
  await expect(form.getByLabel('Case name')).toHaveValue('who Luna');
  await app.keyboard.press('Enter');

  const pane = app.getByRole('tabpanel', { name: 'Cases' });
  const cards = pane.getByRole('list', { name: 'Cases' }).getByRole('listitem');
  await expect(cards).toHaveText([/who Luna\s*not run/]);
  const code = app.getByRole('tabpanel', { name: 'Code' }).getByRole('textbox');
  await selectWord(code.getByText('"Hello "'), { x: 20, y: 8 });
  await app.keyboard.type('Ahoy');
  await pane.getByRole('button', { name: 'Run all' }).click();
  await expect(cards.first()).toContainText('result.text is "Ahoy Luna", expected "Hello Luna".');
  await expect(app.getByRole('tab', { name: 'Cases 0/1' })).toBeVisible();
  // Without a model, fixing is not offered.
  await expect(cards.first().getByRole('button', { name: 'Fix this failure' })).toHaveCount(0);

  await pane.getByRole('switch', { name: 'Run on save' }).check();
  await selectWord(code.getByText('"Ahoy "'), { x: 20, y: 8 });
  await app.keyboard.type('Hello');
  await expect(cards.first()).toContainText('before the last change');
  await app.keyboard.press('ControlOrMeta+s');
  await expect(cards).toHaveText([/who Luna\s*passed in \d/]);
  await expect(app.getByRole('tab', { name: 'Cases 1/1' })).toBeVisible();

  // The line no case reaches is marked in the code, and listed in words.
  const coverage = pane.getByRole('region', { name: 'Coverage' });
  await expect(coverage).toContainText(/\d+%\s*\d+ of \d+ lines/);
  await expect(app.locator('.cm-missed')).toHaveCount(1);
  await coverage.getByRole('button', { name: 'Line 9 of greeter.lua' }).click();
  await expect(app.locator('.cm-activeLine')).toContainText('say whom');
  await coverage.getByLabel('Show in the code').uncheck();
  await expect(app.locator('.cm-missed')).toHaveCount(0);

  // A second case from a file, reordered by keyboard; invalid JSON is reported in place, and the case stays
  // unchanged.
  const nobody = { name: 'Nobody', args: { who: '' }, expect: { error: { contains: 'whom' } } };
  await dropFiles(app, [{ name: 'cases.json', content: JSON.stringify([nobody]) }], '#pane-cases ul');
  await expect(cards).toHaveCount(2);
  await pane.getByRole('button', { name: 'Move Nobody' }).press('ArrowUp');
  await expect(pane.getByText('Moved Nobody to position 1 of 2.')).toBeAttached();
  await expect(pane.getByRole('button', { name: 'Move Nobody' })).toBeFocused();
  await cards
    .first()
    .getByRole('button', { name: /^Nobody/ })
    .click();
  await cards.first().getByLabel('Arguments', { exact: true }).fill('{ "who": ');
  await expect(cards.first().getByRole('alert')).toContainText('This is not valid JSON');
  await pane.getByRole('button', { name: 'Run Nobody' }).click();
  await expect(cards.first()).toContainText('passed in');
  expect(await problemsIn(app, '#pane-cases')).toEqual([]);

  // Firefox does not finish drags that WebDriver BiDi starts.
  if (browserName === 'firefox') return;

  // Dropped on a tool of another bundle, it goes into that tool's case file.
  const other = app.getByRole('complementary', { name: 'Tools to drop the case on' }).getByText('waver');
  await pane.getByRole('button', { name: 'Move who Luna' }).hover();
  await app.mouse.down();
  await app.mouse.move(900, 300, { steps: 4 });
  await other.hover();
  await app.mouse.up();
  await expect(pane.getByText('Moved who Luna to waver.')).toBeAttached();
  await expect(cards).toHaveCount(1);
  const there = await app.evaluate(() => window.perilune.tools.cases('waver'));
  expect(there.cases).toMatchObject([{ name: 'who Luna', args: { who: 'Luna' } }]);
});
