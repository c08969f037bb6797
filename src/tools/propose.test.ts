// A model's proposal is checked like a person's script, tried without network, stored, and never installed.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../base/json.ts';
import type { Proposal } from '../core/proposal.ts';
import { Cases } from './cases/cases.ts';
import { proposeTool } from './propose-tool.ts';
import { realRunnerOver } from './real-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';
import { memoryFolders } from '../sandbox/dispatcher.test-support.ts';

const runner = realRunnerOver({
  search: async () => [],
  get: () => Promise.reject(new Error('no document')),
  sources: async () => [],
  folders: memoryFolders(),
});
const openPage = storedPages('propose');
const AGENT = { kind: 'agent', conversation: 'c', call: '1' } as const;

const script = (name: string, body: string): string =>
  `tool = { name = "${name}", version = "1", description = "Doubles.", parameters = { { name = "n", type = "number" } } }
function tool.execute(params) ${body} end`;

let kept: Proposal[];
beforeEach(() => (kept = []));

async function openBench() {
  const cases = new Cases({ runner });
  const page = await openPage({
    runner,
    builtins: [
      proposeTool(async () => ({
        nameOf: async (source) => (await runner.inspect(source)).name,
        check: async () => [],
        readCases: async (text) => cases.read(text),
        tryCases: async ({ name, source }, given) =>
          (await cases.run({ name, source, files: {} }, given)).results.flatMap(({ problems }) => problems),
        find: (name) => page.registry.get(name),
        keep: (proposal) => void kept.push(proposal),
        newId: () => `p${kept.length + 1}`,
      })),
    ],
  });
  const propose = async (args: Record<string, Json>) =>
    (await page.registry.call('propose_tool', args, { caller: AGENT })).outcome;
  return { page, propose };
}

describe('a proposal', () => {
  it('to remove a tool names it, removes nothing, and refuses built-in and unknown ones', async () => {
    const { page, propose } = await openBench();
    await page.registry.install(script('double', 'return params.n * 2'));
    const { result } = await propose({ removes: 'double', reason: 'Nobody needs it.' });
    expect(result).toMatchObject({ name: 'double', kind: 'removal', problems: [] });
    expect([page.registry.get('double')?.name, kept]).toEqual(['double', []]);
    const refused = async (args: Record<string, Json>) => (await propose(args)).error?.message;
    expect(await refused({ removes: 'gone', reason: 'r' })).toContain('no tool registered');
    expect(await refused({ removes: 'propose_tool', reason: 'r' })).toContain('can’t be removed');
    expect(await refused({ removes: 'double', reason: ' ' })).toContain('reason must not be empty');
    expect(await refused({ reason: 'Nothing else.' })).toContain('source must not be empty');
  });

  it('is refused in read-only mode, and not stored', async () => {
    const { page } = await openBench();
    const args = { source: script('double', 'return params.n * 2'), reason: 'Wanted.' };
    const { outcome } = await page.registry.call('propose_tool', args, { caller: AGENT, readOnly: true });
    expect(outcome.error).toMatchObject({
      code: 'denied',
      message: expect.stringContaining('read-only mode'),
    });
    expect(kept).toEqual([]);
  });

  it('of a new tool is stored and returned, and nothing is installed or asked', async () => {
    const { page, propose } = await openBench();
    const source = script('double', 'return params.n * 2');
    const cases = [{ name: 'two', args: { n: 2 }, expect: { result: 4 } }];
    expect((await propose({ source, reason: 'Wanted.', cases })).result).toMatchObject({
      ...{ proposal: 'p1', name: 'double', kind: 'new', cases: 1, problems: [] },
      next: expect.stringContaining('not installed') as string,
    });
    expect(kept).toEqual([
      { id: 'p1', name: 'double', kind: 'new', source, reason: 'Wanted.', cases, problems: [] },
    ]);
    expect(page.registry.get('double')).toBeUndefined();
    expect(page.approvals.pending).toEqual([]);
  });

  it('of a fix leaves the tool unchanged, and reports failing test cases', async () => {
    const { page, propose } = await openBench();
    const before = await page.registry.install(script('double', 'return params.n'), { hosts: ['a.example'] });
    const answer = await propose({
      source: script('double', 'return params.n * 3'),
      reason: 'Wrong.',
      replaces: 'double',
      cases: [{ name: 'two', args: { n: 2 }, expect: { result: 4 } }],
    });
    expect(answer.result).toMatchObject({ kind: 'fix', problems: [expect.stringContaining('4') as string] });
    expect(page.registry.get('double')).toEqual(before);
  });

  it('is rejected with the reason: not a tool, a built-in, another name, unknown tools, bad test cases', async () => {
    const { page, propose } = await openBench();
    await page.registry.install(script('double', 'return 1'));
    const refusal = async (args: Record<string, Json>) =>
      (await propose({ reason: 'x', ...args })).error?.message;
    expect(await refusal({ source: 'tool = {' })).toContain('this cannot be proposed');
    expect(await refusal({ source: script('propose_tool', 'return 1') })).toContain('built-in');
    expect(await refusal({ source: script('other', 'return 1'), replaces: 'double' })).toContain(
      'keep the name',
    );
    expect(await refusal({ source: script('other', 'return 1'), replaces: 'gone' })).toContain('gone');
    expect(await refusal({ source: script('other', 'return 1'), cases: [{ name: 'x' }] })).toContain(
      'the cases',
    );
    expect(await refusal({ source: ' ' })).toBe('source must not be empty');
    expect(kept).toEqual([]);
  });

  it('that a person installs starts untrusted: it asks, and has no grants', async () => {
    const { page } = await openBench();
    await page.registry.install(script('double', 'return params.n'), { hosts: ['a.example'], writes: true });
    const tool = await page.registry.install(
      script('double', 'return 2'),
      { hosts: ['a.example'], writes: true, policy: 'allow', replace: true },
      'agent',
    );
    expect(tool).toMatchObject({ origin: 'agent', policy: 'ask', hosts: [], writes: false });
  });
});
