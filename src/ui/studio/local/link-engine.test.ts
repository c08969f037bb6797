// Tools linked to files: what changes there is taken, what is saved here is written, and nothing is lost or overwritten unasked.
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../core/errors.ts';
import type { LocalHandle, LocalLink } from '../../../core/local-link.ts';
import type { BundleDraft, ImportFile, ToolDraft } from '../../../core/tool-draft.ts';
import { toolInfo, type Tool, type ToolSpec } from '../../../core/tool.ts';
import { LinkEngine } from './link-engine.ts';
import { MemoryFolder } from './memory-folder.test-support.ts';

const script = (name: string, body = 'return 1', more = ''): string => `name=${name} ${more}\n${body}\n`;

function specOf(source: string): ToolSpec {
  const name = /name=(\w+)/.exec(source)?.[1];
  if (!name || source.includes('broken')) throw new Failure('bad_request', "weather.lua:2: '=' expected");
  if (source.includes('slow')) throw new Failure('unavailable', 'the sandbox did not start');
  const approve = source.includes('approve');
  const hosts = /hosts=(\S+)/.exec(source)?.[1]?.split(',') ?? [];
  return { name, version: '1', description: '', parameters: { type: 'object' }, timeout: 30, approve, hosts };
}

let installs = 0;
function toolOf(source: string, options: Partial<Tool> = {}): Tool {
  const spec = specOf(source);
  return {
    id: `${spec.name}-${(installs += 1)}`,
    bundle: 'mine',
    slug: spec.name,
    folder: `folder-${spec.name}`,
    name: spec.name,
    kind: 'lua',
    tags: [],
    llmCallable: true,
    userCallable: true,
    currentSince: '',
    origin: 'user',
    source,
    spec,
    policy: options.policy ?? 'allow',
    files: options.files ?? {},
    writes: options.writes ?? false,
    limits: options.limits ?? {},
    hosts: options.hosts ?? [],
    config: options.config ?? {},
    enabled: true,
    createdAt: '',
    modifiedAt: '',
  };
}

