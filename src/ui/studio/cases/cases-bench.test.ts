// Test cases of the current tool: read from its text, edited, and run against its current texts.
import { beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../core/errors.ts';
import type { Json } from '../../../base/json.ts';
import type { RunTrace } from '../../../core/run-record.ts';
import { CASES_FILE, type ToolCase } from '../../../core/tool-case.ts';
import { toolInfo, type CallReport, type Tool, type ToolSpec } from '../../../core/tool.ts';
import { Cases } from '../../../tools/cases/cases.ts';
import { dropDrafts } from '../drafts.ts';
import { SCRIPT, EditorState } from '../editor-state.svelte.ts';
import { CasesBench } from './cases-bench.svelte.ts';
import { sendCase, placesFor } from './send-case.ts';
import { keptTool, toolSpec } from '../../../core/tools.test-support.ts';

const spec = (source: string): ToolSpec => {
  if (!source.includes('return')) throw new Failure('bad_request', 'words:1: it returns nothing');
  return toolSpec('words');
};

/** A fake sandbox for scripts that consist of `return` and a value: they reach line 1, never line 2. */
const runner = {
  inspect: async (source: string) => spec(source),
  validate: async (_schema: unknown, args: Json) => args as never,
  async run({ source, args, signal }: { source: string; args: Json; signal?: AbortSignal }) {
    await Promise.resolve();
    signal?.throwIfAborted();
    const report: CallReport = {
      outcome: { result: source.replace(/return /, '').trim() },
      args: args as never,
      logs: [],
      milliseconds: 2,
      coverage: { '': { 1: 1, 2: 0 } },
    };
    return report;
  },
};

const toolOf = (name: string, source: string, files: Record<string, string> = {}): Tool =>
  keptTool({ ...spec(source), name }, { source, files });

const info = (tool: Tool) => toolInfo(tool, { name: tool.name, bundle: 'mine' });
const CASES: ToolCase[] = [
  { name: 'a', args: {}, expect: { result: 'sun' } },
  { name: 'b', args: { n: 1 }, expect: { contains: 's' } },
];

function registry(...tools: Tool[]) {
  const kept = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    get: (name: string) => kept.get(name),
    list: () => [...kept.values()].map(info),
    bundles: () =>
      [{ id: 'mine', slug: 'mine', displayName: 'Mine', origin: 'user', enabled: true }] as never,
    infoOf: info,
    inspect: async (source: string) => ({ ...spec(source), name: 'other' }),
    install: async (source: string, { files = {} }: { files?: Record<string, string> } = {}) => {
      const tool = toolOf('other', source, files);
      kept.set('other', tool);
      return tool;
    },
    remove: async (name: string) => ({ name, ids: [] }),
    call: async (): Promise<CallReport> => ({ outcome: { result: 1 }, args: {}, logs: [], milliseconds: 1 }),
  };
}

const engine = new Cases({ runner: runner as never });

async function opened(source = 'return sun', cases: readonly ToolCase[] = CASES) {
  const tool = toolOf('words', source, { [CASES_FILE]: engine.write(cases) });
  const bench = new EditorState(registry(tool), tool);
  const dispatcher = new CasesBench(
    bench,
    async () => engine,
    () => ({ config: {}, limits: {} }),
  );
  await dispatcher.load();
  const kinds = () =>
    dispatcher.list.map((one) => {
      const state = dispatcher.stateOf(one);
      return 'stale' in state && state.stale ? `${state.kind}, stale` : state.kind;
    });
  return { bench, dispatcher, kinds };
}

beforeEach(() => {
  dropDrafts('words');
  dropDrafts('other');
});

