// A tool being edited: saved texts, unsaved changes, and changes from elsewhere.
import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { toolInfo, type CallReport, type Tool, type ToolSpec } from '../../core/tool.ts';
import { dropDrafts, readDraft } from './drafts.ts';
import { SCRIPT, EditorState } from './editor-state.svelte.ts';
import { keptTool, toolSpec } from '../../core/tools.test-support.ts';

function specOf(source: string): ToolSpec {
  const name = /name=(\w+)/.exec(source)?.[1];
  if (!name) throw new Failure('bad_request', "greet:1: the script must define a global table 'tool'");
  return toolSpec(name, { approve: source.includes('approve') });
}

const toolOf = (source: string, more: Partial<Tool> = {}): Tool =>
  keptTool(specOf(source), { source, ...more });

/** A registry over a map; a script is a valid tool if it contains `name=…`. */
function registry(...tools: Tool[]) {
  const kept = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    kept,
    get: (name: string) => kept.get(name),
    infoOf: (tool: Tool) => toolInfo(tool, { name: tool.name, bundle: tool.bundle }),
    inspect: async (source: string) => specOf(source),
    install: async (source: string, options: object = {}) => {
      const tool = toolOf(source, options);
      kept.set(tool.name, tool);
      return tool;
    },
    remove: async (name: string) => {
      kept.delete(name);
      return { name, ids: [] };
    },
    call: async (): Promise<CallReport> => ({ outcome: { result: 1 }, args: {}, logs: [], milliseconds: 1 }),
  };
}

beforeEach(() => dropDrafts('greet'));

describe('unsaved changes', () => {
  it('are kept as a draft until they are saved', async () => {
    const tools = registry(toolOf('name=greet'));
    const bench = new EditorState(tools, toolOf('name=greet'));
    bench.text = 'name=greet -- new';
    expect(readDraft('greet')).toBe('name=greet -- new');
    expect(new EditorState(tools, toolOf('name=greet')).changed).toBe(true);
    expect(await bench.save()).toBe('greet');
    expect(readDraft('greet')).toBeUndefined();
    expect(tools.kept.get('greet')?.source).toBe('name=greet -- new');
  });

  it('survive a change of the saved script from elsewhere; without them, the new script is shown', () => {
    const bench = new EditorState(registry(), toolOf('name=greet'));
    bench.follow(toolOf('name=greet -- theirs'));
    expect(bench.text).toBe('name=greet -- theirs');
    bench.text = 'name=greet -- mine';
    bench.follow(toolOf('name=greet -- theirs again'));
    expect(bench.text).toBe('name=greet -- mine');
    expect(bench.changed).toBe(true);
  });

  it('stay when saving fails, and the reason is shown until the next keystroke', async () => {
    const tools = registry(toolOf('name=greet'));
    const bench = new EditorState(tools, toolOf('name=greet'));
    bench.text = 'nonsense';
    expect(await bench.save()).toBeUndefined();
    expect(bench.problem?.code).toBe('bad_request');
    expect(tools.kept.get('greet')?.source).toBe('name=greet');
    bench.text = 'nonsense!';
    expect(bench.problem).toBeUndefined();
    expect(bench.changed).toBe(true);
  });
});

describe('saving', () => {
  it("keeps the user's policy, but applies an author's new request for approval", async () => {
    const tools = registry(toolOf('name=greet approve', { policy: 'allow' }));
    const bench = new EditorState(tools, tools.get('greet') as Tool);
    bench.text = 'name=greet approve 2';
    await bench.save();
    expect(tools.kept.get('greet')?.policy).toBe('allow');

    const plain = registry(toolOf('name=greet'));
    const other = new EditorState(plain, toolOf('name=greet'));
    other.text = 'name=greet approve';
    await other.save();
    expect(plain.kept.get('greet')?.policy).toBe('ask');
  });

  it('under a new name renames the tool, keeping policy and switch', async () => {
    const tools = registry(toolOf('name=greet', { policy: 'deny' }));
    const bench = new EditorState(tools, tools.get('greet') as Tool);
    bench.text = 'name=welcome';
    expect(await bench.save()).toBe('welcome');
    await bench.retire();
    expect([...tools.kept.keys()]).toEqual(['welcome']);
    expect(tools.kept.get('welcome')?.policy).toBe('deny');
  });

  it("never takes another tool's name", async () => {
    const tools = registry(toolOf('name=greet'), toolOf('name=welcome'));
    const bench = new EditorState(tools, tools.get('greet') as Tool);
    bench.text = 'name=welcome -- mine';
    expect(await bench.save()).toBeUndefined();
    expect(bench.problem?.code).toBe('conflict');
    expect(tools.kept.get('welcome')?.source).toBe('name=welcome');
  });
});

describe('grants', () => {
  it('survive a save by the user; new requests of the script are not granted', async () => {
    const grants = { hosts: ['a.example'], writes: true, limits: { timeout: 5 }, config: { key: '${KEY}' } };
    const tools = registry(toolOf('name=greet', grants));
    const bench = new EditorState(tools, tools.get('greet') as Tool);
    bench.text = 'name=greet -- asks b.example';
    await bench.save();
    expect(tools.kept.get('greet')).toMatchObject(grants);
    expect(tools.kept.get('greet')?.hosts).toEqual(['a.example']);
  });
});

