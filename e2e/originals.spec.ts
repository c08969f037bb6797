// Original files: stored with their documents, downloaded unchanged, counted, turned off and deleted.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { enterText } from './support/enter-text.ts';
import { dropFiles } from './support/files.ts';
import { download, downloadButton } from './support/original-download.ts';
import { expect, test, testOnOnePage } from './support/test.ts';

const FIXTURES = new URL('../src/knowledge/extract/fixtures/', import.meta.url);
const bytesOf = (name: string): Buffer => readFileSync(fileURLToPath(new URL(name, FIXTURES)));

async function open(app: Page, title: RegExp): Promise<void> {
  await app.goto('./#/library');
  await app.getByRole('link', { name: title }).first().click();
}

async function dropFile(app: Page, name: string, content: string | Buffer): Promise<void> {
  await dropFiles(app, [{ name, content: typeof content === 'string' ? content : [...content] }]);
  await expect(app.getByText(/1 document added/i).first()).toBeVisible();
}

test('a file is downloaded unchanged, also after a reload', async ({ app }) => {
  const word = bytesOf('kestrel.docx');
  await dropFile(app, 'kestrel.docx', word);
  await open(app, /kestrel/i);
  const first = await download(app);
  expect(first.name).toBe('kestrel.docx');
  expect(first.bytes.equals(word)).toBe(true);
  await app.reload();
  expect((await download(app)).bytes.equals(word)).toBe(true);
});

test('a page with a script is saved as plain bytes, and never opened', async ({ app }) => {
  const html =
    '<!doctype html><title>Trap</title><p>Read me.</p><script>parent.caught = document.domain</script>';
  await dropFile(app, 'trap.html', html);
  await open(app, /Trap/);
  const types = await app.evaluateHandle(() => {
    const seen: string[] = [];
    const original = URL.createObjectURL;
    URL.createObjectURL = (blob) => (seen.push((blob as Blob).type), original.call(URL, blob));
    return seen;
  });
  const { name, bytes } = await download(app);
  expect(name).toBe('trap.html');
  expect(bytes.toString()).toBe(html);
  expect(await types.jsonValue()).toEqual(['application/octet-stream']);
  expect(app.context().pages()).toHaveLength(1);
  expect(await app.evaluate(() => 'caught' in window)).toBe(false);
});

test('originals are counted, deleted, and not kept while turned off', async ({ app }) => {
  const pdf = bytesOf('kestrel.pdf');
  await dropFile(app, 'kestrel.pdf', pdf);
  await app.goto('./#/settings/storage');
  await expect(app.getByText('Original files').first()).toBeVisible();
  await expect(app.getByText(/^1 file, /)).toBeVisible();
  await app.getByRole('button', { name: 'Delete all original files' }).click();
  await app.getByRole('button', { name: 'Delete original files' }).click();
  await expect(app.getByText(/^1 file, /)).toHaveCount(0);
  await open(app, /kestrel/i);
  await expect(app.getByRole('button', { name: /^Ask about/ })).toBeVisible();
  await expect(downloadButton(app)).toHaveCount(0);
  expect(
    await app.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('originals');
      let files = 0;
      for await (const _ of folder.keys()) files += 1;
      return files;
    }),
  ).toBe(0);

  await app.goto('./#/settings/storage');
  const keep = app.getByRole('switch', { name: 'Keep original files' });
  await keep.click();
  await expect(keep).not.toBeChecked();
  await dropFile(app, 'second.md', '# Second\n\nThe owl sits in the barn.');
  await open(app, /Second/);
  await expect(app.getByRole('button', { name: /^Ask about/ })).toBeVisible();
  await expect(downloadButton(app)).toHaveCount(0);
});

