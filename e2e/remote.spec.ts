// Remote collections in the browser: a real Chroma server is connected, filled, searched, and a remote document is
// opened.
import { type ChromaServer, startChroma, whyNoChroma } from '../scripts/chroma-server.ts';
import { expect, test } from './support/test.ts';

// The server responds with 404 while there is no collection, which the browser reports as an error.
test.use({ expectedErrors: /status of 404/ });

let server: ChromaServer | undefined;
test.beforeAll(async () => {
  if (!whyNoChroma()) server = await startChroma();
});
test.afterAll(() => server?.close());

test('a Chroma server is connected, filled and searched along with the library, and its documents open', async ({
  app,
}) => {
  test.skip(!server, whyNoChroma());
  const ids = await app.evaluate(async () => {
    const report = await window.perilune.knowledge.add([
      { title: 'Kettle', body: 'Descale the kettle with vinegar once a month.', source: 'home' },
      { title: 'Bicycle', body: 'Oil the chain of the bicycle after rain.', source: 'home' },
    ]);
    return report.ids;
  });

  await app.goto('./#/settings/remote');
  const section = app.getByRole('region', { name: 'Remote knowledge' });
  await section.getByRole('button', { name: 'Connect Chroma' }).click();
  await section.getByLabel('Address').fill('http://127.0.0.1:1');
  await section.getByRole('button', { name: 'Test' }).click();
  await expect(section).toContainText('127.0.0.1:1 cannot be reached');
  await section.getByLabel('Address').fill(server!.url);
  await section.getByLabel('Name optional').fill('Team');
  await section.getByRole('button', { name: 'Test' }).click();
  await expect(section).toContainText('The first push creates the collection');
  await section.getByRole('button', { name: 'Connect', exact: true }).click();

  const row = section.getByRole('listitem');
  await row.getByLabel('Documents').selectOption('home');
  await row.getByRole('button', { name: 'Push' }).click();
  await expect(row).toContainText('Pushed 2 documents (2 passages).');
  await row.getByRole('button', { name: 'Push' }).click();
  await expect(row).toContainText('Pushed 0 documents (0 passages), 2 unchanged.');

  const search = (query: string, mode: 'keyword' | 'semantic') =>
    app.evaluate(async ([query, mode]) => (await window.perilune.knowledge.search(query, { mode })).results, [
      query,
      mode,
    ] as const);
  // Here too, the library's own document is found.
  const elsewhere = async (query: string) =>
    (await search(query, 'keyword')).filter(({ remote }) => remote !== undefined);
  expect(await elsewhere('descale the kettle')).toEqual([]);
  await app.evaluate(async (ids) => {
    for (const id of ids) await window.perilune.knowledge.remove(id);
  }, ids);
  const [hit] = await elsewhere('descaling kettles');
  expect(hit).toMatchObject({ title: 'Kettle', source: 'home', remote: 'Team' });
  await app.evaluate(async () => {
    const [remote] = await window.perilune.remotes.list();
    await window.perilune.remotes.update(remote!.id, { use: 'instead' });
  });
  expect((await search('getting rid of limescale', 'semantic'))[0]).toMatchObject({ title: 'Kettle' });

  await app.goto(`./#/library/${encodeURIComponent(hit!.id)}?passage=0`);
  await expect(app.getByRole('heading', { name: 'Kettle' })).toBeVisible();
  await expect(app.getByRole('article', { name: 'Kettle' })).toContainText('Descale the kettle with vinegar');

  await app.goto('./#/settings/remote');
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await expect(section).toContainText('No collection is connected.');
  expect(await elsewhere('descaling kettles')).toEqual([]);
});
