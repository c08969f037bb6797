// The installed app: in its own window, opening files from the system and keeping shares.
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright/test';
import { expect, openApp, saveData, test } from './support/test.ts';

const FIXTURES = fileURLToPath(new URL('../src/knowledge/extract/fixtures/', import.meta.url));

/** One of each kind of document, mostly small texts. */
const TEXTS: Record<string, string> = {
  'tides.md': '# Tides\n\nSpring tides follow the moon.',
  'buoy.html': '<title>Buoy</title><main><h1>Buoy</h1><p>The buoy is red.</p></main>',
  'watch.txt': 'The dog watch is short.',
  'ports.csv': 'port,depth\nHull,9\n',
  'crew.json': '{"captain": "Ada"}',
  'log.jsonl': '{"title": "Log of Monday", "text": "Wind from the west."}\n',
  'chart.ipynb': JSON.stringify({
    nbformat: 4,
    metadata: {},
    cells: [{ cell_type: 'markdown', source: ['# Chart\n', 'Soundings in fathoms.'] }],
  }),
};
const PACKED = ['pdf', 'docx', 'pptx', 'xlsx', 'odt', 'epub'];
const SCRIPT = `tool = { name = "greeter", version = "1.0.0", description = "Greets people" }
function tool.execute() return "hello" end`;

// Only its DevTools protocol can install an app and open it through the system.
test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium lets a test install an app');

test('the installed app opens files from the system in its own window, and keeps shares', async ({
  playwright,
  baseURL,
  launchOptions,
}, testInfo) => {
  const context = await playwright.chromium.launchPersistentContext(testInfo.outputPath('profile'), {
    ...launchOptions,
    serviceWorkers: 'allow',
  });
  try {
    await context.addInitScript(saveData);
    const [tab] = context.pages() as [Page];
    await openApp(tab, baseURL);
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const manifest = await manifestOf(await context.newCDPSession(tab));
    const system = await context.browser()!.newBrowserCDPSession();
    const manifestId = baseURL!;
    await install(system, manifestId);
    await system.send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' });
    await tab.goto('about:blank');

    // Closed until now. The registered file types are those the browser parsed from the manifest.
    const files = write(testInfo.outputPath());
    const opening = context.waitForEvent('page');
    await system.send('PWA.launchFilesInApp', { manifestId, files: files.documents });
    const app = await opening;
    await expect(app.getByText(`${files.documents.length} documents added`)).toBeVisible();
    expect(app.url()).toMatch(/#\/library$/);
    expect(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    await expect(app.getByText(/skipped/)).toHaveCount(0);
    for (const title of ['Tides', 'Log of Monday']) {
      await expect(app.getByRole('link', { name: title })).toBeVisible();
    }

    // Already open: the same window handles it, and a script stays linked to its file.
    await system.send('PWA.launchFilesInApp', { manifestId, files: [files.script] });
    const dialog = app.getByRole('dialog');
    await expect(dialog).toContainText('It stays linked to greeter.lua');
    expect(context.pages().length).toBe(2);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await context.setOffline(true);
    await share(app, manifest.share_target, {
      title: 'A lugger',
      text: 'A lugger has two masts.',
      file: 'herring.md',
      body: '# Herring\n\nThe herring fleet sails at dusk.',
    });
    await expect(app.getByText('2 documents added')).toBeVisible();
    await expect(app.getByRole('link', { name: 'Herring' })).toBeVisible();
    await expect(app.getByRole('link', { name: 'A lugger', exact: true })).toBeVisible();
  } finally {
    await context.close();
  }
});

async function install(system: CDPSession, manifestId: string): Promise<void> {
  try {
    await system.send('PWA.install', { manifestId, installUrlOrBundleUrl: manifestId });
  } catch (error) {
    test.skip(
      /wasn't found|not supported/i.test(String(error)),
      'this build of Chromium cannot install apps',
    );
    throw error;
  }
}

interface Target {
  action: string;
  method: string;
  enctype: string;
  params: { title: string; text: string; files: { name: string }[] };
}

async function manifestOf(session: CDPSession): Promise<{ share_target: Target }> {
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  return JSON.parse(data!) as { share_target: Target };
}

function write(folder: string): { documents: string[]; script: string } {
  const texts = { ...TEXTS, 'greeter.lua': SCRIPT };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
  for (const kind of PACKED) copyFileSync(join(FIXTURES, `kestrel.${kind}`), join(folder, `kestrel.${kind}`));
  const documents = [...Object.keys(TEXTS), ...PACKED.map((kind) => `kestrel.${kind}`)];
  return {
    documents: documents.map((name) => join(folder, name)),
    script: join(folder, 'greeter.lua'),
  };
}

/**
 * Simulates the system's share: a navigation that posts a form. The app's own page may not post, but a page of the
 * guide may.
 */
async function share(
  app: Page,
  target: Target,
  what: { title: string; text: string; file: string; body: string },
): Promise<void> {
  await app.goto(new URL('demo-docs/02-documents.html', app.url()).href);
  await app.evaluate(
    ([{ action, method, enctype, params }, { title, text, file, body }]) => {
      const form = Object.assign(document.createElement('form'), {
        method,
        enctype,
        action: new URL(action, new URL('../', location.href)).href,
      });
      const said = Object.entries({ [params.title]: title, [params.text]: text });
      form.append(
        ...said.map(([name, value]) => Object.assign(document.createElement('textarea'), { name, value })),
      );
      const files = new DataTransfer();
      files.items.add(new File([body], file));
      const field = Object.assign(document.createElement('input'), {
        type: 'file',
        name: params.files[0]!.name,
      });
      field.files = files.files;
      form.append(field);
      document.body.append(form);
      setTimeout(() => form.submit());
    },
    [target, what] as const,
  );
}