test('a new version brings its file, and undoing a deletion restores it', async ({ app }) => {
  await dropFile(app, 'walk.md', '# Walk\n\nWalk north.');
  await app.getByRole('button', { name: 'Close report' }).click();
  await dropFile(app, 'walk.md', '# Walk\n\nWalk south.');
  await open(app, /Walk/);
  expect((await download(app)).bytes.toString()).toContain('Walk south.');
  await app
    .getByRole('button', { name: /^delete/i })
    .first()
    .click();
  await app.getByRole('button', { name: 'Undo' }).click();
  await open(app, /Walk/);
  expect((await download(app)).bytes.toString()).toContain('Walk south.');
});

/** A PDF file of a few pages with one line each; minimal but valid. */
function pdfOf(pages: readonly (readonly string[])[]): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  pages.forEach((lines, i) => {
    const text = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join(' ');
    const stream = `BT /F1 12 Tf 16 TL 72 720 Td ${text} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  });
  let file = '%PDF-1.7\n';
  const places = objects.map((object, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const WORDS =
  'harbour lighthouse granary windmill orchard quarry ferry bakery meadow chapel bridge tavern cellar garden forge mill'.split(
    ' ',
  );
const word = (number: number): string => WORDS[number % WORDS.length]!;
/** All lines differ, since repeated ones would count as a running header. */
const line = (page: number, at: number): string =>
  `Behind the ${word(page + at)} of ${word(page * 3 + at * 5)} lane ${page} the keeper counts ${word(page * 7 + at)} baskets at gate ${at}.`;
const opening = (page: number): string =>
  `The ${word(page)} on the ${word(page * 5 + 3)} road opens ${page} minutes after dawn.`;
const HANDBOOK = pdfOf(
  Array.from({ length: 40 }, (_, i) => [
    ...Array.from({ length: 6 + (i % 3) }, (_, at) => line(i + 1, at)),
    opening(i + 1),
    ...(i === 29 ? ['The dovecote closes when the first snow falls.'] : []),
    ...Array.from({ length: 16 + (i % 5) }, (_, at) => line(i + 1, at + 20)),
  ]),
);

const pageOf = (app: Page, number: number) => app.locator(`li[data-page="${number}"]`);

async function passageOn(app: Page, page: number): Promise<{ id: string; chunk: number }> {
  return app.evaluate(async (wanted) => {
    const { results } = await window.perilune.knowledge.search(`opens ${wanted} minutes after dawn`, {
      limit: 50,
    });
    const hit = results.find((one) => one.page === wanted);
    return { id: hit!.id, chunk: hit!.chunk };
  }, page);
}

/** Once for all journeys that share the page, with a fresh screen for each. */
async function addHandbook(app: Page): Promise<void> {
  await app.goto('./#/chat');
  const isThere = await app.evaluate(
    async () => (await window.perilune.knowledge.search('dovecote')).results.length > 0,
  );
  if (!isThere) await dropFile(app, 'handbook.pdf', HANDBOOK);
}

testOnOnePage('a PDF file opens at the cited passage, marked in place', async ({ app }) => {
  await addHandbook(app);
  const { id, chunk } = await passageOn(app, 27);
  await app.goto(`./#/library/${id}?passage=${chunk}`);
  await expect(app.getByRole('tab', { name: 'Original' })).toHaveAttribute('aria-selected', 'true');
  const page = pageOf(app, 27);
  await expect(page.locator('canvas')).toBeVisible();
  await expect(page.locator('mark').first()).toBeInViewport();
  const words = page.getByText(opening(27));
  await expect(words).toBeAttached();
  // One of the marks covers the text.
  const text = (await words.boundingBox())!;
  const marks = await page.locator('mark').all();
  const boxes = await Promise.all(marks.map((mark) => mark.boundingBox()));
  expect(boxes.some((box) => Math.abs(box!.y - text.y) < 4 && Math.abs(box!.x - text.x) < 4)).toBe(true);
  await expect(app.locator('li[data-page="1"] mark')).toHaveCount(0);

  // Distant pages are not drawn.
  expect(await app.locator('li[data-page] canvas').count()).toBeLessThan(8);

  // Checks for ink where the text is, so that the text layer covers its letters.
  const dark = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! < 100 && data[at + 3]! > 0) count += 1;
    return count;
  });
  expect(dark).toBeGreaterThan(500);

  await words.selectText();
  await expect(app.getByRole('button', { name: 'Ask about the selection' })).toBeVisible();

  await app.getByRole('tab', { name: 'Text' }).click();
  await expect(app.locator('[aria-current="true"].segment')).toContainText(opening(27));
});

