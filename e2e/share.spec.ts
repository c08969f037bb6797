// A tool goes from one person to another in a link: nothing is uploaded, and nothing is installed before it was looked at.
import { expect, test } from './support/test.ts';

const SCRIPT = `tool = { name = "greeter", version = "1.0.0", description = "Greets people",
  hosts = { "api.example.com" } }
function tool.execute() return require("lib.words").hello .. env.get("GREETER_TOKEN", "") end`;

test('a tool is shared as a link, looked at elsewhere, and installed there', async ({ app, browser }) => {
  await app.goto('./#/studio');
  await app.evaluate(
    (source) =>
      window.perilune.tools.install(source, {
        hosts: ['api.example.com'],
        files: { 'lib/words.lua': 'return { hello = "hello" }' },
        config: { tone: 'warm', api_key: 'sk-12345', token: '${GREETER_TOKEN}' },
      }),
    SCRIPT,
  );
  await app.goto('./#/studio/greeter');
  await app.getByRole('button', { name: 'Share' }).click();
  const sharing = app.getByRole('dialog', { name: 'Share greeter' });
  await expect(sharing).toContainText("Left out, because they look like secrets: 'api_key'.");
  const field = sharing.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/#\/studio\?share=1\./);
  const link = await field.inputValue();
  const { link: same } = await app.evaluate(async () => {
    const answer = await window.perilune.tools.share('greeter');
    return answer as { link: string };
  });
  expect(same).toBe(link);

  const elsewhere = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await elsewhere.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
    await page.goto(link);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Import 1 tool?');
    await expect(dialog).toContainText('Asks to reach api.example.com');
    await expect(dialog).toContainText('Secrets to fill in: GREETER_TOKEN');
    await dialog.getByText('Look at its text').click();
    await expect(dialog).toContainText('return { hello = "hello" }');
    expect(await page.evaluate(() => window.perilune.tools.get('greeter'))).toHaveProperty('error');
    // The link is used up: a reload asks nothing.
    expect(page.url()).not.toContain('share=');
    await dialog.getByRole('button', { name: 'Install' }).click();
    await expect(dialog.getByRole('status')).toContainText('Installed 1 tool');
    const { tool } = (await page.evaluate(() => window.perilune.tools.get('greeter'))) as { tool: object };
    expect(tool).toMatchObject({ hosts: [], policy: 'ask', config: { tone: 'warm' } });
    expect(tool).not.toHaveProperty('config.api_key');
    expect(requests.join()).not.toContain('share=');

    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.evaluate((cut) => (location.hash = cut), new URL(link).hash.slice(0, -9));
    await expect(dialog).toContainText(/cut short or altered on its way.*Nothing was imported/);
  } finally {
    await elsewhere.close();
  }
});
