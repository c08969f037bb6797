// A script's parameters as cards next to its code, kept in sync in both directions.
import { problemsIn } from './support/axe.ts';
import { selectWord } from './support/select-word.ts';
import { expect, test } from './support/test.ts';

const GREETER = `tool = {
  name = "greeter",
  description = "Greets",
  parameters = {
    { name = "who", type = "string", required = true }, -- a person
  },
}

function tool.execute(params)
  return (params.word or "Hello") .. " " .. params.who
end
`;

test('cards and code stay in sync, and the tool runs with their parameters', async ({ app }) => {
  await app.evaluate((source) => window.perilune.tools.install(source), GREETER);
  await app.goto('./#/studio/greeter');
  const pane = app.getByRole('tabpanel', { name: 'Parameters' });
  const cards = pane.getByRole('list', { name: 'parameters' }).getByRole('listitem');
  const code = app.getByRole('tabpanel', { name: 'Code' }).getByRole('textbox');
  await expect(cards).toHaveText([/who\s*text, required/]);

  await pane.getByRole('button', { name: 'Add a parameter' }).click();
  await pane.getByLabel('Name').fill('word');
  await pane.getByLabel('Has a default').check();
  await pane.getByLabel('Default', { exact: true }).fill('Ahoy');
  await expect(code).toContainText('{ name = "word", type = "string", default = "Ahoy" },');
  expect(await problemsIn(app, '#pane-parameters')).toEqual([]);

  await pane.getByRole('button', { name: 'Move word' }).press('ArrowUp');
  await expect(pane.getByText('Moved word to position 1 of 2.')).toBeAttached();
  await expect(pane.getByRole('button', { name: 'Move word' })).toBeFocused();
  await expect(code).toContainText(
    '"Ahoy" },    { name = "who", type = "string", required = true }, -- a person',
  );

  // Typed in the code: a name the cards adopt, while intermediate text is incomplete.
  await selectWord(code.getByText('"who"'));
  await app.keyboard.type('whom');
  await expect(cards).toHaveText([/word\s*text/, /whom\s*text, required/]);
  await app.keyboard.press('Backspace');

  await pane.getByRole('button', { name: 'Schema' }).click();
  await expect(pane.getByLabel('JSON Schema')).toContainText('"default": "Ahoy"');
  await pane.getByRole('button', { name: 'Form' }).click();
  await expect(pane.getByLabel('word')).toHaveValue('Ahoy');
  await pane.getByRole('button', { name: 'Model' }).click();
  await pane.getByLabel('The definition sent to a model, for').selectOption('MCP');
  await expect(pane.getByLabel('Definition', { exact: true })).toContainText('"inputSchema"');

  await app.keyboard.press('ControlOrMeta+s');
  await expect(app.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  const form = app.getByRole('group', { name: 'Test' });
  await form.getByLabel('who').fill('Luna');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(form).toContainText('Ahoy Luna');
});
