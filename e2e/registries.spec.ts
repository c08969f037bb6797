// Registries: added by address and by folder, browsed and searched by precedence, installed after a review, and updated.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seriousProblems } from './support/axe.ts';
import { expect, test } from './support/test.ts';

// Optional files such as a README may be missing.
test.use({ expectedErrors: /status of 404|ERR_|CORS/ });

const tool = (greeting: string, version: string): string => `tool = {
  name = "greet",
  version = "${version}",
  description = "Greets a person",
  hosts = { "greetings.example" },
  parameters = { { name = "who", type = "string", required = true, description = "Whom to greet" } },
}
function tool.execute(params, context)
  local words = require("words")
  return { text = words.hello .. params.who, key = context.config.GREET_API_KEY }
end -- ${greeting}
`;

const MANIFEST = `[registry]
name = "Community"
description = "Made together"

[tools.greet]
description = "Greets a person by name"
tags = ["hello"]

[connectors.news]
description = "Reads the news"

[agents.writer]
description = "Writes letters"
path = "agents/writer/agent.toml"

[tools."up\u202egrade"]
description = "Named to deceive"
path = "../../private.lua"

[tools.away]
description = "Somewhere else"
`;

let server: Server;
let base = '';
let files: Record<string, string> = {};
let requested: string[] = [];

test.beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    requested.push(url);
    response.setHeader('access-control-allow-origin', '*');
    const text = files[url.slice(1)];
    if (url === '/kit/tools/away/tool.lua') response.writeHead(302, { location: '/elsewhere.lua' }).end();
    else if (text === undefined) response.writeHead(404).end();
    else response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  base = `http://localhost:${(server.address() as AddressInfo).port}`;
});
test.afterAll(() => void server.close());

