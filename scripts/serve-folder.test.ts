// The folder of `perilune serve` as people have it: other files beside the tools, a configuration elsewhere, mistakes;
// and the files that tools write.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { folderOf, put, remove, startServing, type ServedProcess } from './served-process.ts';

const NOTES = `tool = { name = "notes", description = "Keeps a note", parameters = { { name = "text" } } }
function tool.execute(params)
  if params.text then fs.write("note.txt", params.text) end
  return fs.read("note.txt")
end`;

let folder: string;
let served: ServedProcess | undefined;
afterEach(async () => {
  await served?.stop();
  served = undefined;
  remove(folder);
});

const note = async (args: object): Promise<unknown> =>
  (await served!.fetch('/tools/notes', { json: args })).json();
const refusal = (...args: Parameters<typeof startServing>): Promise<string> =>
  startServing(...args).then(
    () => 'started',
    (problem: Error) => problem.message,
  );

it('keeps the files of tools while it runs, also when the folder changes', async () => {
  folder = folderOf({ 'tools/notes.lua': NOTES });
  served = await startServing(join(folder, 'tools'), ['--allow-writes']);
  expect(await note({ text: 'kept' })).toEqual({ result: 'kept' });
  put(folder, { 'tools/late.lua': NOTES.replaceAll('notes', 'late') });
  await expect
    .poll(async () => (await served!.fetch('/tools/late', { json: { text: 'x' } })).status, {
      timeout: 20_000,
    })
    .toBe(200);
  expect(await note({})).toEqual({ result: 'kept' });
});

it('keeps the files of tools in the named folder, below the name of each tool', async () => {
  folder = folderOf({ 'tools/notes.lua': NOTES, 'tools/perilune.toml': 'writes = true\nfiles = "../kept"' });
  served = await startServing(join(folder, 'tools'));
  expect(await note({ text: 'from the settings' })).toEqual({ result: 'from the settings' });
  await served.stop();
  expect(readFileSync(join(folder, 'kept/notes/note.txt'), 'utf8')).toBe('from the settings');
  served = await startServing(join(folder, 'tools'), ['--files', join(folder, 'other')]);
  expect(await note({ text: 'from the option' })).toEqual({ result: 'from the option' });
  expect(existsSync(join(folder, 'other/notes/note.txt'))).toBe(true);
});

it('refuses a folder where a tool could write another tool, or its own settings', async () => {
  folder = folderOf({
    'tools/notes.lua': NOTES,
    'settings/perilune.toml': 'docs = "../docs"',
    'docs/a.md': 'The server must end although it has documents to watch.',
  });
  const settings = join(folder, 'settings/perilune.toml');
  for (const files of ['.', 'tools', 'tools/files', 'settings']) {
    expect(
      await refusal(join(folder, 'tools'), ['--config', settings, '--files', join(folder, files)]),
    ).toContain('scripts in it would become tools themselves');
  }
});

it('leaves out texts that are too large for a tool, and says so', async () => {
  folder = folderOf({ 'notes.lua': NOTES, 'data.csv': 'x'.repeat(3 * 1024 * 1024) });
  served = await startServing(folder);
  expect(served.out()).toContain('Serving 1 tool');
  expect(served.err()).toMatch(/Left out .*data\.csv: it has 3 MiB, and a file of a tool may have 2 MiB\./);
});

it('says that a folder has no tools, and how to create one', async () => {
  folder = folderOf({});
  served = await startServing(folder);
  expect(served.err()).toContain(
    `There is no tool in ${folder}. Create one there with: npx perilune tool init`,
  );
});

it('names the file of settings whose tool does not exist, and a similar name', async () => {
  folder = folderOf({ 'tools/notes.lua': NOTES, 'my.toml': '[tools.note]\npolicy = "ask"' });
  served = await startServing(join(folder, 'tools'), ['--config', join(folder, 'my.toml')]);
  expect(served.err()).toContain('my.toml: there is no tool note. Did you mean notes?');
});

it('takes tools and agents of a ctx.toml elsewhere, without complaints about them', async () => {
  folder = folderOf({
    'ctx/ctx.toml':
      '[tools.script.notes]\npath = "notes.lua"\n[agents.script.topic]\npath = "agents/topic.lua"\n[agents.inline.a]\nsystem_prompt = "A"',
    'ctx/notes.lua': NOTES,
    'ctx/agents/topic.lua':
      'agent = { description = "T", arguments = { { name = "topic", required = true } } }\nfunction agent.resolve(args) return { system = args.topic } end',
    'here/readme.md': 'nothing',
  });
  served = await startServing(join(folder, 'here'), ['--config', join(folder, 'ctx/ctx.toml')]);
  expect(served.out()).toContain('Serving 1 tool and 2 agents');
  expect(served.err()).not.toMatch(/agents|profiles|left out/i);
  const prompt = await served.fetch('/agents/topic/prompt', { json: {} });
  expect([prompt.status, await prompt.json()]).toEqual([
    400,
    { error: { code: 'bad_request', message: "agent 'topic' needs the argument 'topic'" } },
  ]);
});
