// A first sync of a gigabyte between two real browsers through Apache with `mod_dav`: each browser is killed on its way
// and started again. Seconds, memory, and what the kills cost.
//
// npm run build && node bench/sync-gigabyte.mjs [files] [megabytes of a file] [kills] default: 250 4 3
//
// The files are PDF files of random bytes with a line of text, so nothing of them can be compressed.
import { randomFillSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { findBrowser } from '../scripts/browser.mjs';
import { openSource } from './source.mjs';

const FILES = Number(process.argv[2] ?? 250);
const SIZE = Number(process.argv[3] ?? 4) * 1024 * 1024;
const KILLS = Number(process.argv[4] ?? 3);
const TOTAL = FILES * SIZE;
const PASSPHRASE = 'a walk beneath the moon 7';
/** Milliseconds between two looks at the storage or the device. */
const LOOK = 1000;

const root = mkdtempSync(join(tmpdir(), 'sync-gigabyte-'));
const { load, close } = await openSource();
const served = await preview({ root: resolve(import.meta.dirname, '..'), preview: { port: 0 } });
const address = served.resolvedUrls.local[0];
const { startApache } = await load('src/features/sync/stores/apache.test-support.ts');
const apache = await startApache({ origin: new URL(address).origin });
const rows = {};
const load1 = loadavg()[0];
try {
  const paths = writeFiles(join(root, 'files'));
  let a = await open('a');
  await add(a.page, paths);
  await connect(a.page, 'Laptop');
  a = await measure('sending', a, 'a', () => bytesIn(join(apache.folder, 'perilune')));
  await a.end();
  const stored = bytesIn(join(apache.folder, 'perilune'));

  let b = await open('b');
  await connect(b.page, 'Phone');
  b = await measure('receiving', b, 'b', async (page) => (await originals(page)).bytes);
  const { items, bytes } = await originals(b.page);
  if (items !== FILES || bytes !== paths.reduce((sum, path) => sum + statSync(path).size, 0)) {
    throw new Error(`only ${items} files with ${bytes} bytes arrived`);
  }
  await b.end();
  console.log(
    `${FILES} files of ${SIZE / 1024 / 1024} MB; the storage holds ${megabytes(stored)} MB; load ${load1}`,
  );
  console.table(rows);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const { pid } of processesOf(root)) process.kill(pid, 'SIGKILL');
  await apache.stop();
  await served.close();
  await close();
  rmSync(root, { recursive: true, force: true, maxRetries: 9, retryDelay: 200 });
}

/** Waits until all is there, and kills the browser on the way. */
async function measure(what, first, name, progress) {
  let browser = first;
  const start = Date.now();
  let [lost, sent, peak] = [0, 0, 0];
  for (let kills = 0; ;) {
    await wait(LOOK);
    peak = Math.max(peak, browser.memory());
    const done = await progress(browser.page);
    const isOver =
      done >= TOTAL && (await browser.page.getByRole('button', { name: 'Sync now' }).isVisible());
    if (isOver) break;
    if (kills >= KILLS || done < (TOTAL * (kills + 1)) / (KILLS + 1)) continue;
    kills += 1;
    sent += browser.moved();
    browser.kill();
    const killed = Date.now();
    browser = await open(name);
    await browser.page.goto(`${address}#/settings/sync`);
    lost += Date.now() - killed;
  }
  sent += browser.moved();
  rows[what] = {
    s: seconds(Date.now() - start),
    'of it starting again': seconds(lost),
    kills: KILLS,
    'moved MB': megabytes(sent),
    'peak MB of all processes': megabytes(peak),
  };
  return browser;
}

async function open(name) {
  const profile = join(root, name);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: ['--no-sandbox'],
    serviceWorkers: 'block',
  });
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  const page = context.pages()[0] ?? (await context.newPage());
  let moved = 0;
  page.on('requestfinished', async (request) => {
    if (!request.url().startsWith(apache.url)) return;
    const sizes = await request.sizes().catch(() => undefined);
    if (sizes) moved += sizes.requestBodySize + Math.max(0, sizes.responseBodySize);
  });
  await page.goto(address);
  await page.evaluate(() => window.perilune.ready);
  return {
    page,
    moved: () => moved,
    memory: () => processesOf(profile).reduce((sum, { resident }) => sum + resident, 0),
    kill: () => {
      for (const { pid } of processesOf(profile)) process.kill(pid, 'SIGKILL');
    },
    end: () => context.close(),
  };
}

/** The processes of this browser, which this script has started: their command names its profile. */
function processesOf(profile) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--user-data-dir=${profile}`)) return [];
        const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        return [{ pid: Number(pid), resident: Number(kilobytes) * 1024 }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

async function add(page, paths) {
  await page.goto(`${address}#/library`);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).first().click();
  await (await choosing).setFiles(paths);
  while ((await originals(page)).items < FILES) await wait(LOOK);
}

async function connect(page, name) {
  await page.goto(`${address}#/settings/sync`);
  const form = page.getByRole('form', { name: 'Set up sync' });
  await form.getByLabel('Address of the folder').fill(`${apache.url}perilune`);
  await form.getByLabel('User name').fill('me');
  await form.getByLabel('Password').fill('moon');
  await form.getByLabel('Passphrase').fill(PASSPHRASE);
  await form.getByLabel('Name of this device').fill(name);
  await form.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('heading', { name: 'What is synced' }).waitFor();
}

function originals(page) {
  return page.evaluate(async () => {
    const request = indexedDB.open('perilune');
    const db = await new Promise((done) => (request.onsuccess = () => done(request.result)));
    const keys = db.transaction('originals').objectStore('originals').index('size').openKeyCursor();
    const found = await new Promise((done) => {
      const sum = { items: 0, bytes: 0 };
      keys.onsuccess = () => {
        const cursor = keys.result;
        if (!cursor) return done(sum);
        sum.items += 1;
        sum.bytes += cursor.key;
        cursor.continue();
      };
    });
    db.close();
    return found;
  });
}

function writeFiles(folder) {
  mkdirSync(folder);
  return Array.from({ length: FILES }, (_, at) => {
    const path = join(folder, `report-${at}.pdf`);
    writeFileSync(path, pdf(`Report ${at} tells of the tides in harbour ${at}.`));
    return path;
  });
}

/** A page with a line of text, and an object of random bytes that fills the file. */
function pdf(line) {
  const text = `BT /F1 12 Tf 72 700 Td (${line}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places = [];
  const write = (number, content) => {
    places.push(parts.reduce((sum, { length }) => sum + length, 0));
    parts.push(
      Buffer.from(`${number} 0 obj\n`),
      ...content.map((one) => Buffer.from(one)),
      Buffer.from('\nendobj\n'),
    );
  };
  for (const [index, object] of objects.entries()) write(index + 1, [object]);
  const filler = randomFillSync(Buffer.alloc(SIZE - 1200));
  write(6, [`<</Length ${filler.length}>>\nstream\n`, filler, '\nendstream']);
  const start = parts.reduce((sum, { length }) => sum + length, 0);
  const rest = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 7\n0000000000 65535 f \n${rest}trailer\n<</Size 7/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  const file = Buffer.concat(parts);
  // Exactly this size: a comment fills the rest.
  return Buffer.concat([file, Buffer.from(`%${'.'.repeat(SIZE - file.length - 1)}`)]);
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => {
      try {
        return sum + statSync(join(entry.parentPath, entry.name)).size;
      } catch {
        return sum;
      }
    }, 0);
}

function seconds(milliseconds) {
  return Math.round(milliseconds / 1000);
}

function megabytes(bytes) {
  return Math.round(bytes / 1e6);
}
