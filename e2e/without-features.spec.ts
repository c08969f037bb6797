// The app without features: `scripts/without-features.mjs` runs this on builds without feature folders.
import { dropFiles } from './support/files.ts';
import { expect, test } from './support/test.ts';

const GREET = `tool = { name = "greet", description = "Greets", parameters = { { name = "who", type = "string", required = true } } }
function tool.execute(params) return { text = "Hello, " .. params.who } end
`;

// The settings of the model look for servers on this computer; Chromium reports each one that does not answer.
test.use({ expectedErrors: /ERR_CONNECTION_REFUSED/ });

test('the core answers, accepts documents, runs tools and shows its screens', async ({ app }) => {
  await app.getByRole('textbox', { name: /ask/i }).fill('How do I add my own documents?');
  await app.keyboard.press('Enter');
  await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText('Adding documents');

  await dropFiles(app, [
    { name: 'lighthouse.md', content: '# Lighthouse\n\nThe Eddystone lamp burned colza oil.' },
  ]);
  const found = () =>
    app.evaluate(async () => {
      const { results } = await window.perilune.knowledge.search('which oil did the Eddystone lamp burn');
      return results[0]?.title;
    });
  await expect.poll(found).toBe('Lighthouse');

  const result = await app.evaluate(async (source) => {
    await window.perilune.tools.install(source, { policy: 'allow' });
    return JSON.stringify(await window.perilune.tools.call('greet', { who: 'Ada' }));
  }, GREET);
  expect(result).toContain('Hello, Ada');

  for (const [at, heading] of [
    ['studio', 'Studio'],
    ['library', 'Library'],
    ['runs', 'Runs'],
    ['settings', 'Settings'],
  ] as const) {
    await app.goto(`./#/${at}`);
    await expect(app.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }

  // Each kind of tool opens, with at least a view of its text.
  await app.goto('./#/studio/greet');
  await expect(app.getByRole('tab', { name: 'Code' }).first()).toBeVisible();
  await app.getByRole('group', { name: 'Test' }).getByLabel('who required').fill('Grace');
  await app.getByRole('button', { name: /^run/i }).click();
  await expect(app.getByText('Hello, Grace').first()).toBeVisible();
  await app.goto('./#/settings/model');
  await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
});
