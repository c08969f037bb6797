// Library packs: shared in one profile, opened in another, and asked there.
import { readFileSync } from 'node:fs';
import { dropFiles } from './support/files.ts';
import { expect, saveData, test } from './support/test.ts';

const TOOL = `tool = { name = "packing_list", description = "Lists what to pack", parameters = { type = "object", properties = {} } }
function tool.execute() return { "tent" } end`;

test('a collection is shared as a pack, which another profile shows, adds and answers from', async ({
  app,
  browser,
  baseURL,
}) => {
  await app.evaluate(async (source) => {
    const { knowledge, tools, profiles } = window.perilune;
    await knowledge.collections.create({
      name: 'Tents',
      instructions: 'Answer in one sentence.',
      starters: ['How much does the Swift 2 weigh?'],
    });
    await knowledge.add([
      { title: 'Weights <b>', body: 'The Swift 2 weighs 900 g. See /home/alice/tents.md.', source: 'notes' },
    ]);
    const { results } = await knowledge.search('swift', { source: 'notes' });
    await knowledge.collections.add(
      'Tents',
      results.map(({ id }) => id),
    );
    await tools.install(source);
    await profiles.add({ name: 'Tent guide', text: 'You know tents.', tools: ['packing_list', 'send_mail'] });
  }, TOOL);
  await app.goto('./#/library');
  await app.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: /Tents/ }).click();
  await app.getByRole('region', { name: 'Tents' }).getByRole('button', { name: 'Share' }).click();
  const share = app.getByRole('dialog');
  await expect(share.getByLabel('1 document')).toBeChecked();
  await share.getByLabel('Profile').selectOption({ label: 'Tent guide' });
  await expect(share.getByLabel('packing_list')).toBeChecked();
  await share.getByRole('button', { name: 'Continue' }).click();
  await expect(share).toContainText('0 possible keys and 1 private path');
  const saving = app.waitForEvent('download');
  await share.getByRole('button', { name: 'Save file' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('Tents.pack.zip');
  const bytes = [...readFileSync(await download.path())];

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  await context.addInitScript(saveData);
  const other = await context.newPage();
  await other.goto('./#/library');
  await other.waitForFunction(() => 'perilune' in window);
  await dropFiles(other, [{ name: 'Tents.pack.zip', content: bytes, type: 'application/zip' }]);
  const review = other.getByRole('dialog', { name: 'Add “Tents”?' });
  await review.getByText('Weights <b>').click();
  await expect(review).toContainText('See /home/[masked]/tents.md.');
  await expect(review).toContainText('It also names send_mail.');
  await expect(review).toContainText('You know tents.');
  await review.getByText('View source').click();
  await expect(review).toContainText('function tool.execute()');
  await review.getByRole('button', { name: 'Add', exact: true }).click();
  const added = other.getByRole('dialog', { name: 'Pack added' });
  await expect(added).toContainText('Added 1 document to Tents');
  const kept = await other.evaluate(async () => {
    const { profiles, tools } = window.perilune;
    const [{ tools: callable, imported } = {}] = await profiles.list();
    const tool = (await tools.list()).find(({ name }) => name === 'packing_list');
    return { callable, imported, policy: tool?.policy, origin: tool?.origin, hosts: tool?.hosts };
  });
  expect(kept).toEqual({
    callable: ['packing_list'],
    imported: true,
    policy: 'ask',
    origin: 'imported',
    hosts: [],
  });
  await added.getByRole('button', { name: 'Ask this collection' }).click();
  await other.getByRole('button', { name: 'How much does the Swift 2 weigh?' }).click();
  await expect(other.getByText('pack: Tents')).toBeVisible();

  // Opened again, it would copy nothing.
  await dropFiles(other, [{ name: 'Tents.pack.zip', content: bytes, type: 'application/zip' }]);
  await expect(review.getByText('Already here, unchanged.')).toHaveCount(2);
  await expect(review.getByRole('checkbox', { name: /Documents/ })).not.toBeChecked();
  await context.close();
});
