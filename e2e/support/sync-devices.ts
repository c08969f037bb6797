// Devices that sync, for journeys: browser profiles, what is on them, folders that are carried, and codes to scan.
import type { Browser, Page } from 'playwright/test';
import { expect, openApp, saveData } from './test.ts';

export const PASSPHRASE = 'a walk beneath the moon 7';

/** A new browser profile with the app. */
export async function device(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  await context.addInitScript(saveData);
  // The browser's own dialog can't be answered; this is a real folder handle.
  await context.addInitScript(`window.showDirectoryPicker = async () =>
    (await navigator.storage.getDirectory()).getDirectoryHandle('carried', { create: true });`);
  const page = await context.newPage();
  await openApp(page);
  return page;
}

export const TOOL = (words: string): string => `tool = {
  name = "greet", version = "1.0.0", description = "Greets", parameters = {},
}
function tool.execute() return { text = ${JSON.stringify(words)} } end
`;

/** Saves another text under the same version, as the studio does. */
export async function edit(page: Page, source: string): Promise<void> {
  const { error } = await page.evaluate(
    (text) => window.perilune.tools.install(text, { replace: true }),
    source,
  );
  expect(error).toBeUndefined();
}

/** The names of the versions of the tool, with their texts. */
export const versionsOf = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('perilune');
    const db = await new Promise<IDBDatabase>(
      (resolve) => (request.onsuccess = () => resolve(request.result)),
    );
    const all = db.transaction('tools').objectStore('tools').getAll();
    const tools = await new Promise<{ name: string; source: string; origin: string; policy: string }[]>(
      (resolve) => (all.onsuccess = () => resolve(all.result)),
    );
    db.close();
    return tools
      .filter(({ name }) => name === 'greet')
      .map(({ source, origin, policy }) => ({ text: /text = "(.*)" }/.exec(source)?.[1], origin, policy }));
  });

/** The files of the folder, and their way to another device, as a program that carries folders would do it. */
export const readCarried = (page: Page) =>
  page.evaluate(async () => {
    const files: [folder: string, name: string, bytes: number[]][] = [];
    const read = async (folder: FileSystemDirectoryHandle, at: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind === 'directory') {
          await read(handle as FileSystemDirectoryHandle, name);
          continue;
        }
        const file = await (handle as FileSystemFileHandle).getFile();
        files.push([at, name, [...new Uint8Array(await file.arrayBuffer())]]);
      }
    };
    const root = await navigator.storage.getDirectory();
    for (let attempt = 1; ; attempt += 1) {
      files.length = 0;
      try {
        await read(await root.getDirectoryHandle('carried'), '');
        return files;
      } catch (error) {
        // A file that is being written is gone or replaced a moment later.
        const isBusy = ['NotFoundError', 'NotReadableError'].includes((error as DOMException).name);
        if (attempt === 20 || !isBusy) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  });
export const writeCarried = (page: Page, files: Awaited<ReturnType<typeof readCarried>>) =>
  page.evaluate(async (given) => {
    const root = await navigator.storage.getDirectory();
    const carried = await root.getDirectoryHandle('carried', { create: true });
    for (const [folder, name, bytes] of given) {
      const at = folder === '' ? carried : await carried.getDirectoryHandle(folder, { create: true });
      const stream = await (await at.getFileHandle(name, { create: true })).createWritable();
      await stream.write(new Uint8Array(bytes));
      await stream.close();
    }
  }, files);

export const texts = async (page: Page) => (await versionsOf(page)).map(({ text }) => text);

export const connectFolder = async (page: Page, name: string) => {
  await page.goto('./#/settings/sync');
  await page.getByLabel('A folder on this device').check();
  await page.getByRole('button', { name: 'Choose folder' }).click();
  await expect(page.getByText('carried', { exact: true })).toBeVisible();
  await page.getByLabel('Passphrase').fill(PASSPHRASE);
  await page.getByLabel('Name of this device').fill(name);
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText(/^Last synced with carried/)).toBeVisible();
};

/** A camera that sees codes one after the other, and a browser that reads them: test machines have neither. */
export const showCodes = (page: Page, codes: string[]) =>
  page.evaluateHandle((texts) => {
    const shown = { tracks: [] as MediaStreamTrack[], at: 0, next: () => (shown.at += 1) };
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      const stream = canvas.captureStream(5);
      // A picture that never changes has no frames.
      setInterval(() => canvas.getContext('2d')!.fillRect(0, 0, 9, 9), 100);
      shown.tracks.push(...stream.getTracks());
      return stream;
    };
    class Detector {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => [{ rawValue: texts[shown.at] }];
    }
    Object.assign(globalThis, { BarcodeDetector: Detector });
    return shown;
  }, codes);

/** Connects to a folder of the server, or tries to. */
export async function connectWebDav(
  page: Page,
  { url }: { url: string },
  { name, passphrase = PASSPHRASE }: { name: string; passphrase?: string },
): Promise<void> {
  await page.goto('./#/settings/sync');
  const form = page.getByRole('form', { name: 'Set up sync' });
  await form.getByLabel('Address of the folder').fill(`${url}perilune`);
  await form.getByLabel('User name').fill('me');
  await form.getByLabel('Password').fill('moon');
  await form.getByLabel('Passphrase').fill(passphrase);
  await form.getByLabel('Name of this device').fill(name);
  await form.getByRole('button', { name: 'Connect' }).click();
}

export async function syncNow(page: Page): Promise<void> {
  await page.goto('./#/settings/sync');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible();
  await expect(page.getByText(/^Last synced with 127\.0\.0\.1/)).toBeVisible();
}