test('a registry is browsed and installed from after a review, and its newer text is offered', async ({
  app,
}) => {
  requested = [];
  files = {
    'kit/registry.toml': MANIFEST,
    'kit/tools/greet/tool.lua': tool('first', '1.0.0'),
    'kit/tools/greet/words.lua': 'return { hello = "Hello, " }',
    'kit/tools/greet/README.md': '# Greeting\n\nSays **hello**. <img src="https://evil.example/x.png">',
    'kit/agents/writer/agent.toml': '[agent]\nname = "writer"\nsystem_prompt = "Write letters."\n',
    'elsewhere.lua': 'tool = { name = "away" }',
  };
  await app.goto('./#/settings/registries');
  const section = app.getByRole('region', { name: 'Registries' });
  await section.getByLabel('Address').fill(`${base}/nothing`);
  await section.getByRole('button', { name: 'Add registry' }).click();
  await expect(section).toContainText('has no registry.toml');
  await section.getByLabel('Address').fill(`${base}/kit/registry.toml`);
  await section.getByRole('button', { name: 'Add registry' }).click();
  await expect(section).toContainText('Added Community with 5 entries.');
  // No text of an entry was needed for that.
  expect(requested).toEqual(['/nothing/registry.toml', '/kit/registry.toml']);

  await app.goto('./#/studio');
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  await app.getByRole('menuitem', { name: /Browse registries/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Browse registries' });
  const entries = dialog.getByRole('list', { name: 'Entries' });
  await expect(entries.getByRole('button')).toHaveCount(5);
  await expect(entries).toContainText('upU+202Egrade');
  expect(await seriousProblems(app)).toEqual([]);

  // What leads outside of the registry is explained, and not requested.
  await entries.getByRole('button', { name: /grade/ }).click();
  await expect(dialog).toContainText('is not inside the registry');
  await expect(dialog.getByRole('button', { name: 'Install…' })).toBeDisabled();
  await entries.getByRole('button', { name: /away/ }).click();
  await expect(dialog).toContainText('redirects elsewhere');
  expect(requested).not.toContain('/private.lua');
  expect(requested).not.toContain('/elsewhere.lua');

  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('tool');
  await expect(entries.getByRole('button')).toHaveCount(3);
  await dialog.getByRole('searchbox', { name: 'Search registries' }).fill('person hello');
  await entries.getByRole('button', { name: /greet/ }).click();
  await expect(dialog).toContainText('Asks to reach greetings.example');
  await expect(dialog).toContainText('Secrets to fill in: GREET_API_KEY');
  await expect(dialog).toContainText('Whom to greet');
  await expect(dialog.getByRole('heading', { name: 'Greeting' })).toBeVisible();
  await dialog.getByText(/^Source, /).click();
  await expect(dialog.getByLabel('Source of words.lua')).toContainText('Hello, ');
  expect(await seriousProblems(app)).toEqual([]);

  // The server changes its mind: what was shown is installed.
  files['kit/tools/greet/tool.lua'] = tool('second', '1.0.0');
  await dialog.getByRole('button', { name: 'Install…' }).click();
  const review = app.getByRole('dialog', { name: 'Install greet?' });
  await expect(review).toContainText('It asks before each call and has no grants');
  await expect(review).toContainText('tools/greet of ');
  await review.getByRole('button', { name: 'Install', exact: true }).click();
  await app.getByRole('dialog', { name: 'Imported' }).getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toContainText('Installed as greet');
  const stored = () =>
    app.evaluate(async () => {
      const { source, origin, policy, hosts } = (await window.perilune.tools.get('greet')).tool!;
      return { last: source.trimEnd().slice(-10), origin, policy, hosts };
    });
  expect(await stored()).toMatchObject({ origin: 'imported', policy: 'ask', hosts: [] });
  expect((await stored()).last).toContain('first');

  await dialog.getByRole('button', { name: 'Close' }).click();
  await app.getByRole('button', { name: 'Import', exact: true }).click();
  await app.getByRole('menuitem', { name: /Browse registries/ }).click();
  await expect(dialog).toContainText('1 update');
  await entries.getByRole('button', { name: /greet/ }).click();
  await expect(dialog.getByRole('region', { name: 'Changes in greet.lua' })).toContainText('second');
  await dialog.getByRole('button', { name: 'Update…' }).click();
  const update = app.getByRole('dialog', { name: 'Update greet?' });
  await update.getByRole('button', { name: 'Install', exact: true }).click();
  await app.getByRole('dialog', { name: 'Imported' }).getByRole('button', { name: 'Close' }).click();
  expect((await stored()).last).toContain('second');
  expect(await stored()).toMatchObject({ origin: 'imported', policy: 'ask', hosts: [] });
  await expect(dialog).toContainText('Installed as greet');

  await dialog.getByRole('button', { name: /writer/ }).click();
  await dialog.getByRole('button', { name: 'Add as profile' }).click();
  await expect(dialog.getByRole('link', { name: 'Open profiles' })).toBeVisible();
  expect(
    await app.evaluate(async () => (await window.perilune.profiles.list()).map(({ name }) => name)),
  ).toEqual(['writer']);
});

test('the registry that comes first counts, and one that cannot be read does not stop the others', async ({
  app,
}) => {
  files = { 'kit/registry.toml': '[registry]\nname = "Community"\n[tools.greet]\ndescription = "Theirs"\n' };
  // Files of the origin stand in for a folder on disk: only a person can use the browser's picker.
  await app.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('mine', { create: true });
    const tools = await folder.getDirectoryHandle('tools', { create: true });
    const greet = await tools.getDirectoryHandle('greet', { create: true });
    const file = await greet.getFileHandle('tool.lua', { create: true });
    const stream = await file.createWritable();
    await stream.write(
      'tool = { name = "greet", description = "Mine" }\nfunction tool.execute() return 1 end\n',
    );
    await stream.close();
    Object.assign(globalThis, { showDirectoryPicker: async () => folder });
  });
  // Within the page: another one would have the browser's own picker.
  await app.evaluate(() => void (location.hash = '#/settings/registries'));
  const section = app.getByRole('region', { name: 'Registries' });
  await section.getByLabel('Address').fill(`${base}/kit`);
  await section.getByRole('button', { name: 'Add registry' }).click();
  await expect(section).toContainText('Added Community');
  await section.getByRole('button', { name: 'Choose a folder' }).click();
  await expect(section).toContainText('Added mine with 1 entry.');

  const rows = section.getByRole('list', { name: 'Registries by precedence' }).getByRole('listitem');
  await expect(rows.nth(0)).toContainText('Community');
  await section.getByRole('button', { name: 'Move mine up' }).click();
  await expect(rows.nth(0)).toContainText('mine');
  await expect(section.getByRole('button', { name: 'Move mine down' })).toBeFocused();

  await section.getByRole('button', { name: 'Browse registries' }).click();
  const dialog = app.getByRole('dialog', { name: 'Browse registries' });
  await expect(dialog.getByRole('button', { name: /greet/ })).toContainText('mine before Community');
  await dialog.getByRole('button', { name: /greet/ }).click();
  await expect(dialog).toContainText(
    'Also in Community. If two registries list a name, the first one counts.',
  );
  await dialog.getByRole('button', { name: 'Install…' }).click();
  const review = app.getByRole('dialog', { name: 'Install greet?' });
  await review.getByRole('button', { name: 'Install', exact: true }).click();
  await app.getByRole('dialog', { name: 'Imported' }).getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toContainText('Installed as greet');
  await dialog.getByRole('button', { name: 'Close' }).click();

  files = {};
  await section.getByRole('button', { name: 'Browse registries' }).click();
  await expect(dialog).toContainText('has no registry.toml');
  await expect(dialog.getByRole('button', { name: /greet/ })).toContainText('Installed');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await section.getByRole('switch', { name: 'Browse Community' }).click();
  await section.getByRole('button', { name: 'Browse registries' }).click();
  await expect(dialog).toContainText('1 entry of 1 registry');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await section.getByRole('button', { name: 'Remove mine' }).click();
  await expect(rows).toHaveCount(1);
});
