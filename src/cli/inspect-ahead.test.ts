// Scripts are inspected in parallel, once each, and each caller gets its own result.
import { expect, it } from 'vitest';
import type { ToolSpec } from '../core/tool.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';
import { InspectAhead } from './inspect-ahead.ts';

const drafts = ['a', 'b', 'c', 'd', 'e', 'f'].map(
  (name) => ({ source: `-- ${name}`, fileName: `${name}.lua`, files: {}, kind: 'lua' }) as const,
);

function counting(): { runner: ToolRunner; asked: string[] } {
  const asked: string[] = [];
  const inspect: ToolRunner['inspect'] = async (_, fileName = '') => {
    asked.push(fileName);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (fileName === 'b.lua') throw new Error('b is broken');
    return { name: fileName } as ToolSpec;
  };
  return { runner: { inspect } as ToolRunner, asked };
}

it('inspects each once, and returns each result to its caller in any order', async () => {
  const { runner, asked } = counting();
  const ahead = new InspectAhead(runner);
  ahead.begin(drafts);
  const order = [...drafts].reverse();
  const told = await Promise.allSettled(
    order.map(({ source, fileName, files }) => ahead.inspect(source, fileName, files)),
  );
  expect(told.map((one) => (one.status === 'fulfilled' ? one.value.name : String(one.reason)))).toEqual([
    'f.lua',
    'e.lua',
    'd.lua',
    'c.lua',
    'Error: b is broken',
    'a.lua',
  ]);
  expect([...asked].sort()).toEqual(drafts.map(({ fileName }) => fileName));
});

it('inspects again on a second request, because nothing is cached', async () => {
  const { runner, asked } = counting();
  const ahead = new InspectAhead(runner);
  await ahead.inspect('-- a', 'a.lua', {});
  await ahead.inspect('-- a', 'a.lua', {});
  expect(asked).toEqual(['a.lua', 'a.lua']);
});
