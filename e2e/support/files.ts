// Files for the journeys: made up on the spot, or real pages of installed manuals.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';

export interface MadeFile {
  name: string;
  /** Text, or bytes as a list of numbers. */
  content: string | number[];
  type?: string;
}

/** Drops files on the window as a person would, in one go; or on one thing in it. */
export async function dropFiles(page: Page, files: MadeFile[], on = 'body'): Promise<void> {
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, content, type } of list) {
      const bytes = typeof content === 'string' ? content : new Uint8Array(content);
      data.items.add(new File([bytes], name, { type: type ?? '' }));
    }
    return data;
  }, files);
  await page.dispatchEvent(on, 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent(on, 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent(on, 'drop', { dataTransfer: transfer });
}

const MANUALS = ['/usr/share/doc/sqlite3-doc', '/usr/share/doc/sqlite3', '/usr/share/doc/git/html'];

/** Up to `count` HTML pages of a real manual (Debian's sqlite3-doc or git-doc), or undefined where none is installed. */
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
