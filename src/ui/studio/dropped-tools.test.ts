// A drop that contains tools: scripts, modules, neighbouring files, and documents.
import { describe, expect, it } from 'vitest';
import { sortFiles } from './dropped-tools.ts';

/** Files by path; for a script, the text matters. */
async function sorted(files: Record<string, string>) {
  const list = Object.entries(files).map(([path, text]) => ({
    name: path.split('/').at(-1) ?? '',
    path,
    text,
  }));
  const { candidates, imports, documents } = await sortFiles(
    list,
    ({ path }) => path,
    async ({ text }) => text,
  );
  return {
    tools: candidates.map(({ file, modules, beside }) => [
      file.path,
      modules.map(({ path }) => path),
      beside.map(({ path }) => path),
    ]),
    imports: imports.map(({ path }) => path),
    documents: documents.map(({ path }) => path),
  };
}

describe('modules', () => {
  it('below lib belong to every script of the folder above', async () => {
    const { tools } = await sorted({
      'kit/stats.lua': '',
      'kit/report.lua': '',
      'kit/lib/words.lua': '',
      'kit/lib/text/trim.lua': '',
      'other/alone.lua': '',
    });
    const modules = ['lib/words.lua', 'lib/text/trim.lua'];
    expect(tools).toEqual([
      ['kit/stats.lua', modules, []],
      ['kit/report.lua', modules, []],
      ['other/alone.lua', [], []],
    ]);
  });

  it('without a script above are shown as they are', async () => {
    expect((await sorted({ 'lib/words.lua': '' })).tools).toEqual([['lib/words.lua', [], []]]);
  });

  it('need no enclosing folder', async () => {
    expect((await sorted({ 'stats.lua': '', 'lib/words.lua': '' })).tools).toEqual([
      ['stats.lua', ['lib/words.lua'], []],
    ]);
  });
});

describe('files beside a script', () => {
  it('may belong to it when it is the only script there and reads files', async () => {
    const { tools, documents } = await sorted({
      'kit/cities.lua': 'local text = fs.read("cities.csv")',
      'kit/cities.csv': '',
      'kit/photo.png': '',
      'kit/notes/deep.md': '',
    });
    expect(tools).toEqual([['kit/cities.lua', [], ['cities.csv']]]);
    expect(documents).toEqual(['kit/photo.png', 'kit/notes/deep.md']);
  });

  it('are documents next to two scripts, or when the script reads no files', async () => {
    expect((await sorted({ 'a.lua': 'fs.read("x.md")', 'b.lua': '', 'x.md': '' })).documents).toEqual([
      'x.md',
    ]);
    expect((await sorted({ 'a.lua': 'return offs.read', 'x.md': '' })).documents).toEqual(['x.md']);
  });
});

describe('an import', () => {
  it('is any file recognisable as a tool, in any folder', async () => {
    const { imports, documents, tools } = await sorted({
      'a.zip': '',
      'greet.skill': '',
      'skill.md': '---\nname: x\nruntime: lua\n---\n',
      'post.md': '---\ntitle: My runtime\n---\nruntime: lua',
      'api.yaml': 'openapi: 3.0.0\n',
      'values.yaml': 'title: openapi: 3\n',
      'api.json': '{ "openapi": "3.1.0" }',
      'weather.json': '{ "name": "weather", "request": { "url": "https://example.com" } }',
      'trip.flow.json': '{',
      'trip.cases.json': '[]',
      'data.json': '{ "requests": [1], "steps": 12 }',
      'list.json': '[{ "request": { "url": "x" } }]',
      'greet.lua': '',
    });
    const expected = ['a.zip', 'greet.skill', 'skill.md', 'api.yaml', 'api.json', 'weather.json'];
    expect(imports).toEqual([...expected, 'trip.flow.json', 'trip.cases.json']);
    expect(documents).toEqual(['post.md', 'values.yaml', 'data.json', 'list.json']);
    expect(tools.map(([path]) => path)).toEqual(['greet.lua']);
  });

  it('is no archive of documents, whatever the documents say', async () => {
    const directory = (...names: string[]): string =>
      `about .lua files${names.map((name) => `PK\u0001\u0002 ${name}`).join('')}PK\u0005\u0006`;
    const { imports, documents } = await sorted({
      'project.zip': directory('project/README.md', 'project/src/main.py', 'project/package.json'),
      'kit.zip': directory('kit/perilune-bundle.json', 'kit/README.md'),
      'scripts.zip': directory('README.md', 'greet.lua'),
      'skills.zip': directory('letters/SKILL.md', 'letters/sample.pdf'),
      'requests.zip': directory('weather.json'),
    });
    expect(documents).toEqual(['project.zip']);
    expect(imports).toEqual(['kit.zip', 'scripts.zip', 'skills.zip', 'requests.zip']);
  });

  it('is everything in the folder of a manifest, including scripts and texts', async () => {
    const { imports, documents, tools } = await sorted({
      'kit/ctx.toml': '',
      'kit/tools/a.lua': '',
      'kit/README.md': '',
      'kit-notes/other.md': '',
    });
    expect(imports).toEqual(['kit/ctx.toml', 'kit/tools/a.lua', 'kit/README.md']);
    expect(documents).toEqual(['kit-notes/other.md']);
    expect(tools).toEqual([]);
  });
});

describe('a manifest dropped with other files', () => {
  it('takes the texts it names, and leaves documents to the library', async () => {
    const found = await sorted({
      'ctx.toml': '[tools.script.weather]\npath = "weather.lua"\nhelp = "weather.md"',
      'weather.lua': '',
      'weather.md': 'How to use it.',
      'minutes.md': 'Monday.',
      'paper.pdf': '%PDF',
    });
    expect(found.imports).toEqual(['ctx.toml', 'weather.lua', 'weather.md']);
    expect(found.documents).toEqual(['minutes.md', 'paper.pdf']);
  });

  it('takes all texts of its own folder', async () => {
    const found = await sorted({
      'kit/ctx.toml': '',
      'kit/readme.md': '',
      'kit/plan.pdf': '',
      'notes.md': '',
    });
    expect(found.imports).toEqual(['kit/ctx.toml', 'kit/readme.md']);
    expect(found.documents).toEqual(['kit/plan.pdf', 'notes.md']);
  });
});

it('takes the folder of an Agent Skill as one import, with its pictures', async () => {
  const skill = '---\nname: forms\ndescription: Fills in forms\n---\nBody';
  const { imports, documents } = await sorted({
    'all/forms/SKILL.md': skill,
    'all/forms/notes.md': '',
    'all/forms/logo.png': '',
    'all/about.md': '',
    'docs/SKILL.md': '# How to write SKILL.md',
    'docs/other.md': '',
  });
  expect(imports).toEqual(['all/forms/SKILL.md', 'all/forms/notes.md', 'all/forms/logo.png']);
  expect(documents).toEqual(['all/about.md', 'docs/SKILL.md', 'docs/other.md']);
  expect((await sorted({ 'SKILL.md': skill, 'a.md': '' })).imports).toEqual(['SKILL.md']);
});
