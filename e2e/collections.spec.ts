// Collections: a folder keeps its name and paths; filtering, sorting and organising the library.
import { strToU8, zipSync } from 'fflate';
import { dropFiles, dropFolder } from './support/files.ts';
import { expect, test } from './support/test.ts';

test('a dropped folder becomes a collection that filters the library and can be edited', async ({ app }) => {
  await app.goto('./#/library');
  await dropFolder(app, [
    { path: 'Reports/2024/annual.md', content: '# Annual report\n\nThe lighthouse earned nine crowns.' },
    { path: 'Reports/brief.txt', content: 'A brief about the lighthouse and its keeper.' },
  ]);

  const collections = app.getByRole('navigation', { name: 'Collections' });
  const chip = collections.getByRole('link', { name: /Reports/ });
  await expect(chip).toContainText('2');
  await chip.click();
  await expect(app).toHaveURL(/#\/library\?collection=/);
  const head = app.getByRole('region', { name: 'Reports' });
  await expect(head).toContainText('2 documents');
  const rows = app.locator('tbody .row');
  await expect(rows).toHaveCount(2);

  await test.step('paths are kept, and the list is sorted and filtered', async () => {
    const paths = await app.evaluate(async () => {
      const { results } = await window.perilune.knowledge.search('lighthouse');
      return results.map((hit) => hit.source_id).sort();
    });
    expect(paths).toEqual(['Reports/2024/annual.md', 'Reports/brief.txt']);
    await app.getByRole('button', { name: 'Title' }).click();
    await expect(app.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(rows.first()).toContainText('Annual report');
    await app.getByRole('button', { name: 'Title' }).click();
    await expect(rows.first()).toContainText('brief');
    await app.getByRole('searchbox', { name: 'Search the documents' }).fill('annual');
    await expect(rows).toHaveCount(1);
    await app.getByRole('searchbox', { name: 'Search the documents' }).fill('');
    await expect(rows).toHaveCount(2);
    await app.getByLabel('Type').selectOption('markdown');
    await expect(rows).toHaveCount(1);
    await app.getByRole('button', { name: 'Clear filters' }).click();
  });

  await test.step('a document is renamed, tagged and moved', async () => {
    await app.getByLabel('Select brief').check();
    await app.getByRole('button', { name: 'Rename' }).click();
    await app.getByLabel('Title', { exact: false }).and(app.locator('dialog input')).fill('The keeper');
    await app.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(app.getByRole('link', { name: /The keeper/ })).toBeVisible();
    await app.getByLabel('Select The keeper').check();
    await app.getByRole('button', { name: 'Tags' }).click();
    await app.getByLabel('Add tags').fill('staff, urgent');
    await app.getByRole('button', { name: 'Save' }).click();
    await expect(app.getByText('#urgent')).toBeVisible();
    await app.getByRole('button', { name: 'Move', exact: true }).click();
    await app.getByRole('menuitem', { name: 'New collection…' }).click();
    await app.getByRole('textbox', { name: 'Name' }).fill('Staff');
    await app.getByRole('button', { name: 'Create' }).click();
    await expect(rows).toHaveCount(1);
    await expect(collections.getByRole('link', { name: /Staff/ })).toContainText('1');
  });

  await test.step('a deleted collection leaves its documents', async () => {
    await head.getByRole('button', { name: 'Delete' }).click();
    await app.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(chip).toHaveCount(0);
    await expect(app).toHaveURL(/#\/library$/);
    await expect(app.getByRole('link', { name: /Annual report/ })).toBeVisible();
    await app.getByRole('button', { name: 'Undo' }).last().click();
    await expect(chip).toContainText('1');
  });
});

test('a dropped ZIP becomes a collection with its documents', async ({ app }) => {
  const zip = zipSync({
    'tidewatch/README.md': strToU8('# Tidewatch\n\nTidewatch prints the tide table of a harbour.'),
    'tidewatch/src/main.py': strToU8('print("tide")\n'),
    'tidewatch/package.json': strToU8('{ "name": "tidewatch" }'),
  });
  await dropFiles(app, [{ name: 'tidewatch.zip', content: [...zip], type: 'application/zip' }]);
  await expect(app.getByText('3 documents added')).toBeVisible();
  await expect(app.getByRole('dialog')).toBeHidden();
  await app.goto('./#/library');
  const collections = app.getByRole('navigation', { name: 'Collections' });
  await expect(collections.getByRole('link', { name: /tidewatch/ })).toContainText('3');
});

test('a chat and a question are limited to a collection', async ({ app }) => {
  await app.evaluate(() =>
    window.perilune.knowledge.add([
      { title: 'Harbour rules', body: 'The ferry to Lorne leaves at six in the morning.', source: 'rules' },
      { title: 'Kitchen notes', body: 'The stew for the crew needs eleven onions.', source: 'kitchen' },
    ]),
  );
  await app.goto('./#/library');
  await app.getByLabel('Select Harbour rules').check();
  await app.getByRole('button', { name: 'Add to collection' }).click();
  await app.getByRole('menuitem', { name: 'New collection…' }).click();
  await app.getByRole('textbox', { name: 'Name' }).fill('Port');
  await app.getByLabel('Starter questions').fill('When does the ferry to Lorne leave?');
  await app.getByRole('button', { name: 'Create' }).click();
  await app.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: /Port/ }).click();
  await app.getByRole('button', { name: 'Ask this collection' }).click();
  await expect(app.getByRole('heading', { name: 'Port' })).toBeVisible();
  await app.getByRole('button', { name: 'When does the ferry to Lorne leave?' }).click();
  const log = app.getByRole('log');
  await expect(log.getByText('The ferry to Lorne leaves at six in the morning.').first()).toBeVisible();

  await test.step('the rest of the library does not answer here', async () => {
    await ask('How many onions does the stew for the crew need?');
    await expect(log.getByText('How many onions')).toBeVisible();
    await expect(app.getByRole('button', { name: 'Stop' })).toHaveCount(0);
    await expect(log).not.toContainText('eleven onions');
    await app.getByRole('button', { name: 'This chat answers from: Port' }).click();
    await app.getByRole('menuitem', { name: 'Whole library' }).click();
    await ask('So how many onions does the stew for the crew need?');
    await expect(log.getByText('eleven onions').first()).toBeVisible();
  });

  await test.step('a single question is limited with #', async () => {
    await app.getByRole('textbox').last().pressSequentially('#Por');
    await app.getByRole('option', { name: /Port/ }).click();
    await expect(app.getByRole('list', { name: 'Answered from' })).toContainText('Port');
    await ask('When does the ferry to Lorne leave, please?');
    await expect(app.getByRole('list', { name: 'Mentions' })).toContainText('Port');
  });

  async function ask(text: string): Promise<void> {
    await app.getByRole('textbox').last().fill(text);
    await app.keyboard.press('Enter');
  }
});

test('chats are pinned and tagged', async ({ app }) => {
  for (const text of ['hello', 'good morning']) {
    await app.goto('./#/chat');
    await app
      .getByRole('button', { name: 'New chat' })
      .or(app.getByRole('link', { name: 'New chat' }))
      .first()
      .click();
    await app.getByRole('textbox').last().fill(text);
    await app.keyboard.press('Enter');
    await expect(app.getByRole('list', { name: 'Today' }).getByRole('link', { name: text })).toBeVisible();
  }
  const row = app.getByRole('listitem').filter({ has: app.getByRole('link', { name: 'hello' }) });
  await row.hover();
  await row.getByRole('button', { name: 'More for hello' }).click();
  await app.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(app.getByRole('list', { name: 'Pinned' }).getByRole('link', { name: 'hello' })).toBeVisible();
  await row.hover();
  await row.getByRole('button', { name: 'More for hello' }).click();
  await app.getByRole('menuitem', { name: /Tags/ }).click();
  await app.getByRole('dialog').getByLabel('Tags').fill('Greetings');
  await app.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await app.getByRole('searchbox', { name: 'Search chats' }).fill('#greet');
  await expect(app.getByRole('list', { name: 'Chats found' }).getByRole('link')).toHaveText(['hello']);
});

test('a folder of 5,000 files is imported completely, and the page stays usable meanwhile', async ({
  app,
}) => {
  const files = Array.from({ length: 5_000 }, (_, i) => ({
    path: `Archive/${i % 50}/note-${i}.txt`,
    content: `Note number ${i} of the archive.`,
  }));
  await app.goto('./#/library');
  await dropFolder(app, files);
  const chip = app.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: /Archive/ });
  // The screen responds during the import.
  await app.getByRole('link', { name: 'Studio' }).first().click();
  await expect(app).toHaveURL(/#\/studio/);
  await app.goto('./#/library');
  await expect(chip).toContainText('5,000', { timeout: 100_000 });
  await chip.click();
  await app.getByRole('button', { name: 'Title' }).click();
  await expect(app.locator('tbody .row').first()).toContainText('note-0');
});

