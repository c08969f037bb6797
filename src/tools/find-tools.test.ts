// The searches that find_tools makes, and its answers.
import { Outbound } from '../core/outbound.ts';
import { describe, expect, it } from 'vitest';
import { namesFound } from '../core/offerable.ts';
import type { Json } from '../base/json.ts';
import type { ToolInfo } from '../core/tool.ts';
import { findTools } from './find-tools.ts';
import { listedTool } from '../core/tools.test-support.ts';

const tool = (name: string, more: Partial<ToolInfo> = {}): ToolInfo =>
  listedTool(name, { parameters: { type: 'object', properties: { a: { type: 'string' } } }, ...more });

function over(tools: ToolInfo[]) {
  const asked: [string, number][] = [];
  const builtin = findTools(async (query, limit, allowed) => {
    asked.push([query, limit]);
    return tools.filter(allowed).slice(0, limit);
  });
  const { signal } = new AbortController();
  return {
    asked,
    run: (args: Record<string, Json>) => builtin.execute(args, signal, { kind: 'page' }, new Outbound()),
  };
}

describe('find_tools', () => {
  it('returns name, description and parameters of the tools found', async () => {
    const { run, asked } = over([tool('one'), tool('two')]);
    expect(await run({ query: 'something', limit: 1 })).toEqual({
      tools: [
        {
          name: 'one',
          description: 'Does one.',
          parameters: { type: 'object', properties: { a: { type: 'string' } } },
        },
      ],
    });
    expect(asked).toEqual([['something', 1]]);
  });

  it('hides tools that models may not call, and built-ins', async () => {
    const { run } = over([
      tool('off', { enabled: false }),
      tool('denied', { policy: 'deny' }),
      tool('people_only', { llmCallable: false }),
      tool('feed', { kind: 'connector' }),
      tool('search', { kind: 'builtin', builtin: true }),
      tool('mine'),
    ]);
    expect(namesFound((await run({ query: 'x' })) as Json)).toEqual(['mine']);
  });

  it('asks for 20 results by default, and at most 50', async () => {
    const { run, asked } = over([]);
    await run({ query: 'x' });
    await run({ query: 'x', limit: 5000 });
    expect(asked.map(([, limit]) => limit)).toEqual([20, 50]);
  });

  it('rejects an empty query', async () => {
    await expect(over([]).run({ query: ' ' })).rejects.toMatchObject({
      code: 'bad_request',
      message: 'query must not be empty',
    });
  });

  it("keeps valid JSON by dropping parameters that don't fit, but never names", async () => {
    const parameters = { type: 'object' as const, properties: { a: { description: 'x'.repeat(7000) } } };
    const { run } = over(Array.from({ length: 5 }, (_, n) => tool(`t${n}`, { parameters })));
    const answer = (await run({ query: 'x' })) as { tools: object[] };
    expect(answer.tools.map((one) => 'parameters' in one)).toEqual([true, true, false, false, false]);
    expect(JSON.stringify(answer).length).toBeLessThan(24_000);
  });
});

it('finds no names in any other answer', () => {
  for (const other of [undefined, null, 1, [], { tools: 1 }, { tools: [1, { name: 2 }] }]) {
    expect(namesFound(other as Json)).toEqual([]);
  }
});
