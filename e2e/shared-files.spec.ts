// Links to shared files: an encrypted chat and library pack, previewed and then added in another profile.
import { createServer, type Server } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { linkOf } from '../src/features/shared-files/link.ts';
import { sealFile } from '../src/features/shared-files/sealed-file.ts';
import { hasApache, startApache } from '../src/features/sync/stores/apache.test-support.ts';
import { writeLibraryPack } from '../src/tools/formats/write-library-pack.ts';
import { connectWebDav, device } from './support/sync-devices.ts';
import { expect, test } from './support/test.ts';

/** A host that anyone can read files from. */
let server: Server;
let answer: { status: number; bytes: Uint8Array; cors: boolean };
let asked = 0;
let host = '';

test.beforeEach(async () => {
  answer = { status: 200, bytes: new Uint8Array(), cors: true };
  asked = 0;
  server = createServer((_, response) => {
    asked += 1;
    response.writeHead(answer.status, answer.cors ? { 'Access-Control-Allow-Origin': '*' } : {});
    response.end(answer.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
test.afterEach(() => server.close());

test('a chat is shared as a link, once everyone can read its file, and shown before it is added', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const a = await device(browser, baseURL);
  await a.evaluate(() =>
    window.perilune.knowledge.add([{ title: 'Tides', body: 'The perigean spring tide is the highest.' }]),
  );
  await a.getByRole('textbox', { name: /ask/i }).fill('Which tide is the highest?');
  await a.keyboard.press('Enter');
  await expect(a.getByText('perigean').first()).toBeVisible();
  const row = a.getByRole('list', { name: 'Today' }).getByRole('listitem');
  await row.hover();
  await row.getByRole('button', { name: /^More for/ }).click();
  await a.getByRole('menuitem', { name: /Export as a web page/ }).click();
  await a
    .getByRole('dialog', { name: 'Export as a web page' })
    .getByRole('button', { name: 'Share as a link' })
    .click();
  const sharing = a.getByRole('dialog', { name: 'Share as a link' });
  await expect(sharing).toContainText('Anyone who has the link can read everything');
  const saving = a.waitForEvent('download');
  await sharing.getByRole('button', { name: 'Save encrypted file' }).click();
  const download = await saving;
  // The file name reveals nothing.
  expect(download.suggestedFilename()).toMatch(/^[0-9a-f-]{36}\.age$/);
  const sealed = readFileSync(await download.path());
  expect(sealed.toString('latin1')).not.toMatch(/perigean|tide/i);

  const field = sharing.getByLabel('Address of the file');
  const make = sharing.getByRole('button', { name: 'Make link' });
  await field.fill('http://files.example/tides.age');
  await make.click();
  await expect(sharing.getByText('Enter an address that begins with https://')).toBeVisible();
  await field.fill(`http://${host}/tides.age`);
  for (const [given, sentence] of [
    [{ status: 403 }, 'refuses access to the file'],
    [{ status: 404 }, 'has no file at this address'],
    [{ cors: false }, 'does not let other pages read the file (CORS)'],
    [{ bytes: new Uint8Array([1, 2]) }, 'A different file is at this address'],
  ] as const) {
    answer = { status: 200, bytes: sealed, cors: true, ...given };
    await make.click();
    await expect(sharing.getByText(sentence)).toBeVisible();
    await expect(sharing.getByLabel('Link', { exact: true })).toHaveCount(0);
  }
  answer = { status: 200, bytes: sealed, cors: true };
  await make.click();
  const link = await sharing.getByLabel('Link', { exact: true }).inputValue();

  const b = await device(browser, baseURL);
  asked = 0;
  await b.goto(link);
  const opening = b.getByRole('dialog', { name: 'Open a shared file' });
  await expect(opening).toContainText(`This link opens a file on ${host}.`);
  // The key does not stay in the address, and the server learns nothing yet.
  expect(b.url()).not.toContain('open=');
  expect(asked).toBe(0);
  answer = { status: 200, bytes: sealed.subarray(0, -9), cors: true };
  await opening.getByRole('button', { name: 'Open' }).click();
  await expect(opening.getByText('It was replaced or changed. Ask for a new link.')).toBeVisible();
  answer = { status: 200, bytes: sealed, cors: true };
  await opening.getByRole('button', { name: 'Open' }).click();
  const review = b.getByRole('dialog', { name: 'Add these chats?' });
  await expect(review).toContainText('Which tide is the highest?');
  await expect(review).toContainText('perigean spring tide');
  await expect(b.getByRole('link', { name: /Which tide/ })).toHaveCount(0);
  await review.getByRole('button', { name: 'Add' }).click();
  await expect(review.getByText(/^1 chat with 2 messages came from Perilune/)).toBeVisible();
  await review.getByRole('button', { name: 'Close' }).click();
  await expect(b.getByRole('link', { name: /Which tide is the highest/ }).first()).toBeVisible();

  await b.goto(`${link.slice(0, -9)}`);
  await expect(opening.getByText('This link is incomplete or damaged.')).toBeVisible();
});

test('a library pack from a link is reviewed like its file; anything else is refused', async ({
  browser,
  baseURL,
}) => {
  const pack = await writeLibraryPack({
    ...{ name: 'Tents', description: '', colour: 'green', instructions: '', questions: [] },
    documents: [
      { title: 'Weights', body: 'It weighs 900 g.', content_type: 'text/markdown', tags: [], metadata: {} },
    ],
    bundles: [],
  });
  const b = await device(browser, baseURL);
  const open = async (name: string, content: Uint8Array): Promise<void> => {
    const { bytes, ...rest } = await sealFile({ name, bytes: new Uint8Array(content) });
    answer = { status: 200, bytes, cors: true };
    await b.goto(linkOf({ ...rest, url: `http://${host}/x` }, new URL('/', baseURL).href));
    await b.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  };
  await open('Tents.pack.zip', pack);
  const review = b.getByRole('dialog', { name: 'Add “Tents”?' });
  await expect(review).toContainText('Weights');
  expect(
    (await b.evaluate(() => window.perilune.knowledge.sources())).some(({ name }) => /pack/.test(name)),
  ).toBe(false);
  await review.getByRole('button', { name: 'Cancel' }).click();

  await open('page.html', new TextEncoder().encode('<script>alert(1)</script>'));
  const dialog = b.getByRole('dialog', { name: 'Open a shared file' });
  await expect(dialog.getByText('neither a library pack nor an export of chats')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('a pack goes into the storage of sync, which says that others cannot read it there', async ({
  browser,
  baseURL,
}) => {
  test.skip(!hasApache, 'needs apache2');
  test.setTimeout(120_000);
  const apache = await startApache({ origin: new URL(baseURL!).origin });
  try {
    const a = await device(browser, baseURL);
    await a.evaluate(() =>
      window.perilune.knowledge.add([{ title: 'Tides', body: 'The perigean spring tide is the highest.' }]),
    );
    await connectWebDav(a, apache, { name: 'Laptop' });
    await expect(a.getByText(/^Last synced/)).toBeVisible({ timeout: 60_000 });
    await a.goto('./#/library');
    await a.getByRole('button', { name: 'Share', exact: true }).click();
    const share = a.getByRole('dialog');
    await share.getByLabel('Name').fill('Tides');
    await share.getByRole('button', { name: 'Continue' }).click();
    await share.getByRole('button', { name: 'Share as a link' }).click();
    const sharing = a.getByRole('dialog', { name: 'Share as a link' });
    await sharing.getByRole('button', { name: /127\.0\.0\.1/ }).click();
    await expect(sharing.getByText('refuses access to the file')).toBeVisible();
    await expect(sharing.getByLabel('Address of the file')).toHaveValue(
      new RegExp(`^${apache.url}perilune/shared/[0-9a-f-]{36}\\.age$`),
    );
    const [name] = readdirSync(join(apache.folder, 'perilune', 'shared'));
    expect(readFileSync(join(apache.folder, 'perilune', 'shared', name!), 'latin1')).not.toMatch(/perigean/);
  } finally {
    await apache.stop();
  }
});
