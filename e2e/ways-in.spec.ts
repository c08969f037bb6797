// Adding documents besides dropping: shared by another app, fetched from the web, pasted; and explaining a hit.
import { pressByScript } from './support/made-up-events.ts';
import { startWebServer, type WebServer } from './support/web-server.ts';
import { expect, openApp, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

let server: WebServer;
test.beforeAll(async () => (server = await startWebServer()));
test.afterAll(() => server.stop());

test('shared, fetched and pasted content is in the library, and a hit explains how it was found', async ({
  page,
}) => {
  await openApp(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // As the system does: a form posted to the address in the manifest. The page's own policy forbids it forms.
  await page.goto('./demo-docs/02-documents.html');
  await page.evaluate(async () => {
    const manifest = (await (await fetch('../manifest.webmanifest')).json()) as {
      share_target: { action: string; params: { files: { name: string }[] } };
    };
    const { action, params } = manifest.share_target;
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      enctype: 'multipart/form-data',
      action: new URL(action, new URL('../', location.href)).href,
    });
    const field = Object.assign(document.createElement('input'), {
      type: 'file',
      name: params.files[0]!.name,
    });
    const files = new DataTransfer();
    files.items.add(new File(['# Herring\n\nThe herring fleet sails at dusk.'], 'herring.md'));
    field.files = files.files;
    const text = Object.assign(document.createElement('textarea'), { name: 'text' });
    text.value = 'A lugger has two masts.';
    form.append(field, text);
    document.body.append(form);
    setTimeout(() => form.submit());
  });
  // A page could have posted the same in a tab: it is added only after confirmation.
  await expect(page.getByRole('alert')).toContainText('Add shared content?');
  await expect(page.getByText('herring.md, the text “A lugger has two masts.”')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Herring' })).toHaveCount(0);
  const addShared = page.getByRole('button', { name: 'Add', exact: true });
  const sources = () => page.evaluate(() => window.perilune.knowledge.sources());
  const before = await sources();
  await pressByScript(addShared);
  await expect(addShared).toBeVisible();
  expect(await sources()).toEqual(before);
  await addShared.click();
  await expect(page.getByText(/2 documents added/)).toBeVisible();
  expect(page.url()).toMatch(/#\/library$/);
  expect(await page.evaluate(async () => (await (await caches.open('perilune-shared')).keys()).length)).toBe(
    0,
  );
  await expect(page.getByRole('link', { name: 'Herring' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'A lugger has two masts.' })).toBeVisible();

  const body =
    '<title>Tides</title><nav>Menu</nav><main><h1>Tides</h1><p>Spring tides follow the moon.</p></main>';
  const address = `${server.origin}/text?type=text/html&body=${encodeURIComponent(body)}`;
  await page.getByRole('button', { name: 'Add from the web' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add from the web' });
  await dialog.getByLabel('Address').fill(address.replace('/text', '/closed/text'));
  await dialog.getByLabel('Address').press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('does not allow other pages to read it (CORS)');
  await expect(dialog.getByRole('alert')).toContainText('save the page as a file');
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Tides' })).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search the documents' });
  await search.fill('spring tides');
  await page.getByRole('button', { name: 'Keywords' }).click();
  const hit = page.locator('.hits li').first();
  await hit.getByText('Why this?').click();
  await expect(hit).toContainText('Keywords: 1st (');
  await hit.getByRole('link', { name: /Tides/ }).click();
  await expect(page.locator('[aria-current="true"]')).toContainText('Spring tides follow the moon.');
  await expect(page.locator('[aria-current="true"]')).toBeFocused();
  await expect(page.getByText('Menu', { exact: true })).toHaveCount(0);

  // A site links here; nothing is fetched from it before confirmation.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const site = new URL('./demo-docs/', page.url()).href;
  await page.goto(`./#/library?pack=${encodeURIComponent(site)}`);
  const add = page.getByRole('dialog', { name: 'Add a documentation site' });
  await expect(add).toContainText('Nothing has been fetched from it yet.');
  expect(asked.filter((path) => path.endsWith('perilune.json'))).toEqual([]);
  await add.getByRole('button', { name: 'Look up' }).click();
  const found = page.getByRole('dialog', { name: /^Add .+\?$/ });
  await expect(found).toContainText(/\d+ pages, \d+ passages, [\d.]+ KB to fetch/);
  await found.getByRole('button', { name: 'Add to library' }).click();
  const card = page.getByRole('list', { name: 'Feeds' }).getByRole('article');
  await expect(card).toContainText(/\d+ added/);
  await card.getByRole('link', { name: 'Documents' }).click();
  await expect(page.getByRole('link', { name: /site:perilune-guide/ }).first()).toBeVisible();
});
