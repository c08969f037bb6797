// A flow without code: steps by keyboard and by dragging, wired, run, with each step's input and output.
import { problemsIn } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test.skip(
  ({ browserName }) => browserName === 'firefox',
  'Firefox does not finish drags that WebDriver BiDi starts, so nothing is dropped',
);

test('a flow is built by keyboard and by dragging, wired, run, and shows its values', async ({ app }) => {
  await app.evaluate(async () => {
    const { tools } = window.perilune;
    const { error } = await tools.install(
      JSON.stringify({
        name: 'trip',
        version: '1.0',
        description: 'A trip',
        parameters: [],
        steps: [{ id: 'first', tool: 'gone' }],
      }),
    );
    if (error) throw new Error(error.message);
  });
  await app.goto('./#/studio/trip');
  const steps = app.getByRole('tabpanel', { name: 'Steps' });
  await expect(steps).toContainText('No tool is called gone. Install it, or use another.');
  await steps.getByRole('button', { name: 'Remove first', exact: true }).click();
  await expect(steps).toContainText('No steps yet.');

  // By keyboard: the first tool found is added, and its card is focused.
  await steps.getByRole('searchbox', { name: 'Find a tool to add' }).fill('calculator');
  await app.keyboard.press('Enter');
  const sum = steps.getByRole('article', { name: 'Step calculator' });
  await expect(sum.getByRole('heading')).toBeFocused();
  await expect(sum).toContainText('expression needs a value.');
  await sum
    .getByLabel(/^expression/)
    .getByRole('textbox')
    .fill('6*7');
  await expect(sum).not.toContainText('needs a value');

  // Renamed and back: the card keeps its place.
  await sum.getByRole('button', { name: 'More for calculator' }).click();
  await app.getByRole('menuitem', { name: /^Rename/ }).click();
  await app.getByRole('textbox', { name: 'Name of the step calculator' }).fill('The sum');
  await app.keyboard.press('Enter');
  await steps.getByRole('button', { name: 'More for The sum' }).click();
  await app.getByRole('menuitem', { name: /^Rename/ }).click();
  await app.keyboard.type('calculator');
  await app.keyboard.press('Enter');
  await expect(sum.getByRole('heading')).toBeFocused();

  // By dragging, to the gap before the first; it depends on a later step, so it is moved after that.
  await steps.getByRole('searchbox', { name: 'Find a tool to add' }).fill('echo');
  await steps
    .getByRole('listitem')
    .filter({ hasText: 'echo' })
    .first()
    .dragTo(steps.locator('[data-gap="0"]'));
  const echo = steps.getByRole('article', { name: 'Step echo' });
  await expect(steps.getByRole('article').first()).toHaveAccessibleName('Step echo');
  await echo.getByRole('button', { name: 'Move echo down' }).click();
  await expect(steps.getByRole('article').first()).toHaveAccessibleName('Step calculator');
  await app.getByRole('button', { name: 'Save and run' }).click();
  await expect(sum.getByRole('group', { name: 'Last run of calculator' })).toContainText('42');

  // An output value is dragged by its chip into an input; the input shows that it accepts it.
  const values = sum.getByRole('group', { name: 'Output values of calculator' });
  // Both in view: a drag does not scroll here.
  await echo.getByRole('group', { name: 'message' }).scrollIntoViewIfNeeded();
  await values.getByText('result', { exact: true }).dragTo(echo.getByRole('group', { name: 'message' }));
  await expect(echo).toContainText('calculator › result');
  await expect(echo).toContainText('Now: 42');

  // The same by keyboard, at a place where the value is not available yet.
  await echo.getByRole('button', { name: 'Type a value for message instead' }).click();
  await echo.getByRole('button', { name: 'Use a value for message of echo' }).press('Enter');
  await app.getByRole('searchbox', { name: 'Find a value' }).fill('result');
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect(echo).toContainText('Now: 42');
  await echo.getByRole('button', { name: 'Move echo up' }).click();
  await expect(echo).toContainText('It uses the output of calculator, which runs later.');
  await echo.getByRole('button', { name: 'Move it after calculator' }).click();
  await app.getByRole('button', { name: 'Save and run' }).click();
  await expect(echo.getByRole('group', { name: 'Last run of echo' })).toContainText('42');

  expect(await problemsIn(app, '#pane-steps')).toEqual([]);

  await app.getByRole('tab', { name: 'Code' }).click();
  await expect(app.locator('.cm-content').first()).toContainText('${steps.calculator.result}');
});