describe('a tool with modules', () => {
  const files = { 'lib/words.lua': 'return 1', 'lib/more.lua': 'return 2' };

  it('has all its texts in the editor, and saving one saves the whole tool', async () => {
    const tools = registry(toolOf('name=greet', { files }));
    const bench = new EditorState(tools, tools.get('greet') as Tool);
    expect(bench.paths).toEqual([SCRIPT, 'lib/more.lua', 'lib/words.lua']);
    bench.path = 'lib/words.lua';
    bench.text = 'return 10';
    expect(bench.isChanged('lib/words.lua')).toBe(true);
    bench.path = SCRIPT;
    expect(bench.text).toBe('name=greet');
    expect(await bench.save()).toBe('greet');
    expect(tools.kept.get('greet')?.files).toEqual({ ...files, 'lib/words.lua': 'return 10' });
    expect(bench.changed).toBe(false);
  });

  it('keeps a draft of each text, and reverts them all', () => {
    const tools = registry(toolOf('name=greet', { files }));
    const bench = new EditorState(tools, tools.get('greet') as Tool);
    bench.path = 'lib/words.lua';
    bench.text = 'return 10';
    const later = new EditorState(tools, tools.get('greet') as Tool);
    later.path = 'lib/words.lua';
    expect(later.text).toBe('return 10');
    later.revert();
    expect(later.changed).toBe(false);
    expect(readDraft('greet', 'lib/words.lua')).toBeUndefined();
  });
});

describe('the files of a tool', () => {
  const files = { 'lib/words.lua': 'return 1', 'lib/more.lua': 'return 2' };
  const opened = () => {
    const tools = registry(toolOf('name=greet', { files }));
    const again = () => new EditorState(tools, tools.get('greet') as Tool);
    return { tools, again, bench: again() };
  };

  it('can be added, even empty, and survive a reload and a save', async () => {
    const { tools, again, bench } = opened();
    expect(bench.add(' lib//new.lua ', 'return 3')).toBe('lib/new.lua');
    bench.add('empty.lua', '');
    expect(again().paths).toEqual([SCRIPT, 'empty.lua', 'lib/more.lua', 'lib/new.lua', 'lib/words.lua']);
    await bench.save();
    expect(tools.kept.get('greet')?.files).toEqual({ ...files, 'lib/new.lua': 'return 3', 'empty.lua': '' });
    expect(bench.changed).toBe(false);
    expect(again().changed).toBe(false);
  });

  it('are refused outside the folder, or over an existing file', () => {
    const { bench } = opened();
    expect(() => bench.add('../x.lua', '')).toThrow('path escapes sandbox');
    expect(() => bench.add('./lib/words.lua', '')).toThrow('A file called lib/words.lua already exists.');
    expect(bench.changed).toBe(false);
  });

  it('stay deleted after a reload, and are saved as deleted', async () => {
    const { tools, again, bench } = opened();
    bench.path = 'lib/words.lua';
    bench.remove('lib/words.lua');
    expect(bench.path).toBe(SCRIPT);
    expect(bench.read('lib/words.lua')).toBeUndefined();
    expect(bench.files).toEqual({ 'lib/more.lua': 'return 2' });
    expect(again().paths).toEqual([SCRIPT, 'lib/more.lua']);
    await again().save();
    expect(tools.kept.get('greet')?.files).toEqual({ 'lib/more.lua': 'return 2' });
    expect(again().changed).toBe(false);
  });

  it('return with their text on revert', () => {
    const { again, bench } = opened();
    bench.remove('lib/words.lua');
    bench.remove('lib/more.lua');
    bench.write('lib/more.lua', 'return 2');
    expect(again().paths).toEqual([SCRIPT, 'lib/more.lua']);
    bench.revert();
    expect(bench.files).toEqual(files);
    expect(again().changed).toBe(false);
  });

  it('keep unsaved text under their new name', async () => {
    const { tools, bench } = opened();
    bench.path = 'lib/words.lua';
    bench.text = 'return 10';
    expect(bench.rename('lib/words.lua', 'words.lua')).toBe('words.lua');
    expect([bench.path, bench.text]).toEqual(['words.lua', 'return 10']);
    await bench.save();
    expect(tools.kept.get('greet')?.files).toEqual({ 'lib/more.lua': 'return 2', 'words.lua': 'return 10' });
  });

  it('can all be reset to another version as a draft, which can be undone', () => {
    const { again, bench } = opened();
    bench.write('lib/more.lua', 'return 20');
    const before = bench.texts;
    bench.take({ [SCRIPT]: 'name=greet -- old', 'lib/words.lua': 'return 1', 'lib/gone.lua': 'return 0' });
    expect(again().texts).toEqual({
      [SCRIPT]: 'name=greet -- old',
      'lib/words.lua': 'return 1',
      'lib/gone.lua': 'return 0',
    });
    expect(bench.isChanged('lib/words.lua')).toBe(false);
    bench.take(before);
    expect(again().texts).toEqual(before);
  });

  it('never delete or overwrite the script itself', () => {
    const { bench } = opened();
    bench.remove(SCRIPT);
    expect(bench.changed).toBe(false);
    expect(() => bench.rename('lib/words.lua', ' ')).toThrow('is not a file name');
    expect(bench.files).toEqual(files);
  });
});

it('a run ends with its report', async () => {
  const tools = registry(toolOf('name=greet'));
  const bench = new EditorState(tools, toolOf('name=greet'));
  const going = bench.start({});
  expect(bench.running).toBe(true);
  await going;
  expect(bench.running).toBe(false);
  expect(bench.run?.report?.outcome).toEqual({ result: 1 });
});
