// A tool is passed on in a link: nothing is uploaded, and nothing is installed without review.
import { expect, openApp, saveData, test } from './support/test.ts';

const SCRIPT = `tool = { name = "greeter", version = "1.0.0", description = "Greets people",
  hosts = { "api.example.com" } }
function tool.execute() return require("lib.words").hello .. env.get("GREETER_TOKEN", "") end`;

test('a tool is shared as a link, reviewed elsewhere, and installed there', async ({ app, browser }) => {
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
  await elsewhere.addInitScript(saveData);
  try {
    const page = await elsewhere.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
    await page.goto(link);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Import 1 tool?');
    await expect(dialog).toContainText('Asks to reach api.example.com');
    await expect(dialog).toContainText('Secrets to fill in: GREETER_TOKEN');
    await dialog.getByText('View source').click();
    await expect(dialog).toContainText('return { hello = "hello" }');
    expect(await page.evaluate(() => window.perilune.tools.get('greeter'))).toHaveProperty('error');
    // The link is consumed: a reload does not ask again.
    expect(page.url()).not.toContain('share=');
    await dialog.getByRole('button', { name: 'Install' }).click();
    await expect(dialog.getByRole('status')).toContainText('Installed 1 tool');
    const { tool } = (await page.evaluate(() => window.perilune.tools.get('greeter'))) as { tool: object };
    expect(tool).toMatchObject({ hosts: [], policy: 'ask', config: { tone: 'warm' } });
    expect(tool).not.toHaveProperty('config.api_key');
    expect(requests.join()).not.toContain('share=');

    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.evaluate((cut) => (location.hash = cut), new URL(link).hash.slice(0, -9));
    await expect(dialog).toContainText(/truncated or changed.*Nothing was imported/);
  } finally {
    await elsewhere.close();
  }
});

test('a tool moves between bundles by menu and drag, and a file opened by the system is reviewed', async ({
  page,
  browserName,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'launchQueue', {
      value: { setConsumer: (consumer: unknown) => Object.assign(window, { launch: consumer }) },
    });
  });
  await openApp(page, './#/studio');
  await page.evaluate(async (source) => {
    const { tools, bundles } = window.perilune;
    for (const slug of ['one', 'two']) await bundles.create({ slug, displayName: slug });
    await tools.install(source, { bundle: 'one', hosts: ['api.example.com'] });
  }, SCRIPT);
  const [one, two] = ['one', 'two'].map((name) => page.getByRole('region', { name, exact: true }));
  const row = page.getByRole('listitem').filter({ hasText: 'Greets people' });
  await row.getByRole('button', { name: 'More for greeter' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Move to bundle' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'To bundle' }).selectOption('two');
  await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter');
  await expect(two!.getByRole('link', { name: 'greeter' })).toBeVisible();
  await expect(page.getByText('Moved greeter to two.')).toBeVisible();
  expect(await page.evaluate(() => window.perilune.tools.get('greeter'))).toHaveProperty('tool.hosts', [
    'api.example.com',
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(one!.getByRole('link', { name: 'greeter' })).toBeVisible();

  // Firefox does not finish drags that WebDriver BiDi starts.
  if (browserName !== 'firefox') {
    await row.dragTo(two!);
    await expect(two!.getByRole('link', { name: 'greeter' })).toBeVisible();
  }

  await page.evaluate(
    async (source) => {
      const folder = await navigator.storage.getDirectory();
      const handle = await folder.getFileHandle('opened.lua', { create: true });
      const file = await handle.createWritable();
      await file.write(source);
      await file.close();
      (window as unknown as { launch(launch: object): void }).launch({ files: [handle] });
    },
    SCRIPT.replace('"greeter"', '"opened"'),
  );
  await expect(dialog).toContainText('opened');
  await expect(dialog).toContainText('Allow it to reach api.example.com');
  await expect(dialog).toContainText('It expects the secret GREETER_TOKEN.');
  expect(await page.evaluate(() => window.perilune.tools.get('opened'))).toHaveProperty('error');
});
