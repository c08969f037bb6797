// Files for the journeys: generated, or real pages of installed manuals.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';

export interface MadeFile {
  name: string;
  /** Text, or bytes as a list of numbers. */
  content: string | number[];
  type?: string;
}

/** Drops files on the window, or on one element in it. */
export async function dropFiles(page: Page, files: MadeFile[], on = 'body'): Promise<void> {
  // In one text: WebDriver BiDi wraps each number of a list.
  const sent = files.map(({ content, ...file }) => ({
    ...file,
    base64: Buffer.from(content as string).toString('base64'),
  }));
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, base64, type } of list) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], name, { type: type ?? '' }));
    }
    return data;
  }, sent);
  await page.dispatchEvent(on, 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent(on, 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent(on, 'drop', { dataTransfer: transfer });
}

/** Drops a folder on the window: paths begin with its name. Returns entries as browsers do, 100 at a time. */
export async function dropFolder(
  page: Page,
  files: readonly { path: string; content: string }[],
): Promise<void> {
  await page.evaluate((list) => {
    interface Entry {
      name: string;
      fullPath: string;
      isFile: boolean;
      isDirectory: boolean;
    }
    const folders = new Map<string, Entry[]>([['', []]]);
    const open = (path: string): Entry[] => {
      const known = folders.get(path);
      if (known) return known;
      const entries: Entry[] = [];
      folders.set(path, entries);
      const name = path.slice(path.lastIndexOf('/') + 1);
      const createReader = () => {
        let at = 0;
        return { readEntries: (give: (some: Entry[]) => void) => give(entries.slice(at, (at += 100))) };
      };
      const entry = { name, fullPath: `/${path}`, isFile: false, isDirectory: true, createReader };
      open(path.slice(0, Math.max(0, path.lastIndexOf('/')))).push(entry);
      return entries;
    };
    for (const { path, content } of list) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const file = (give: (file: File) => void): void => give(new File([content], name));
      const entry = { name, fullPath: `/${path}`, isFile: true, isDirectory: false, file };
      open(path.slice(0, path.lastIndexOf('/'))).push(entry);
    }
    const items = folders.get('')!.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }));
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, files: [] } });
    document.body.dispatchEvent(event);
  }, files);
}

const MANUALS = ['/usr/share/doc/sqlite3-doc', '/usr/share/doc/sqlite3', '/usr/share/doc/git/html'];

/** Up to `count` HTML pages of a real manual (Debian's sqlite3-doc or git-doc), or undefined if none is installed. */
export function manualPages(count: number): string[] | undefined {
  for (const folder of MANUALS.filter((path) => existsSync(path))) {
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .sort()
      .map((name) => join(folder, name));
    if (pages.length >= count) return pages.slice(0, count);
  }
  return undefined;
}
