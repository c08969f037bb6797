// Records the README's pictures: `npm run build`, then `node scripts/readme-picture.mjs`. docs/perilune.webp is animated
// and shows the app, docs/widget.webp shows the widget in the guide; `widget` as an argument records this one alone. Drives the built app in Chromium; needs ImageMagick with WebP.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineOptions } from './browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'docs/perilune.webp');
/** Bytes: READMEs are also read on slow connections. */
const LARGEST = 1_500_000;
const SIZE = { width: 1000, height: 640 };
const FILE = { name: 'staff-handbook.md', path: 'public/samples/handbook.md' };
const QUESTION = 'How do I report a security incident?';
const SUM = 'What is 12 miles in km?';
const WORDS = 'grant a host';
const WIDGET = { width: 1000, height: 560 };

process.chdir(root);
const { preview } = await import('vite');
const { chromium } = createRequire(import.meta.url)('playwright');
const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' });
const browser = await chromium.launch(engineOptions('chromium').launchOptions);
const folder = mkdtempSync(join(tmpdir(), 'perilune-picture-'));
try {
  await recordWidget();
  if (!process.argv.includes('widget')) await recordApp();
} finally {
  if (!process.env.KEEP_FRAMES) rmSync(folder, { recursive: true, force: true });
  else console.log(folder);
  await browser.close();
  await server.close();
}

async function recordWidget() {
  const page = await browser.newPage({ viewport: WIDGET, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${server.resolvedUrls.local[0]}demo-docs/`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(WORDS);
  await page.getByRole('option').nth(3).waitFor();
  await page.waitForTimeout(500);
  const path = join(folder, 'widget.png');
  await page.screenshot({ path });
  convert([path, '-quality', '82', join(root, 'docs/widget.webp')]);
}

async function recordApp() {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(server.resolvedUrls.local[0]);
  await page.evaluate(() => window.perilune.ready);
  const frames = [];
  /** Shows the current page for this many hundredths of a second. */
  const show = async (hundredths) => {
    const path = join(folder, `${String(frames.length).padStart(3, '0')}.png`);
    await page.screenshot({ path });
    frames.push('-delay', String(hundredths), path);
  };
  await film(page, show);
  convert(['-loop', '0', ...frames, '-define', 'webp:lossless=false', '-quality', '72', out]);
  const { size } = statSync(out);
  if (size > LARGEST) throw new Error(`The picture has ${size} bytes; at most ${LARGEST} are allowed.`);
  console.log(`docs/perilune.webp: ${frames.length / 3} frames, ${size} bytes`);
}

function convert(args) {
  const { status, stderr } = spawnSync('convert', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ImageMagick could not make the picture: ${stderr}`);
}

async function film(page, show) {
  const field = page.getByRole('textbox').last();
  await field.waitFor();
  await show(120);

  await drag(page, 'dragenter', 'dragover');
  await page.waitForTimeout(300);
  await show(110);
  await drag(page, 'drop');
  await page.getByText('1 document added').waitFor();
  await page.waitForTimeout(500);
  await show(160);
  await page.getByRole('button', { name: 'Close report' }).click();

  await ask(page, show, QUESTION);
  const source = page.getByRole('link', { name: /staff handbook/ }).last();
  await source.waitFor();
  await page.waitForTimeout(700);
  await show(320);

  await source.click();
  await page.waitForURL(/#\/library/);
  await page.waitForTimeout(1500);
  await show(280);
  await page.goBack();

  await ask(page, show, SUM);
  await page.getByText('19.3').first().waitFor();
  await page.waitForTimeout(900);
  await show(350);
}

/** Types a question in visible steps, and sends it. */
async function ask(page, show, question) {
  const field = page.getByRole('textbox').last();
  await field.click();
  const words = question.split(' ');
  for (let index = 0; index < words.length; index += 2) {
    await page.keyboard.type(`${words.slice(index, index + 2).join(' ')} `);
    await show(22);
  }
  await page.keyboard.press('Backspace');
  await show(40);
  await page.keyboard.press('Enter');
}

/** Sends the browser's events of dragging a file over the window and dropping it. */
async function drag(page, ...types) {
  await page.evaluate(
    ({ types, name, text }) => {
      const files = new DataTransfer();
      files.items.add(new File([text], name, { type: 'text/markdown' }));
      const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
      for (const type of types)
        target.dispatchEvent(
          new DragEvent(type, {
            bubbles: true,
            cancelable: true,
            dataTransfer: files,
            clientX: 500,
            clientY: 320,
          }),
        );
    },
    { types, name: FILE.name, text: readFileSync(join(root, FILE.path), 'utf8') },
  );
}