test('a page creates a collection, fills it, searches only in it, and removes it', async ({ app }) => {
  const found = await app.evaluate(async () => {
    const { knowledge } = window.perilune;
    const { collections } = knowledge;
    const { ids } = await knowledge.add([
      { title: 'Inside', body: 'The lighthouse keeper earns nine crowns a day.' },
      { title: 'Outside', body: 'A lighthouse keeper elsewhere earns four crowns a day.' },
    ]);
    const { id } = await collections.create({ name: 'Pay', starters: ['Who earns what?'] });
    const { added } = await collections.add('Pay', [ids[0]!, 'nothing']);
    await collections.rename(id, 'Wages');
    const { results } = await knowledge.search('lighthouse keeper', { collection: 'wages' });
    const { answer } = await knowledge.answer('What does a lighthouse keeper earn?', { collection: id });
    const { documents, total } = await collections.documents(id);
    const listed = await collections.list();
    const gone = await collections.remove(id);
    const after = await knowledge
      .search('lighthouse keeper', { collection: id })
      .catch((error) => error.code);
    const { removed } = await knowledge.remove(ids[0]!);
    return {
      ...{ added, total, gone, after, removed, text: answer?.text },
      titles: [results.map(({ title }) => title), documents.map(({ title }) => title)],
      listed: listed.map(({ name, documents, starters }) => ({ name, documents, starters })),
    };
  });
  expect(found).toEqual({
    ...{ added: 1, total: 1, gone: { documents: 1 }, after: 'not_found', removed: 1 },
    text: expect.stringContaining('nine crowns'),
    titles: [['Inside'], ['Inside']],
    listed: [{ name: 'Wages', documents: 1, starters: ['Who earns what?'] }],
  });
});

