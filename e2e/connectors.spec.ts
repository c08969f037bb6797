// A connector: its form, a trial scan, a real scan, and what was left out.
import { seriousProblems } from './support/axe.ts';
import { dropFiles } from './support/files.ts';
import { expect, test } from './support/test.ts';
import { startWebServer } from './support/web-server.ts';

const NOTES = `connector = {
  name = "notes_import",
  version = "1.0.0",
  description = "Brings notes in",
  config = {
    { name = "prefix", type = "string", required = true, description = "Begins every title" },
    { name = "count", type = "integer", default = 3 },
  },
}

function connector.scan(config)
  if config.count > 9 then sleep(30) end
  local items = {}
  for index = 1, config.count do
    items[index] = {
      source_id = "note-" .. index,
      title = config.prefix .. " " .. index,
      body = "Herons stand in shallow water, note " .. index,
    }
  end
  items[#items + 1] = { source_id = "hollow" }
  return items
end
`;

test('a connector is tried, then scanned into the library, and invalid items are named', async ({ app }) => {
  await app.goto('./#/studio');
  await dropFiles(app, [{ name: 'notes_import.lua', content: NOTES }]);
  await expect(app.getByRole('dialog')).toContainText('A connector');
  await app.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
  await expect(app.getByRole('heading', { name: 'notes_import' })).toBeVisible();

  const pane = app.getByRole('group', { name: 'Test' });
  await pane.getByRole('button', { name: 'Dry run' }).click();
  await expect(pane).toContainText('This is required.');
  await expect(pane.getByLabel(/prefix/)).toBeFocused();
  await pane.getByLabel(/prefix/).fill('Heron');
  await pane.getByRole('button', { name: 'Dry run' }).click();
  await expect(pane).toContainText('Would add 3 documents');
  await expect(pane.getByRole('list', { name: 'Documents a scan would add' })).toContainText('Heron 2');
  await expect(pane.getByRole('list', { name: 'Skipped' })).toContainText("hollow: it has no 'body'");
  const found = () =>
    app.evaluate(async () => (await window.perilune.knowledge.search('herons')).results.length);
  expect(await found()).toBe(0);
  expect(await seriousProblems(app)).toEqual([]);

  await pane.getByRole('button', { name: 'Scan and add to the library' }).click();
  await expect(pane).toContainText('3 documents added');
  expect(await found()).toBe(3);
  await pane.getByRole('link', { name: 'Show them in the library' }).click();
  await expect(app.getByRole('heading', { name: 'Library' })).toBeVisible();
  await expect(app.getByText('Heron 1')).toBeVisible();
  await expect(app.getByText('Getting started')).toHaveCount(0);

  // Its config is saved; the list marks it; chats and other tools do not get it.
  await app.goto('./#/studio');
  await expect(app.getByRole('listitem').filter({ hasText: 'notes_import' })).toContainText('connector');
  await app.getByRole('link', { name: 'notes_import' }).click();
  await expect(app.getByLabel(/prefix/)).toHaveValue('Heron');
  const offered = await app.evaluate(async () =>
    (await window.perilune.tools.list()).map(({ name }) => name),
  );
  expect(offered).not.toContain('notes_import');
});

test('a long scan can be stopped', async ({ app }) => {
  await app.evaluate((source) => window.perilune.tools.install(source), NOTES);
  await app.goto('./#/studio/notes_import');
  const pane = app.getByRole('group', { name: 'Test' });
  await pane.getByLabel(/prefix/).fill('Heron');
  await pane.getByLabel(/count/).fill('10');
  await pane.getByRole('button', { name: 'Scan and add to the library' }).click();
  await expect(pane.getByText('Scanning')).toBeVisible();
  await pane.getByRole('button', { name: 'Stop' }).click();
  await expect(pane.getByText('Stopped')).toBeVisible();
});

test('a feed is added, tried, scanned and found; a second scan finds everything unchanged', async ({
  app,
}) => {
  const server = await startWebServer();
  try {
    const items = ['Bittern', 'Egret'].map(
      (bird) =>
        `<item><guid>${bird}</guid><title>${bird} news</title><description>The ${bird} booms in the reeds.</description></item>`,
    );
    const body = `<rss version="2.0"><channel><title>Birds</title>${items.join('')}</channel></rss>`;
    await app.goto('./#/library');
    await app.getByRole('link', { name: 'Connectors', exact: true }).click();
    await app.getByRole('button', { name: 'Add a feed' }).click();
    await app.getByRole('button', { name: /^RSS or Atom feed/ }).click();
    await app.getByLabel(/^url/).fill(`${server.origin}/text?type=text/xml&body=${encodeURIComponent(body)}`);
    await expect(app.getByText(`will be allowed to reach ${server.host}`)).toBeVisible();
    await app.getByLabel('Name').fill('Birds');
    await app.getByRole('button', { name: 'Add and scan' }).click();
    const feed = app.getByRole('article', { name: 'Birds' });
    await expect(feed).toContainText('2 added');

    await feed.getByRole('button', { name: 'Dry run' }).click();
    await expect(feed).toContainText('Dry run: 2 unchanged');
    await feed.getByRole('button', { name: 'Scan now' }).click();
    await expect(feed.getByRole('status')).toContainText(/^\s*2 unchanged/);
    const facts = await app.evaluate(async () => {
      const { results } = await window.perilune.knowledge.search('bittern', { source: 'script:birds' });
      const [{ last, every } = {}] = await window.perilune.feeds.list();
      return { found: results[0]?.title, last, every };
    });
    expect(facts).toMatchObject({ found: 'Bittern news', last: { added: 0, unchanged: 2 } });
    expect(await seriousProblems(app)).toEqual([]);

    await feed.getByRole('button', { name: 'Remove' }).click();
    await feed.getByRole('button', { name: 'Remove the documents too' }).click();
    await expect(app.getByRole('heading', { name: 'No feeds yet' })).toBeVisible();
    await expect(app.getByText('Removed “Birds” and 2 documents.')).toBeVisible();
  } finally {
    await server.stop();
  }
});