describe('running cases', () => {
  it('runs the current texts, saved or not, and counts the passed ones', async () => {
    const { bench, dispatcher, kinds } = await opened();
    expect(kinds()).toEqual(['new', 'new']);
    await dispatcher.run();
    expect(kinds()).toEqual(['passed', 'passed']);
    expect(dispatcher.said).toBe('2 of 2 cases passed.');
    bench.write(SCRIPT, 'return star');
    expect(kinds()).toEqual(['passed, stale', 'passed, stale']);
    expect(dispatcher.score).toEqual({ passed: 0, ran: 0 });
    await dispatcher.run();
    expect(kinds()).toEqual(['failed', 'passed']);
    expect(dispatcher.score).toEqual({ passed: 1, ran: 2 });
    expect(bench.changed).toBe(true);
  });

  it('runs a single case, and keeps the other results', async () => {
    const { dispatcher, kinds } = await opened();
    await dispatcher.run(['b']);
    expect(kinds()).toEqual(['new', 'passed']);
    expect(dispatcher.said).toBe('1 of 1 case passed.');
  });

  it('explains why an invalid tool cannot run, until the next run', async () => {
    const { bench, dispatcher, kinds } = await opened();
    bench.write(SCRIPT, 'nothing');
    await dispatcher.run();
    expect(dispatcher.failure).toBe('words:1: it returns nothing.');
    expect([kinds(), dispatcher.running]).toEqual([['new', 'new'], false]);
    bench.write(SCRIPT, 'return sun');
    await dispatcher.run();
    expect(dispatcher.failure).toBe('');
  });

  it('keeps nothing when stopped; a second run replaces the first', async () => {
    const { bench, dispatcher, kinds } = await opened();
    const going = dispatcher.run();
    dispatcher.stop();
    await going;
    expect([kinds(), dispatcher.running, dispatcher.failure]).toEqual([['new', 'new'], false, '']);
    const first = dispatcher.run();
    bench.write(SCRIPT, 'return star');
    const second = dispatcher.run();
    await Promise.all([first, second]);
    expect(kinds()).toEqual(['failed', 'passed']);
  });

  it('maps covered lines to the text that was run', async () => {
    const { bench, dispatcher } = await opened('return sun\nnever');
    expect(dispatcher.coverage).toBeUndefined();
    await dispatcher.run();
    expect(dispatcher.coverage).toEqual({ '': { 1: 2, 2: 0 } });
    expect(dispatcher.marksOf('')).toEqual({ text: 'return sun\nnever', lines: { 1: 2, 2: 0 } });
    expect(dispatcher.moved).toBe(false);
    bench.write(SCRIPT, 'return star\nnever');
    expect(dispatcher.moved).toBe(true);
    await dispatcher.run(['a']);
    expect(dispatcher.coverage).toEqual({ '': { 1: 1, 2: 0 } });
  });
});

