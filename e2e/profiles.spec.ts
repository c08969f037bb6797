// Profiles: a Context Harness Lua agent is imported, asked for its arguments, and held to its tools.
import type { LLMock } from '@copilotkit/aimock';
import { strToU8, zipSync } from 'fflate';
import { dropFiles } from './support/files.ts';
import { connectModel, startModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

const REVIEWER = `agent = {
  name = "reviewer",
  description = "Reviews a text by the rules of your library.",
  tools = { "search", "calculator" },
  arguments = {
    { name = "area", description = "What to look at", required = true },
    { name = "tone", description = "How to say it" },
  },
}

function agent.resolve(args, config, context)
  if args.area == "cooking" then error("I know nothing of cooking.", 0) end
  local hits = context.search("back up", { limit = 1, source = "guide" })
  return {
    system = "You review " .. args.area .. ", " .. (args.tone or "plainly") .. ". Rules: " .. #hits,
    tools = { "search" },
  }
end

return agent
`;

let server: LLMock;
test.beforeAll(async () => {
  server = await startModel();
});
test.afterAll(() => server.stop());

interface Asked {
  messages: { role: string; content: unknown }[];
  tools: { function: { name: string } }[];
}

/** The endpoint's requests: system prompt and tools. */
function sent(): { system: string; tools: string[] }[] {
  return server.getRequests().map(({ body }) => {
    const { messages, tools } = body as unknown as Asked;
    const system = JSON.stringify(messages.find(({ role }) => role === 'system')?.content);
    return { system, tools: tools.map(({ function: { name } }) => name) };
  });
}

test('a Lua agent asks for its arguments, reaches the model as untrusted text, and is offered only its tools', async ({
  app,
}) => {
  server.onMessage('tabs', { content: 'Tabs are fine.' });
  server.onMessage('spaces', { content: 'Spaces too.' });
  await connectModel(app, { baseUrl: `${server.url}/v1` });

  // From the message field to the profiles, where a file is imported.
  const field = app.getByRole('textbox', { name: 'Ask your documents' });
  await field.pressSequentially('@new');
  await app.getByRole('option', { name: /New profile…/ }).click();
  await expect(app.getByRole('heading', { name: 'New profile' })).toBeVisible();
  await app.getByRole('link', { name: 'Profiles' }).click();
  await app
    .getByLabel('Profiles to import, as TOML, Lua or SKILL.md')
    .setInputFiles({ name: 'reviewer.lua', mimeType: 'text/plain', buffer: Buffer.from(REVIEWER) });
  await app.getByRole('button', { name: 'New chat with reviewer' }).click();

  // Nothing is sent before it can answer: neither without required arguments, nor with invalid ones.
  const area = app.getByRole('textbox', { name: /^area/ });
  await expect(area).toBeFocused();
  await field.fill('What of tabs?');
  await field.press('Enter');
  await expect(app.getByRole('alert')).toContainText('needs area.');
  await expect(area).toBeFocused();
  await area.fill('cooking');
  await area.press('Enter');
  await expect(app.getByRole('alert')).toContainText('I know nothing of cooking.');
  await area.fill('style');
  await area.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('What of tabs?');
  expect(sent()).toEqual([]);

  await field.press('Enter');
  await expect(app.getByRole('article', { name: /answer/i })).toContainText('Tabs are fine.');
  expect(sent()).toEqual([
    { system: expect.stringContaining('You review style, plainly. Rules: 1'), tools: ['search'] },
  ]);

  // The arguments are stored with the chat, and changed below the field.
  await app.reload();
  await app.evaluate(() => window.perilune.ready);
  await app.getByRole('button', { name: 'Profile of this chat: reviewer' }).click();
  await app.getByRole('menuitem', { name: 'Arguments for reviewer…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Arguments for reviewer' });
  await expect(dialog.getByRole('textbox', { name: /^area/ })).toHaveValue('style');
  await dialog.getByRole('textbox', { name: /^tone/ }).fill('kindly');
  await dialog.getByRole('button', { name: 'Use in this chat' }).click();
  await expect(field).toBeFocused();
  await field.fill('And spaces?');
  await field.press('Enter');
  await expect(app.getByRole('article', { name: /answer/i }).last()).toContainText('Spaces too.');
  expect(sent().at(-1)?.system).toContain('You review style, kindly.');
});

test('a dropped ctx.toml adds its agents as profiles, with scripts and beside tools', async ({ app }) => {
  await app.goto('./#/library');
  await expect(app.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  const toml = `[tools.script.greet_crew]
path = "greet_crew.lua"
[agents.inline.navigator]
description = "Plans a route"
system_prompt = "You plan routes."
[agents.script.stoker]
path = "stoker.lua"
`;
  const agent = `agent = { description = "Keeps the fire" }
function agent.resolve() return { system = "You keep the fire." } end`;
  const tool = `tool = { description = "Greets the crew", parameters = {} }
function tool.execute() return "Ahoy" end`;
  await dropFiles(app, [
    { name: 'ctx.toml', content: toml },
    { name: 'greet_crew.lua', content: tool },
    { name: 'stoker.lua', content: agent },
  ]);
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('greet_crew');
  await expect(dialog).toContainText('2 profiles');
  await expect(dialog).toContainText('Plans a route');
  await expect(dialog).not.toContainText('not tools');
  await dialog.getByRole('button', { name: 'Install' }).click();
  await expect(dialog).toContainText('Added 2 profiles');
  await dialog.getByRole('link', { name: 'stoker' }).click();
  await expect(app.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('stoker');

  await app.goto('./#/library');
  await dropFiles(app, [
    { name: 'ctx.toml', content: '[agents.inline.lookout]\nsystem_prompt = "You watch."' },
  ]);
  await expect(app.getByRole('dialog', { name: 'Import 1 profile?' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toContainText('Added 1 profile');

  await dialog.getByRole('button', { name: 'Close' }).click();
  const registry = {
    'harbour/registry.toml': '[agents.pilot]\npath = "agents/pilot/agent.toml"',
    'harbour/agents/pilot/agent.toml': 'name = "pilot"\nsystem_prompt = "You guide ships in."',
  };
  const files = Object.entries(registry).map(([path, text]) => [path, strToU8(text)] as const);
  const zip = [...zipSync(Object.fromEntries(files))];
  await dropFiles(app, [{ name: 'harbour.zip', content: zip, type: 'application/zip' }]);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toContainText('Added 1 profile');
});
