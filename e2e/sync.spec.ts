// Sync: devices share a workspace through a real WebDAV server, a real bucket and a folder, which see nothing of it.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { hasApache, startApache, type Apache } from '../src/features/sync/stores/apache.test-support.ts';
import { hasS3, startS3 } from '../src/features/sync/stores/s3rver.test-support.ts';
import { dropFiles } from './support/files.ts';
import { download } from './support/original-download.ts';
import {
  connectFolder,
  connectWebDav,
  device,
  edit,
  PASSPHRASE,
  readCarried,
  showCodes,
  syncNow,
  texts,
  TOOL,
  versionsOf,
  writeCarried,
} from './support/sync-devices.ts';
import { expect, test } from './support/test.ts';

let apache: Apache;

const connect = (page: Page, given: { name: string; passphrase?: string }) =>
  connectWebDav(page, apache, given);

test.describe('WebDAV', () => {
  test.skip(!hasApache, 'needs apache2');

  test.beforeEach(async ({ baseURL }) => {
    apache = await startApache({ origin: new URL(baseURL!).origin });
  });
  test.afterEach(() => apache.stop());

  test('two devices have the same chats, tools and documents; the storage sees none of it', async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(180_000);
    const a = await device(browser, baseURL);
    await a.evaluate(async (source) => {
      await window.perilune.tools.install(source);
      await window.perilune.knowledge.add([
        { title: 'Tides', body: 'The perigean spring tide is the highest.' },
      ]);
    }, TOOL('from the laptop'));
    await a.getByRole('textbox', { name: /ask/i }).fill('Which tide is the highest?');
    await a.keyboard.press('Enter');
    await expect(a.getByText('perigean').first()).toBeVisible();
    await connect(a, { name: 'Laptop' });
    await expect(a.getByText(/^Last synced/)).toBeVisible({ timeout: 60_000 });

    const b = await device(browser, baseURL);
    await connect(b, { name: 'Phone', passphrase: 'not the passphrase' });
    await expect(b.getByText('The passphrase is wrong. Nothing was changed.')).toBeVisible();
    await connect(b, { name: 'Phone' });
    await expect(b.getByText(/^Last synced/)).toBeVisible({ timeout: 60_000 });
    await expect(b.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();
    await expect(b.getByRole('link', { name: /Which tide is the highest/ }).first()).toBeVisible();
    // What was installed from the page has its origin on both devices, and asks here.
    const [here, there] = [await versionsOf(a), await versionsOf(b)];
    expect(there).toEqual([{ ...here[0]!, policy: 'ask' }]);
    const answer = await b.evaluate(() => window.perilune.knowledge.answer('Which tide is the highest?'));
    expect(JSON.stringify(answer)).toContain('perigean');

    // Both change the tool apart: both texts are kept, as versions.
    await edit(a, TOOL('edited on the laptop'));
    await edit(b, TOOL('edited on the phone'));
    await syncNow(a);
    await syncNow(b);
    await syncNow(a);
    expect((await texts(a)).sort()).toEqual(['edited on the laptop', 'edited on the phone']);
    expect((await texts(b)).sort()).toEqual((await texts(a)).sort());

    // A deletion travels.
    await a.evaluate(() => window.perilune.tools.remove('greet'));
    await syncNow(a);
    await syncNow(b);
    await expect.poll(() => texts(b)).toEqual([]);

    const names: string[] = [];
    for (const name of readdirSync(apache.folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(apache.folder, name);
      if (statSync(path).isDirectory()) continue;
      names.push(name);
      expect(readFileSync(path, 'latin1')).not.toMatch(/perigean|laptop|Tides|greet/i);
    }
    expect(names.length).toBeGreaterThan(4);
  });

  test('a link adds a device after a warning; refusals of the storage are named, and changes wait', async ({
    browser,
    baseURL,
  }) => {
    const a = await device(browser, baseURL);
    await a.goto('./#/settings/sync');
    await a.getByLabel('Address of the folder').fill(`${apache.url}perilune`);
    await a.getByLabel('User name').fill('me');
    await a.getByLabel('Password').fill('wrong');
    await a.getByRole('button', { name: 'Test storage' }).click();
    await expect(a.getByText('The storage refused the user name or password.')).toBeVisible();
    await connect(a, { name: 'Laptop' });
    await expect(a.getByText(/^Last synced/)).toBeVisible({ timeout: 60_000 });

    // A press made by a script shows nothing.
    await a.getByRole('button', { name: 'Add a device' }).evaluate((button: HTMLElement) => button.click());
    await expect(a.getByRole('img', { name: 'QR code of the link' })).toHaveCount(0);
    await a.getByRole('button', { name: 'Add a device' }).click();
    await expect(a.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const copied = await a.evaluateHandle(() => {
      const texts: string[] = [];
      navigator.clipboard.writeText = async (text) => void texts.push(text);
      return texts;
    });
    await a.getByRole('button', { name: 'Copy link' }).click();
    await expect(a.getByText('Link copied. Send it only to yourself.')).toBeVisible();
    const [link] = await copied.jsonValue();

    const code = Buffer.from(JSON.stringify([`${apache.url}perilune`, 'me', 'moon', PASSPHRASE]));
    const b = await device(browser, baseURL);
    const replaced = await b.evaluateHandle(() => {
      const calls: unknown[] = [];
      const replace = history.replaceState.bind(history);
      history.replaceState = (...given) => (calls.push(given[2]), replace(...given));
      return calls;
    });
    await b.goto(`./#/settings/sync?join=${code.toString('base64url')}`);
    await expect(b.getByText(/Connect only if you made this link yourself/)).toBeVisible();
    // The code is taken from the address once.
    expect(await replaced.jsonValue()).toHaveLength(1);
    expect(b.url()).not.toContain('join');
    await expect(b.getByLabel('Passphrase')).toHaveValue(PASSPHRASE);

    // A link that was sent in a message is pasted instead.
    await b.getByRole('button', { name: 'Discard link' }).click();
    await expect(b.getByLabel('Passphrase')).toHaveValue('');
    await expect(b.getByLabel('Address of the folder')).toHaveValue('');
    const pasted = b.getByLabel('Link from the other device');
    await pasted.fill(link!.slice(0, -8));
    await b.getByRole('button', { name: 'Use link' }).click();
    await expect(b.getByText(/This link doesn’t add a device, or is incomplete/)).toBeVisible();
    await pasted.fill(` For my phone: ${link} `);
    await expect(b.getByRole('note')).toBeFocused();
    await expect(b.getByRole('note')).toContainText(
      `This link adds this device to sync at ${new URL(apache.url).host}`,
    );
    await expect(pasted).toHaveCount(0);
    await b.getByLabel('Name of this device').fill('Phone');
    await b.getByRole('button', { name: 'Connect' }).click();
    await expect(b.getByText(/^Last synced/)).toBeVisible({ timeout: 60_000 });

    // The storage is full: the change waits, and arrives later.
    await a.route('**/dav/**', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 507, headers: { 'Access-Control-Allow-Origin': '*' } })
        : route.fallback(),
    );
    await a.evaluate((source) => window.perilune.tools.install(source), TOOL('waits'));
    await a.getByRole('button', { name: 'Sync now' }).click();
    await expect(a.getByText('The storage is full.').first()).toBeVisible();
    await a.unroute('**/dav/**');
    await a.getByRole('button', { name: 'Sync now' }).click();
    await expect(a.getByText('The storage is full.')).toHaveCount(0);
    await syncNow(b);
    await expect.poll(async () => (await versionsOf(b)).map(({ text }) => text)).toEqual(['waits']);

    // The password of the storage has changed.
    const basic = (password: string) => `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
    await a.route('**/dav/**', (route) => {
      const headers = route.request().headers();
      return headers['authorization'] === basic('sun')
        ? route.fallback({ headers: { ...headers, authorization: basic('moon') } })
        : route.fulfill({ status: 401, headers: { 'Access-Control-Allow-Origin': '*' } });
    });
    await a.getByRole('button', { name: 'Sync now' }).click();
    const form = a.getByRole('form', { name: 'Sign in to the storage' });
    await form.getByLabel('Password').fill('tide');
    await form.getByRole('button', { name: 'Sign in and sync' }).click();
    await expect(form.getByText('The storage refused the user name or password.')).toBeVisible();
    await form.getByLabel('Password').fill('sun');
    await form.getByRole('button', { name: 'Sign in and sync' }).click();
    await expect(form).toHaveCount(0);
    await expect(a.getByText('The storage refused the user name or password.')).toHaveCount(0);
    await expect(a.getByRole('button', { name: 'Sync now' })).toBeVisible();
  });
});

test('a folder that another program carries', async ({ browser, baseURL }) => {
  const a = await device(browser, baseURL);
  await a.evaluate((source) => window.perilune.tools.install(source), TOOL('in a folder'));
  await connectFolder(a, 'Laptop');
  const carried = await readCarried(a);
  expect(carried.map(([folder]) => folder)).toEqual(expect.arrayContaining(['', 'devices', 'log']));
  expect(carried.map(([, , bytes]) => Buffer.from(bytes).toString('latin1')).join()).not.toMatch(/greet/);

  const b = await device(browser, baseURL);
  await writeCarried(b, carried);
  await connectFolder(b, 'Phone');
  await expect.poll(() => texts(b)).toEqual(['in a folder']);
  const bytesOnPhone = async () => (await readCarried(b)).reduce((sum, [, , { length }]) => sum + length, 0);
  const before = await bytesOnPhone();
  await edit(b, TOOL('edited on the phone'));
  await b.getByRole('button', { name: 'Sync now' }).click();
  await expect.poll(bytesOnPhone).toBeGreaterThan(before);
  await expect(b.getByRole('button', { name: 'Sync now' })).toBeVisible();
  await writeCarried(a, await readCarried(b));
  // The folder is found again after a reload.
  await a.reload();
  await expect.poll(() => texts(a)).toEqual(['edited on the phone']);
});

test('original files arrive with their documents, also after damage, and the switch shows their size', async ({
  browser,
  baseURL,
}) => {
  const content = `# Tides\n\n${'The perigean spring tide is the highest. '.repeat(4000)}`;
  const a = await device(browser, baseURL);
  await dropFiles(a, [{ name: 'tides.md', content }]);
  await expect(a.getByText(/1 document added/i).first()).toBeVisible();
  await connectFolder(a, 'Laptop');
  await expect(a.getByText(/1 file, 16\d KB here/)).toBeVisible();
  await expect.poll(async () => (await readCarried(a)).some(([folder]) => folder === 'files')).toBe(true);

  // The file is damaged on its way. The phone says so and asks for it, and the laptop sends it again.
  const b = await device(browser, baseURL);
  const carried = await readCarried(a);
  await writeCarried(
    b,
    carried.map(([folder, name, bytes]) => [folder, name, folder === 'files' ? bytes.slice(0, -5) : bytes]),
  );
  await connectFolder(b, 'Phone');
  await expect(b.getByText(/“tides.md” of Laptop is damaged in the storage/)).toBeVisible();
  await writeCarried(a, await readCarried(b));
  await a.getByRole('button', { name: 'Sync now' }).click();
  const sizeOf = async () => (await readCarried(a)).find(([folder]) => folder === 'files')?.[2].length;
  await expect.poll(sizeOf).toBe(carried.find(([folder]) => folder === 'files')![2].length);
  await writeCarried(b, await readCarried(a));
  await b.getByRole('button', { name: 'Sync now' }).click();
  await expect(b.getByText(/is damaged in the storage/)).toHaveCount(0);
  await expect(b.getByRole('button', { name: 'Sync now' })).toBeVisible();
  await b.goto('./#/library');
  await b.getByRole('link', { name: 'Tides' }).first().click();
  const file = await download(b);
  expect(file.name).toBe('tides.md');
  expect(file.bytes.toString()).toBe(content);
});

test('a bucket, joined by a code that the camera reads', async ({ browser, baseURL }) => {
  test.skip(!hasS3, 'needs node scripts/ensure-servers.mjs');
  test.setTimeout(180_000);
  const { origin } = new URL(baseURL!);
  const server = await startS3({ origin });
  try {
    const { endpoint, bucket } = server.address;
    const a = await device(browser, baseURL);
    await a.evaluate((source) => window.perilune.tools.install(source), TOOL('in a bucket'));
    await a.goto('./#/settings/sync');
    await a.getByLabel('S3 bucket').check();
    await a.getByText('CORS rules of the bucket').click();
    await expect(a.locator('pre')).toContainText(`"${origin}"`);
    await a.getByLabel('Address of the service').fill(endpoint);
    await a.getByLabel('Bucket', { exact: true }).fill(bucket);
    await a.getByLabel('Access key ID').fill('NOBODY');
    await a.getByLabel('Secret access key').fill('S3RVER');
    await a.getByLabel('Passphrase').fill(PASSPHRASE);
    await a.getByRole('button', { name: 'Connect' }).click();
    await expect(a.getByText('The storage does not know this access key.')).toBeVisible();
    await a.getByLabel('Access key ID').fill('S3RVER');
    await a.getByRole('button', { name: 'Connect' }).click();
    await expect(a.getByText(`Last synced with moons (${new URL(endpoint).host})`)).toBeVisible();

    const link = ['s3', endpoint, bucket, '', 'perilune', '', 'S3RVER', 'S3RVER', PASSPHRASE];
    const code = Buffer.from(JSON.stringify(link)).toString('base64url');
    const b = await device(browser, baseURL);
    const camera = await showCodes(b, [
      'https://elsewhere.example/',
      `${origin}/#/settings/sync?join=${code}`,
    ]);
    await b.goto('./#/settings/sync');
    await b.getByRole('button', { name: 'Scan QR code' }).click();
    await expect(b.getByText(/This code doesn’t add a device/)).toBeVisible();
    await camera.evaluate((shown) => shown.next());
    await expect(b.getByText(/adds this device to sync at moons/)).toBeVisible();
    await expect(b.getByRole('dialog')).toHaveCount(0);
    expect(await camera.evaluate(({ tracks }) => tracks.map(({ readyState }) => readyState))).toEqual([
      'ended',
    ]);
    await expect(b.getByLabel('Secret access key')).toHaveValue('S3RVER');
    await b.getByLabel('Name of this device').fill('Phone');
    await b.getByRole('button', { name: 'Connect' }).click();
    await expect.poll(() => texts(b)).toEqual(['in a bucket']);

    // Secrets stay until a person says otherwise, and have a passphrase of their own.
    await a.evaluate(() => window.perilune.secrets.set('TIDES', 'moon-4711', { hosts: ['api.example'] }));
    const secretsOf = (page: Page) => page.evaluate(() => window.perilune.secrets.list());
    await a.getByRole('button', { name: 'Sync secrets' }).click();
    const seal = a.getByRole('form', { name: 'Set a passphrase for your secrets' });
    await seal.getByLabel('Passphrase of the secrets').fill(PASSPHRASE);
    await seal.getByRole('button', { name: 'Sync secrets' }).click();
    await expect(seal.getByText('other than your sync passphrase')).toBeVisible();
    await seal.getByLabel('Passphrase of the secrets').fill('a third walk beneath the moon 9');
    await seal.getByRole('button', { name: 'Sync secrets' }).click();
    await expect(a.getByText('They are synced, encrypted with a separate passphrase.')).toBeVisible();
    await a.getByRole('button', { name: 'Sync now' }).click();
    await expect(a.getByRole('button', { name: 'Sync now' })).toBeVisible();
    await b.getByRole('button', { name: 'Sync secrets' }).click();
    const opening = b.getByRole('form', { name: 'Enter the passphrase of your secrets' });
    expect(await secretsOf(b)).toEqual([]);
    await opening.getByLabel('Passphrase of the secrets').fill(PASSPHRASE);
    await opening.getByRole('button', { name: 'Sync secrets' }).click();
    await expect(opening.getByText('The passphrase is wrong. Nothing was changed.')).toBeVisible();
    await opening.getByLabel('Passphrase of the secrets').fill('a third walk beneath the moon 9');
    await opening.getByRole('button', { name: 'Sync secrets' }).click();
    await expect.poll(() => secretsOf(b)).toEqual([{ name: 'TIDES', hosts: ['api.example'] }]);

    // The phone is lost: it reads nothing that comes after.
    await a.getByRole('button', { name: 'Sync now' }).click();
    await a.getByRole('button', { name: 'Remove Phone' }).click();
    const form = a.getByRole('form', { name: 'Remove a device' });
    await form.getByLabel('New passphrase').fill(PASSPHRASE);
    await form.getByRole('button', { name: 'Remove device' }).click();
    await expect(form.getByText('other than the old one')).toBeVisible();
    await form.getByLabel('New passphrase').fill('another walk beneath the moon 8');
    await form.getByRole('button', { name: 'Remove device' }).click();
    await expect(a.getByText('Phone is removed.')).toBeVisible();
    await expect(a.getByRole('button', { name: 'Remove Phone' })).toHaveCount(0);
    await b.getByRole('button', { name: 'Sync now' }).click();
    await b.getByLabel('New passphrase', { exact: true }).fill('another walk beneath the moon 8');
    await b.getByRole('button', { name: 'Continue' }).click();
    await expect(b.getByText(/^Last synced with moons/)).toBeVisible();
    await expect(b.getByLabel('New passphrase', { exact: true })).toHaveCount(0);
  } finally {
    await server.stop();
  }
});