describe('changing cases', () => {
  it('writes them to the text, and removes the file with the last one', async () => {
    const { bench, dispatcher } = await opened();
    dispatcher.move(0, 1);
    expect(dispatcher.names).toEqual(['b', 'a']);
    dispatcher.add({ name: 'a', args: {}, expect: {} }, 0);
    expect(dispatcher.names).toEqual(['a 2', 'b', 'a']);
    const restore = dispatcher.remove(1);
    expect(dispatcher.names).toEqual(['a 2', 'a']);
    restore();
    expect(engine.read(bench.read(CASES_FILE) ?? '').map(({ name }) => name)).toEqual(['a 2', 'b', 'a']);
    for (const _ of dispatcher.names) dispatcher.remove(0);
    expect(bench.read(CASES_FILE)).toBeUndefined();
  });

  it('refuses an invalid case with a sentence, and keeps the old one', async () => {
    const { dispatcher } = await opened();
    const [first] = CASES;
    expect(dispatcher.change(0, { ...first, name: 'b' } as ToolCase)).toBe(
      'Another case has the same name; use a unique one.',
    );
    expect(dispatcher.change(0, { ...first, args: [] } as unknown as ToolCase)).toBe(
      'Args must be an object.',
    );
    expect(dispatcher.list).toEqual(CASES);
  });

  it("keeps a case's result and unfinished texts under its new name", async () => {
    const { dispatcher, kinds } = await opened();
    await dispatcher.run();
    dispatcher.halfTyped.set('a/result', '{');
    expect(dispatcher.change(0, { ...(CASES[0] as ToolCase), name: 'first' })).toBeUndefined();
    expect(kinds()).toEqual(['passed', 'passed']);
    expect([...dispatcher.halfTyped]).toEqual([['first/result', '{']]);
    dispatcher.change(0, { ...(dispatcher.list[0] as ToolCase), expect: { result: 'moon' } });
    expect(kinds()).toEqual(['passed, stale', 'passed']);
  });

  it('reports an unfinished text, and shows the cases again when it is fixed', async () => {
    const { bench, dispatcher } = await opened();
    const text = bench.read(CASES_FILE) ?? '';
    bench.write(CASES_FILE, text.slice(0, -4));
    expect(dispatcher.unreadable).toEqual(expect.stringMatching(/^cases\.json: is not valid JSON: .+\.$/));
    expect(dispatcher.list).toEqual([]);
    bench.write(CASES_FILE, text);
    expect([dispatcher.unreadable, dispatcher.names]).toEqual(['', ['a', 'b']]);
  });

  it('saves a run as a case under a free name', async () => {
    const { dispatcher, kinds } = await opened();
    const report: CallReport = {
      outcome: { result: 'sun' },
      args: { n: 2 },
      logs: [],
      milliseconds: 1,
      trace: { hostCalls: [] } as unknown as RunTrace,
    };
    expect(await dispatcher.record(report, { unit: 'C' }, 'a')).toBe('a 2');
    expect(dispatcher.list[2]).toEqual({
      name: 'a 2',
      args: { n: 2 },
      config: { unit: 'C' },
      expect: { result: 'sun' },
    });
    await dispatcher.run(['a 2']);
    expect(kinds()).toEqual(['new', 'new', 'passed']);
  });
});

describe('cases from elsewhere', () => {
  it('are read from a list or a single one, and are numbered or replace their namesake', async () => {
    const { dispatcher } = await opened();
    const [one] = await dispatcher.readText('{"name":"a","args":{},"expect":{"result":1}}');
    await expect(dispatcher.readText('[{}]')).rejects.toThrow('name is missing');
    dispatcher.merge([one as ToolCase], 'both');
    expect(dispatcher.names).toEqual(['a', 'b', 'a 2']);
    dispatcher.merge([one as ToolCase], 'replace');
    expect(dispatcher.names).toEqual(['a', 'b', 'a 2']);
    expect(dispatcher.list[0]?.expect).toEqual({ result: 1 });
  });

  it('move to another tool of the user, are saved there, and can be undone', async () => {
    const tools = registry(toolOf('words', 'return 1'), toolOf('other', 'return 2'));
    expect(placesFor(tools, 'words')).toEqual([{ id: 'mine', title: 'Mine', tools: ['other'] }]);
    const { saved, undo } = await sendCase(tools, engine, CASES[0] as ToolCase, 'other');
    expect(saved).toBe(true);
    expect(engine.read(tools.get('other')?.files[CASES_FILE] ?? '')).toEqual([CASES[0]]);
    await undo();
    expect(tools.get('other')?.files).toEqual({});
  });

  it("wait with the other tool's unsaved changes", async () => {
    const tools = registry(toolOf('words', 'return 1'), toolOf('other', 'return 2'));
    const other = new EditorState(tools, tools.get('other') as Tool);
    other.write(SCRIPT, 'half typed');
    const { saved } = await sendCase(tools, engine, CASES[0] as ToolCase, 'other');
    expect(saved).toBe(false);
    expect(tools.get('other')?.source).toBe('return 2');
    const again = new EditorState(tools, tools.get('other') as Tool);
    expect(engine.read(again.read(CASES_FILE) ?? '')).toEqual([CASES[0]]);
    expect(again.source).toBe('half typed');
  });
});
