// Shared by the journeys about secrets: navigating Settings, tools that use them, and a search for leaks.
import { expect, type Locator, type Page } from 'playwright/test';

export const CANARY = 'canary-8f3a-do-not-show';
export const PASSPHRASE = 'correct horse';

export async function settings(page: Page): Promise<void> {
  await page.goto('./#/settings/secrets');
  await expect(page.getByRole('heading', { name: 'Secrets' })).toBeVisible();
}

export async function add(page: Page, name: string, value: string, hosts = ''): Promise<void> {
  await page.getByRole('button', { name: 'Add a secret' }).click();
  const form = page.getByRole('form', { name: 'Add a secret' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Value').fill(value);
  if (hosts) await form.getByLabel('Hosts').fill(hosts);
  await page.keyboard.press('Enter');
}

export async function setPassphrase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set a passphrase' }).click();
  await expect(page.getByText('A forgotten passphrase cannot be recovered. You would')).toBeVisible();
  await page.getByLabel('New passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('New passphrase again').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible();
}

export function list(page: Page): Locator {
  return page.getByRole('list', { name: 'Secrets' }).getByRole('listitem');
}

export function call(
  page: Page,
  name: string,
): Promise<{ result?: unknown; error?: { code: string; message: string } }> {
  return page.evaluate((name) => window.perilune.tools.call(name, {}), name);
}

export function install(page: Page, source: string, options = {}): Promise<void> {
  return page.evaluate(
    async ([source, options]) => {
      const { error } = await window.perilune.tools.install(source, options);
      if (error) throw new Error(error.message);
    },
    [source, options] as const,
  );
}

/** Everything in every database of the page as text, with bytes decoded. */
export function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const text: string[] = [];
    const say = (value: unknown, depth = 0): void => {
      if (value instanceof ArrayBuffer) text.push(new TextDecoder('latin1').decode(value));
      else if (ArrayBuffer.isView(value)) text.push(new TextDecoder('latin1').decode(value as Uint8Array));
      else if (typeof value === 'object' && value !== null && depth < 20)
        for (const [key, inner] of Object.entries(value)) {
          text.push(key);
          say(inner, depth + 1);
        }
      else text.push(String(value));
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error as DOMException);
      });
      for (const store of db.objectStoreNames) {
        const reading = db.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => (reading.onsuccess = resolve));
        say(reading.result);
      }
      db.close();
    }
    for (const storage of [localStorage, sessionStorage]) text.push(JSON.stringify({ ...storage }));
    return text.join('\n');
  });
}