test('a profile limited to a collection answers from nothing else', async ({ app }) => {
  await app.evaluate(async () => {
    const { knowledge } = window.perilune;
    const { ids } = await knowledge.add([
      { title: 'Inside', body: 'The lighthouse keeper earns nine crowns a day.' },
      { title: 'Outside', body: 'The ferry leaves Narvik at seven in the morning.' },
    ]);
    await knowledge.collections.create({ name: 'Pay' });
    await knowledge.collections.add('Pay', [ids[0]!]);
  });
  await app.goto('./#/profiles/new');
  const form = app.getByRole('form', { name: 'New profile' });
  await form.getByLabel('Name', { exact: true }).fill('Paymaster');
  await form.getByRole('textbox', { name: 'Instructions' }).fill('Answer about pay.');
  const collections = form.getByRole('group', { name: 'Collections' });
  await collections.getByRole('radio', { name: 'Only these' }).check();
  await collections.getByRole('checkbox', { name: 'Pay' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await app.getByRole('button', { name: 'New chat with Paymaster' }).click();
  await expect(app.getByRole('button', { name: 'This chat answers from: Pay' })).toBeVisible();
  const field = app.getByRole('textbox', { name: /ask/i });
  await field.fill('When does the ferry leave Narvik?');
  await field.press('Enter');
  await expect(app.locator('main')).toContainText('When does the ferry leave Narvik?');
  await field.fill('What does the lighthouse keeper earn?');
  await field.press('Enter');
  await expect(app.locator('main')).toContainText('nine crowns a day');
  await expect(app.locator('main')).not.toContainText('seven in the morning');
});

test('a tool limited to a collection reads nothing else, by search or by id', async ({ app }) => {
  const outside = await app.evaluate(async () => {
    const { knowledge, tools } = window.perilune;
    const { ids } = await knowledge.add([
      { title: 'Inside', body: 'The lighthouse keeper earns nine crowns a day.' },
      { title: 'Outside', body: 'The lighthouse ferry leaves Narvik at seven.' },
    ]);
    await knowledge.collections.create({ name: 'Pay' });
    await knowledge.collections.add('Pay', [ids[0]!]);
    const source = `tool = { name = "reader", description = "x", parameters = { { name = "id" } } }
function tool.execute(given)
  local found = context.search("lighthouse")
  local titles = {}
  for _, one in ipairs(found) do titles[#titles + 1] = one.title end
  local ok = pcall(context.get, given.id)
  return { titles = titles, ok = ok }
end`;
    await tools.install(source, { policy: 'allow' });
    return ids[1]!;
  });
  const read = () => app.evaluate((id) => window.perilune.tools.call('reader', { id }), outside);
  const whole = await read();
  expect(whole).toMatchObject({ result: { ok: true } });
  expect((whole as { result: { titles: string[] } }).result.titles.toSorted()).toEqual(['Inside', 'Outside']);
  await app.goto('./#/studio/reader');
  await app.getByRole('tab', { name: 'Settings' }).click();
  const choice = app.getByRole('group', { name: 'Collections' });
  await choice.getByRole('radio', { name: 'Only these' }).check();
  await choice.getByRole('checkbox', { name: 'Pay' }).check();
  await expect(choice).toContainText('This tool can read only documents of these collections.');
  await expect.poll(read).toEqual({ result: { titles: ['Inside'], ok: false } });
  await app.reload();
  expect(await read()).toEqual({ result: { titles: ['Inside'], ok: false } });
  await app.getByRole('tab', { name: 'Settings' }).click();
  await choice.getByRole('radio', { name: 'All documents' }).check();
  await expect.poll(read).toEqual(whole);
});