/** As an import reads a folder of scripts: a script at its top, modules below `lib`, `cases.json` beside. */
async function read(files: readonly ImportFile[]): Promise<BundleDraft[]> {
  const text = ({ bytes }: ImportFile): string => new TextDecoder().decode(bytes);
  const top = files.filter(({ path }) => /^[^/]+\/[^/]+\.lua$/.test(path));
  if (top.length === 0) throw new Failure('bad_request', 'there is no tool in it');
  const tools = top.map((file): ToolDraft => {
    const mine = files.filter(({ path }) => /^[^/]+\/(lib\/.*|cases\.json)$/.test(path));
    const named = mine.map((one): [string, string] => [one.path.replace(/^[^/]+\//, ''), text(one)]);
    const fileName = file.path.replace(/^.*\//, '');
    return {
      kind: 'lua',
      fileName,
      source: text(file),
      files: Object.fromEntries(named),
      config: {},
      tags: [],
    };
  });
  return [{ slug: 'x', displayName: 'x', description: '', tools, secrets: [], notes: [] }];
}

async function setUp(handle: LocalHandle, ...tools: Tool[]) {
  const links = new Map<string, LocalLink>();
  const kept = new Map(tools.map((tool) => [tool.name, tool]));
  const drafts = new Set<string>();
  let puts = 0;
  let ids = 0;
  const engine = new LinkEngine({
    table: {
      all: async () => [...links.values()],
      get: async (id) => links.get(id),
      put: async (link) => {
        puts += 1;
        links.set(link.id, link);
      },
      remove: async (id) => void links.delete(id),
    },
    tools: {
      get: (id) => [...kept.values()].find((tool) => tool.id === id || tool.name === id),
      infoOf: (tool) => toolInfo(tool, { name: tool.name, bundle: tool.bundle }),
      list: () => [...kept.values()].map((tool) => toolInfo(tool, { name: tool.name, bundle: tool.bundle })),
      inspect: async (source) => specOf(source),
      install: async (source, options = {}) => {
        const tool = toolOf(source, options as Partial<Tool>);
        kept.set(tool.name, tool);
        return tool;
      },
    },
    read,
    check: async (_source, _name, files) =>
      Object.entries(files).find(([path, text]) => path.endsWith('.lua') && text.includes('broken'))?.[0],
    hasDraft: (name) => drafts.has(name),
    exclusive: (work) => work(),
    newId: () => `link-${(ids += 1)}`,
  });
  const id = await engine.link(handle, handle.name, tools);
  await engine.look(id);
  return {
    engine,
    links,
    drafts,
    kept,
    look: () => engine.look(id),
    link: () => links.get(id),
    trouble: (place = 0) => links.get(id)?.tools[place]?.trouble,
    source: (name = 'weather') => kept.get(name)?.source,
    puts: () => puts,
  };
}

const FIRST = script('weather');
const SECOND = script('weather', 'return 2');

/** One tool, linked to its file. */
async function linkedFile(more: Partial<Tool> = {}) {
  const disk = new MemoryFolder({ 'weather.lua': FIRST });
  return { disk, ...(await setUp(disk.file('weather.lua'), toolOf(FIRST, more))) };
}

describe('a linked file', () => {
  it('that changes is a new revision at once; one that does not changes nothing', async () => {
    const { disk, look, source, trouble, puts } = await linkedFile();
    const [before, writes] = [source(), puts()];
    await look();
    expect(source()).toBe(before);
    expect(puts()).toBe(writes);
    disk.put('weather.lua', SECOND);
    await look();
    expect(source()).toBe(SECOND);
    expect(trouble()).toBeUndefined();
  });

  it('brings neither grants nor settings: what a person chose stays, and an author who asks to be asked is heard', async () => {
    const chosen = {
      hosts: ['api.example.com'],
      writes: true,
      config: { key: '${KEY}' },
      limits: { hostCalls: 3 },
    };
    const { disk, look, kept } = await linkedFile({ ...chosen, files: { 'lib/x.lua': 'return {}' } });
    disk.put('weather.lua', script('weather', 'return 3', 'approve hosts=evil.example'));
    await look();
    expect(kept.get('weather')).toMatchObject({
      ...chosen,
      policy: 'ask',
      files: { 'lib/x.lua': 'return {}' },
    });
    expect(kept.get('weather')?.spec.hosts).toEqual(['evil.example']);
  });

  it('with a mistake in it leaves the last good one in use, says where, and is taken once it is mended', async () => {
    const { disk, look, source, trouble } = await linkedFile();
    disk.put('weather.lua', script('weather', 'broken'));
    await look();
    expect(source()).toBe(FIRST);
    expect(trouble()).toMatchObject({ kind: 'broken', message: expect.stringMatching(/weather\.lua:2/) });
    disk.put('weather.lua', SECOND);
    await look();
    expect(source()).toBe(SECOND);
    expect(trouble()).toBeUndefined();
  });

  it('is tried again when it was the sandbox that failed', async () => {
    const { disk, look, trouble, source } = await linkedFile();
    disk.put('weather.lua', script('weather', 'slow'));
    expect(await look()).toBe(false);
    expect([trouble()?.kind, source()]).toEqual(['broken', FIRST]);
    disk.put('weather.lua', SECOND);
    expect(await look()).toBe(true);
    expect([trouble(), source()]).toEqual([undefined, SECOND]);
  });

  it('that changes under unsaved changes is taken, and a save asks before it writes over it', async () => {
    const { disk, look, source, trouble, drafts, engine, kept } = await linkedFile();
    drafts.add('weather');
    disk.put('weather.lua', SECOND);
    await look();
    expect(source()).toBe(SECOND);
    expect(trouble()?.kind).toBe('clash');
    const mine = script('weather', 'return "mine"');
    const save = async (over: boolean) =>
      engine.save(
        'folder-weather',
        async () => {
          const tool = toolOf(mine);
          kept.set('weather', tool);
          return tool;
        },
        over,
      );
    expect(await save(false)).toBe('asks');
    expect([source(), disk.files.get('weather.lua')]).toEqual([SECOND, SECOND]);
    expect(await save(true)).toBe('saved');
    expect([source(), disk.files.get('weather.lua')]).toEqual([mine, mine]);
    expect(trouble()).toBeUndefined();
  });

  it('is written over without a question once a person has said so', async () => {
    const { disk, look, trouble, drafts, engine } = await linkedFile();
    drafts.add('weather');
    disk.put('weather.lua', SECOND);
    await look();
    await engine.keepMine('folder-weather');
    expect(trouble()).toBeUndefined();
    expect(await engine.save('folder-weather', async () => toolOf(FIRST))).toBe('saved');
    expect(disk.files.get('weather.lua')).toBe(FIRST);
  });

  it('that a save finds changed is not written: the change is found by the save itself', async () => {
    const { disk, engine, drafts } = await linkedFile();
    drafts.add('weather');
    disk.put('weather.lua', SECOND);
    let worked = false;
    const outcome = await engine.save('folder-weather', async () => {
      worked = true;
      return toolOf(FIRST);
    });
    expect([outcome, worked, disk.files.get('weather.lua')]).toEqual(['asks', false, SECOND]);
  });

  it('that changes in the very moment of a save is not written, the tool is saved, and both are to choose from', async () => {
    const { disk, engine, trouble, kept, source } = await linkedFile();
    const mine = script('weather', 'return "mine"');
    const outcome = await engine.save('folder-weather', async () => {
      disk.put('weather.lua', SECOND);
      const tool = toolOf(mine);
      kept.set('weather', tool);
      return tool;
    });
    expect([outcome, disk.files.get('weather.lua'), source()]).toEqual(['unwritten', SECOND, mine]);
    expect(trouble()).toMatchObject({ kind: 'apart', message: expect.stringMatching(/changed during/) });
    await engine.takeFile('folder-weather');
    expect([source(), trouble()]).toEqual([SECOND, undefined]);
  });

  it('that cannot be written keeps its text, the tool is saved, and it says why', async () => {
    const { disk, engine, trouble, look } = await linkedFile();
    disk.writeFails = 'NotAllowedError';
    expect(await engine.save('folder-weather', async () => toolOf(SECOND))).toBe('unwritten');
    expect(disk.files.get('weather.lua')).toBe(FIRST);
    expect(trouble()?.message).toBe('Could not write weather.lua. Perilune has no permission to write it.');
    await look();
    expect(disk.files.get('weather.lua')).toBe(FIRST);
  });

  it('is looked at after it was written', async () => {
    const { disk, engine, trouble } = await linkedFile();
    const put = disk.put.bind(disk);
    disk.put = (path) => put(path, 'half');
    expect(await engine.save('folder-weather', async () => toolOf(SECOND))).toBe('unwritten');
    expect(trouble()?.message).toMatch(/does not contain the text that was written/);
  });

  it('does not follow a tool that was changed here, nor the other way round, until a person chooses', async () => {
    const { disk, look, kept, trouble, source, engine } = await linkedFile();
    const other = script('weather', 'return "restored"');
    kept.set('weather', toolOf(other));
    await look();
    expect(trouble()?.kind).toBe('apart');
    disk.put('weather.lua', SECOND);
    await look();
    expect([source(), disk.files.get('weather.lua')]).toEqual([other, SECOND]);
    expect(await engine.save('folder-weather', async () => kept.get('weather'))).toBe('asks');
    expect(await engine.save('folder-weather', async () => kept.get('weather'), true)).toBe('saved');
    expect(disk.files.get('weather.lua')).toBe(other);
  });

  it('whose script calls itself otherwise changes nothing: another name is another tool', async () => {
    const { disk, look, trouble, source, kept } = await linkedFile();
    disk.put('weather.lua', script('calculator'));
    await look();
    expect([source(), kept.has('calculator')]).toEqual([FIRST, false]);
    expect(trouble()).toMatchObject({ kind: 'renamed', message: expect.stringMatching(/calculator/) });
  });

  it('that a tool renamed here is saved to stays linked to that tool', async () => {
    const { engine, link, disk, kept, look } = await linkedFile();
    const renamed = toolOf(script('forecast'));
    kept.set('forecast', renamed);
    kept.delete('weather');
    expect(await engine.save('folder-weather', async () => renamed)).toBe('saved');
    expect(link()?.tools).toMatchObject([{ folder: 'folder-forecast' }]);
    disk.put('weather.lua', script('forecast', 'return 9'));
    await look();
    expect(kept.get('forecast')?.source).toMatch(/return 9/);
  });

  it('that is gone, or may not be read, is said; the tool stays, and goes on when it is back', async () => {
    const { disk, look, link, source } = await linkedFile();
    disk.files.delete('weather.lua');
    await look();
    expect(link()?.trouble?.kind).toBe('missing');
    disk.put('weather.lua', FIRST);
    disk.read = 'prompt';
    await look();
    expect(link()?.trouble).toEqual({
      kind: 'permission',
      message: 'Perilune no longer has permission to read weather.lua.',
    });
    disk.read = 'granted';
    disk.put('weather.lua', SECOND);
    await look();
    expect([link()?.trouble, source()]).toEqual([undefined, SECOND]);
  });

  it('is left alone once it is unlinked', async () => {
    const { engine, disk, look, links, source } = await linkedFile();
    await engine.unlink('folder-weather');
    disk.put('weather.lua', SECOND);
    await look();
    expect([links.size, source()]).toEqual([0, FIRST]);
    expect(await engine.save('folder-weather', async () => toolOf(FIRST))).toBe('saved');
    expect(disk.files.get('weather.lua')).toBe(SECOND);
  });

  it('brings no tool back that was removed here', async () => {
    const { disk, look, kept } = await linkedFile();
    kept.delete('weather');
    disk.put('weather.lua', SECOND);
    await look();
    expect(kept.size).toBe(0);
  });
});

describe('a linked folder', () => {
  const FILES = { 'weather.lua': FIRST, 'lib/words.lua': 'return {}', 'cases.json': '[]' };
  async function linkedFolder() {
    const disk = new MemoryFolder(FILES);
    const tool = toolOf(FIRST, { files: { 'lib/words.lua': 'return {}', 'cases.json': '[]' } });
    return { disk, ...(await setUp(disk.folder('weather'), tool)) };
  }

  it('gives a tool its modules and cases, and takes away those that are deleted', async () => {
    const { disk, look, kept } = await linkedFolder();
    disk.put('lib/more.lua', 'return 2');
    disk.put('cases.json', '[{}]');
    disk.files.delete('lib/words.lua');
    await look();
    expect(kept.get('weather')?.files).toEqual({ 'lib/more.lua': 'return 2', 'cases.json': '[{}]' });
  });

  it('with a mistake in a module leaves the last good one in use', async () => {
    const { disk, look, kept, trouble } = await linkedFolder();
    disk.put('lib/words.lua', 'broken');
    await look();
    expect(kept.get('weather')?.files['lib/words.lua']).toBe('return {}');
    expect(trouble()).toMatchObject({ kind: 'broken', message: 'lib/words.lua' });
  });

  it('writes what was saved, each text to its place, adds new ones and removes what was taken away', async () => {
    const { disk, engine, look, trouble, kept } = await linkedFolder();
    const files = { 'lib/new.lua': 'return 5', 'cases.json': '[]' };
    const save = async (): Promise<Tool> => {
      const tool = toolOf(SECOND, { files });
      kept.set('weather', tool);
      return tool;
    };
    expect(await engine.save('folder-weather', save)).toBe('saved');
    expect(Object.fromEntries(disk.files)).toEqual({ 'weather.lua': SECOND, ...files });
    // What had not changed was not written.
    expect(disk.written.sort()).toEqual(['lib/new.lua', 'weather.lua']);
    await look();
    expect(trouble()).toBeUndefined();
  });

  it('writes over no file that was never part of the tool, and nothing else then, until a person says so', async () => {
    const { disk, engine, trouble, kept, look } = await linkedFolder();
    disk.put('notes.txt', 'of somebody else');
    await look();
    const files = { 'lib/words.lua': 'return {}', 'cases.json': '[]', 'notes.txt': 'mine' };
    const save = async (): Promise<Tool> => {
      const tool = toolOf(SECOND, { files });
      kept.set('weather', tool);
      return tool;
    };
    expect(await engine.save('folder-weather', save)).toBe('unwritten');
    expect(disk.written).toEqual([]);
    expect(disk.files.get('notes.txt')).toBe('of somebody else');
    expect(trouble()?.message).toBe(
      'Could not write weather. notes.txt already exists and is not part of the tool.',
    );
    expect(await engine.save('folder-weather', save, true)).toBe('saved');
    expect(disk.files.get('notes.txt')).toBe('mine');
  });

  it('follows a script that is moved, and installs none that nobody has looked at', async () => {
    const { disk, look, link, kept } = await linkedFolder();
    disk.files.delete('weather.lua');
    disk.put('forecast.lua', SECOND);
    disk.put('stranger.lua', script('stranger'));
    await look();
    expect(kept.get('weather')?.source).toBe(SECOND);
    expect(kept.has('stranger')).toBe(false);
    expect(link()).toMatchObject({ tools: [{ places: { '': 'forecast.lua' } }], fresh: ['stranger.lua'] });
  });

  it('says that a script is gone, and keeps the tool', async () => {
    const { disk, look, kept, trouble } = await linkedFolder();
    disk.files.delete('weather.lua');
    disk.put('other.lua', script('other'));
    await look();
    expect(kept.has('weather')).toBe(true);
    expect(trouble()).toMatchObject({
      kind: 'gone',
      message: expect.stringMatching(/^weather\.lua is no longer/),
    });
  });

  it('opened again gets the new tools, and stays one link', async () => {
    const { disk, engine, links, look, kept } = await linkedFolder();
    disk.put('other.lua', script('other'));
    const other = toolOf(script('other'));
    kept.set('other', other);
    await engine.link(disk.folder('weather'), 'weather', [other]);
    await look();
    expect([...links.values()]).toMatchObject([{ fresh: [], tools: [{}, { folder: 'folder-other' }] }]);
  });
});
