// A model proposes a fix of a tool: reviewed as a diff with its cases in the studio, and installed by a click alone.
import { install } from './support/approvals.ts';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

const script = (body: string): string =>
  `tool = {name="double", description="Doubles a number.", parameters={{name="n", type="number"}}}
function tool.execute(params) return ${body} end`;

test('a proposed change has no effect until it is installed in the studio', async ({ app }) => {
  const model = await startModel();
  try {
    await install(app, script('{ n = params.n + 2 }'));
    const source = () => app.evaluate(async () => JSON.stringify(await window.perilune.tools.get('double')));
    const proposal = {
      source: script('{ n = params.n * 2 }'),
      reason: 'It adds where it should double.',
      cases: [{ name: 'doubles five', args: { n: 5 }, expect: { result: { n: 10 } } }],
      replaces: 'double',
    };
    model.on(
      { userMessage: /mend/i, hasToolResult: false },
      { toolCalls: [{ id: 'a', name: 'propose_tool', arguments: JSON.stringify(proposal) }] },
    );
    model.on({ userMessage: /mend/i, hasToolResult: true }, { content: 'Look at it in the studio.' });
    await connectModel(app, { baseUrl: `${model.url}/v1` });
    await app.getByRole('textbox', { name: /ask/i }).fill('Mend the tool double');
    await app.keyboard.press('Enter');
    const answer = app.getByRole('article', { name: /answer/i });
    await expect(answer).toContainText('Look at it in the studio.');
    await answer.getByText('propose_tool').first().click();
    await answer.getByRole('link', { name: 'Open in the studio' }).click();

    const main = app.getByRole('main');
    await expect(main.getByRole('heading', { name: 'A change to double' })).toBeVisible();
    await expect(main).toContainText('It adds where it should double.');
    await expect(main).toContainText('1 of 1 pass.');
    await expect(main).toContainText('params.n * 2');
    expect(await source()).toContain('params.n + 2');

    await main.getByRole('button', { name: 'Replace double' }).click();
    await expect(app).toHaveURL(/#\/studio\/double/);
    expect(await source()).toContain('params.n * 2');
    expect(await source()).toContain('"policy":"ask"');
  } finally {
    await model.stop();
  }
});
