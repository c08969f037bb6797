// The check of stored tools: in the real virtual machine, with marks in memory only.
import { describe, expect, it, vi } from 'vitest';
import { readPrelude } from '../../scripts/prelude.ts';
import type { SyntaxProblem } from '../core/finding.ts';
import { compileWith } from '../sandbox/worker/compile.ts';
import { findSyntaxProblem } from '../sandbox/worker/syntax-problem.ts';
import { LuaVm } from '../sandbox/worker/vm.ts';
import { Checkup } from './checkup.ts';
import { script } from './stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('checkup');

/** Like the sandbox's worker. */
async function compile(sources: Record<string, string>): Promise<SyntaxProblem[]> {
  const vm = await LuaVm.load(readPrelude());
  const found: SyntaxProblem[] = [];
  for (const [path, text] of Object.entries(sources)) {
    const problem = await findSyntaxProblem(path, text, (source) => compileWith(vm, source));
    if (problem) found.push(problem);
  }
  return found;
}

const BROKEN = 'tool = { name = "old" }\nfunction tool.execute( end';

/** A page with a valid tool, one whose stored text no longer compiles, and one with such a module. */
async function withOldTools() {
  const first = await setUp();
  const fine = await first.registry.install(script({ name: 'fine' }));
  const put = (name: string, more: object) =>
    first.storage.database.put('tools', {
      ...fine,
      id: `id-of-${name}`,
      slug: name,
      name,
      folder: name,
      spec: { ...fine.spec, name },
      ...more,
    });
  await put('old', { source: BROKEN });
  await put('parts', { files: { 'lib/a.lua': 'return 1', 'lib/b.lua': 'retrun 2', 'note.txt': '((' } });
  await put('request', { kind: 'http', source: '{ "name": "request" }' });
  const page = await first.again();
  const asked: string[][] = [];
  const checkup = new Checkup({
    tools: page.registry,
    compile: async (sources) => {
      asked.push(Object.keys(sources));
      return compile(sources);
    },
  });
  const problems = () =>
    Object.fromEntries(
      page.registry.list({ includeDisabled: true }).map(({ name, problem }) => [name, problem]),
    );
  return { page, checkup, asked, problems, stored: () => page.storage.store.read() };
}

describe('stored tools', () => {
  it('that no longer compile are marked with the place, and nothing stored changes', async () => {
    const { page, checkup, problems, stored } = await withOldTools();
    const before = await stored();
    const changed = vi.fn();
    page.registry.onChange(changed);
    await checkup.start();
    expect(problems()).toEqual({
      fine: undefined,
      old: expect.stringMatching(/^it no longer compiles: old:2: /) as string,
      parts: expect.stringMatching(/^it no longer compiles: lib\/b\.lua:1: /) as string,
      request: expect.stringMatching(/^it can no longer be read: /) as string,
    });
    expect(changed).toHaveBeenCalledTimes(1);
    expect(await stored()).toEqual(before);
    expect(page.registry.get('old')).toMatchObject({ enabled: true, source: BROKEN });
    expect(page.registry.get('old')).not.toHaveProperty('problem');
    // Another session starts without marks, and checks by itself.
    expect((await page.again()).registry.list().filter(({ problem }) => problem)).toEqual([]);
  });

  it('are checked once, and again only when they change', async () => {
    const { page, checkup, asked } = await withOldTools();
    await checkup.start();
    await checkup.start();
    const looked = asked.flat().length;
    expect(looked).toBe(5);
    const added = await page.registry.install(script({ name: 'added' }));
    await vi.waitFor(() => expect(asked.flat()).toHaveLength(looked + 1));
    expect(asked.at(-1)).toEqual([`${added.id}/`]);
  });

  it('lose the mark when they compile again, or are removed', async () => {
    const { page, checkup, problems } = await withOldTools();
    await checkup.start();
    const { spec } = page.registry.get('old')!;
    await page.registry.install(script({ name: 'old', version: spec.version }), { replace: true });
    await page.registry.remove('parts');
    await vi.waitFor(() => expect(problems()).toMatchObject({ old: undefined }));
    expect(problems()).not.toHaveProperty('parts');
  });

  it("keep their mark when the sandbox can't check", async () => {
    const { page } = await withOldTools();
    const checkup = new Checkup({
      tools: page.registry,
      compile: () => Promise.reject(new Error('no sandbox')),
    });
    await checkup.start();
    expect(page.registry.list().filter(({ name, problem }) => problem && name !== 'request')).toEqual([]);
  });

  it('with another problem keep reporting that', async () => {
    const page = await setUp();
    const { installer } = await page.registry.edit();
    const problem = 'It runs in a shell, which there is none of here.';
    await installer.importBundle(bundleOf('pack', draft('((', { fileName: 'shell.sh', problem })), 'user');
    await new Checkup({ tools: page.registry, compile }).start();
    expect(page.registry.list({ includeDisabled: true })).toMatchObject([{ problem }]);
  });

  it('are marked as flows while a tool that they call is missing, also in a branch', async () => {
    const page = await setUp();
    const { installer } = await page.registry.edit();
    const call = (id: string, tool: string): object => ({ id, tool });
    const steps = [call('a', 'here'), { id: 'b', branches: [[call('c', 'gone')], [call('d', 'here')]] }];
    const flow = JSON.stringify({ name: 'trip', description: 'd', steps });
    await page.registry.install(script({ name: 'here' }));
    await installer.install(flow, { fileName: 'trip.flow.json' }, 'user');
    const problemOf = () => page.registry.infoOf(page.registry.get('trip')!).problem;
    await new Checkup({ tools: page.registry, compile: async () => [] }).start();
    expect(problemOf()).toBe('it calls gone, which is not installed: install it, or change its steps');
    await page.registry.install(script({ name: 'gone' }));
    await vi.waitFor(() => expect(problemOf()).toBeUndefined(), { timeout: 5000 });
    await page.registry.remove('here');
    await vi.waitFor(() => expect(problemOf()).toContain('it calls here'), { timeout: 5000 });
  });
});