testOnOnePage('pages are turned by keyboard and buttons, and zoomed', async ({ app }) => {
  await addHandbook(app);
  const { id } = await passageOn(app, 2);
  await app.goto(`./#/library/${id}`);
  await expect(pageOf(app, 1).locator('canvas')).toBeVisible();
  const field = app.getByRole('spinbutton', { name: 'Page' });
  await app.getByRole('button', { name: 'Next page' }).click();
  await expect(field).toHaveValue('2');
  await enterText(field, '31', 'Enter');
  await expect(pageOf(app, 31).locator('canvas')).toBeInViewport();
  await expect(field).toHaveValue('31');
  const before = (await pageOf(app, 31).boundingBox())!.width;
  await app.getByRole('button', { name: 'Larger' }).click();
  await expect(app.getByText('125%')).toBeVisible();
  await expect.poll(async () => (await pageOf(app, 31).boundingBox())!.width).toBeGreaterThan(before * 1.2);
  const tab = app.getByRole('tab', { name: 'Original' });
  await tab.focus();
  await app.keyboard.press('ArrowRight');
  await expect(app.getByRole('tab', { name: 'Text' })).toBeFocused();
  await expect(app.locator('.segment').first()).toContainText(opening(1));
});

testOnOnePage('on a phone a page fits the width', async ({ app }) => {
  await addHandbook(app);
  await app.setViewportSize({ width: 390, height: 844 });
  const { id } = await passageOn(app, 2);
  await app.goto(`./#/library/${id}`);
  await expect(pageOf(app, 1).locator('canvas')).toBeVisible();
  const { x, width } = (await pageOf(app, 1).locator('.page').boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  expect(width).toBeGreaterThan(300);
  expect(await app.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await app.setViewportSize({ width: 1280, height: 800 });
});

testOnOnePage('a citation opens the page next to the chat', async ({ app }) => {
  await addHandbook(app);
  await app.goto('./#/chat');
  await app.getByRole('textbox', { name: /ask/i }).fill('When does the dovecote close?');
  await app.keyboard.press('Enter');
  const answer = app.getByRole('article', { name: 'Answer' }).last();
  await answer
    .getByRole('link', { name: /handbook/ })
    .first()
    .click();
  const panel = app.getByRole('complementary', { name: 'Document' });
  await expect(panel.locator('li[data-page="30"] mark').first()).toBeInViewport();
  await expect(panel.getByRole('button', { name: 'Download original' })).toBeVisible();
});

testOnOnePage(
  'a passage whose text is not on the page is not marked, but its page is shown',
  async ({ app }) => {
    await addHandbook(app);
    const { id, chunk } = await passageOn(app, 12);
    // Text stored by another reader differs.
    await app.evaluate(
      ([document, index]) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('perilune');
          opening.onsuccess = () => {
            const tx = opening.result.transaction('chunks', 'readwrite');
            const store = tx.objectStore('chunks');
            const got = store.get([document, index] as IDBValidKey);
            got.onsuccess = () =>
              store.put({ ...(got.result as object), text: 'Nothing of this is on any page.' });
            tx.oncomplete = () => (opening.result.close(), resolve());
            tx.onerror = () => reject(new Error('not written'));
          };
        }),
      [id, chunk] as const,
    );
    await app.goto(`./#/library/${id}?passage=${chunk}`);
    await expect(pageOf(app, 12).locator('canvas')).toBeInViewport();
    await expect(pageOf(app, 12).getByText(opening(12))).toBeAttached();
    await expect(app.locator('li[data-page] mark')).toHaveCount(0);
  },
);
