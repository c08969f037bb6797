// MCP servers in the browser: real servers of both protocol eras are added, called from chats and Lua, and ask back.
import { legacyServer, listen, modernServer, offerContent } from '../src/mcp/real-servers.test-support.ts';
import { answer, install, outcome, questions, start } from './support/approvals.ts';
import { expect, testOnOnePage as test } from './support/test.ts';

// The browser's messages about a server with the older protocol, and one without CORS.
test.use({ expectedErrors: /status of 40\d|CORS policy|ERR_FAILED/ });

const closing: (() => Promise<void>)[] = [];
test.afterAll(async () => {
  for (const close of closing) await close();
});

test('a server is tested, added, called by name and from Lua, and asks back in a form', async ({ app }) => {
  const server = await modernServer();
  closing.push(() => server.close());
  await app.goto('./#/settings/servers');
  const section = app.getByRole('region', { name: 'MCP servers' });
  await section.getByRole('button', { name: 'Add a server' }).click();
  await section.getByLabel('Address').fill(server.url);
  await section.getByLabel('Name').fill('weather');
  await section.getByLabel('Authentication').selectOption('Token');
  await section.getByLabel('Token').fill('t0ken');
  await section.getByRole('button', { name: 'Test' }).click();
  await expect(section).toContainText('MCP 2026-07-28 answers with 3 tools');
  await section.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(section).toContainText('Connected · 3 tools');
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer t0ken');

  // The page API asks the user, who sees the arguments; the form's values are the answer.
  const called = await start(app, 'weather__forecast', { city: 'Bern' });
  await expect(questions(app)).toContainText('Bern');
  await answer(app, 'Allow once');
  expect(await outcome(app, called)).toMatchObject({ result: { city: 'Bern', degrees: 21 } });

  await app.evaluate(() => window.perilune.tools.list());
  await section.getByText('3 tools', { exact: true }).click();
  await expect(section.getByRole('list', { name: 'Tools of weather' })).toContainText(
    'The server says: read-only',
  );

  const booking = await start(app, 'weather__book');
  await answer(app, 'Allow once');
  const form = app.getByRole('dialog', { name: 'Question from the server weather' });
  await expect(form).toContainText('Which seat do you want?');
  await form.getByLabel(/seat/i).fill('12A');
  await form.getByRole('button', { name: /^Send to/ }).click();
  expect(await outcome(app, booking)).toMatchObject({ result: 'booked 12A' });

  // From Lua it is an ordinary tool, with its own question.
  await install(
    app,
    'tool = { name = "trip", parameters = {} }\nfunction tool.execute() return mcp.weather.forecast{ city = "Thun" }.degrees end',
  );
  const trip = await start(app, 'trip');
  await answer(app, 'Allow once');
  expect(await outcome(app, trip)).toMatchObject({ result: 21 });
});

test('a server with the older protocol works; one without CORS explains the headers it must send', async ({
  app,
}) => {
  const [server, closed] = await Promise.all([
    legacyServer(),
    listen((_request, response) => response.writeHead(200).end('{}'), { cors: false }),
  ]);
  closing.push(
    () => server.close(),
    () => closed.close(),
  );
  await app.goto('./#/settings/servers');
  const section = app.getByRole('region', { name: 'MCP servers' });
  for (const [name, url, words] of [
    ['notes', server.url, 'Connected · 2 tools'],
    ['shut', closed.url, 'Access-Control-Expose-Headers'],
  ] as const) {
    await section.getByRole('button', { name: 'Add a server' }).click();
    await section.getByLabel('Address').fill(url);
    await section.getByLabel('Name').fill(name);
    await section.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(section.getByRole('listitem').filter({ hasText: name }).first()).toContainText(words);
  }
  const called = await start(app, 'notes__add_note', { text: 'milk' });
  await answer(app, 'Allow once');
  expect(await outcome(app, called)).toMatchObject({
    result: { text: 'kept milk', files: [{ kind: 'image', content_type: 'image/png' }] },
  });
  const row = section.getByRole('listitem').filter({ hasText: 'notes' }).first();
  await row.getByRole('button', { name: 'Remove' }).click();
  await expect(section).not.toContainText('notes');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(section).toContainText('notes');
});

test('resources are read and attached, prompts become questions, forms are checked', async ({ app }) => {
  const server = await modernServer({ setUp: offerContent });
  closing.push(() => server.close());
  const added = await app.evaluate((url) => window.perilune.servers.add({ name: 'sky', url }), server.url);
  expect(added).toMatchObject({
    server: { name: 'sky', status: 'open', tools: expect.arrayContaining(['sky__forecast']) },
  });
  await app.goto('./#/settings/servers');
  const row = app
    .getByRole('region', { name: 'MCP servers' })
    .getByRole('listitem')
    .filter({ hasText: 'sky' })
    .first();
  await row.getByText('2 resources', { exact: true }).click();
  await row.getByRole('button', { name: 'Read Stations' }).click();
  await expect(row).toContainText('Bern lies at 553 metres.');
  await row.getByText('2 prompts', { exact: true }).click();
  await expect(row).toContainText('Arguments: city, days (optional)');

  await app.goto('./#/chat');
  const field = app.getByRole('textbox', { name: 'Ask your documents' });
  await field.pressSequentially('How high is Bern? #sky:');
  const list = app.getByRole('listbox');
  await expect(list.getByRole('option')).toHaveCount(2);
  await field.press('Enter');
  await expect(app.getByRole('list', { name: 'Answered from' })).toContainText('sky:stations');
  await field.press('Enter');
  await expect(app.getByRole('article').last()).toContainText('553 metres');

  await field.pressSequentially('/sky:pl');
  await expect(list.getByRole('option', { name: /sky:plan/ })).toBeVisible();
  await field.press('Enter');
  const form = app.getByRole('dialog', { name: '/sky:plan' });
  await form.getByRole('button', { name: 'Use prompt' }).click();
  await expect(form).toContainText('This is required.');
  await form.getByLabel(/city/).fill('Thun');
  await form.getByRole('button', { name: 'Use prompt' }).click();
  await expect(field).toHaveValue('Plan two days in Thun by the weather.');
  const chips = app.getByRole('list', { name: 'Answered from' });
  await expect(chips).toContainText('sky:plan');
  await chips.getByRole('button', { name: 'Remove the prompt sky:plan' }).click();
  await expect(field).toHaveValue('');
});
