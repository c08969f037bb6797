// The tools offered to a model: all if they are few; otherwise the best matches and those it used, within the token
// limit.
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../core/conversation.ts';
import { definitionOf, definitionTokens } from '../core/definition.ts';
import type { Json } from '../base/json.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import { areMany, OFFER_LIMITS, OfferedTools } from './offered-tools.ts';
import { listedTool } from '../core/tools.test-support.ts';

const tool = (name: string, more: Partial<ToolInfo> = {}): ToolInfo =>
  listedTool(name, { description: name, ...more });

const BUILTINS = ['search', 'get', 'find_tools'].map((name) =>
  tool(name, { builtin: true, kind: 'builtin', policy: 'allow' }),
);
const MANY = [...BUILTINS, ...Array.from({ length: 500 }, (_, n) => tool(`tool_${n}`))];
const FITTING = MANY.slice(100, 130);

function names(offered: OfferedTools): string[] {
  return offered.tools.map(({ name }) => name);
}

function result(value: Json): CallReport['outcome'] {
  return { result: value };
}

function tokens(offered: OfferedTools): number {
  return offered.tools
    .map((one) => definitionTokens(definitionOf(one, 'openai-responses')))
    .reduce((total, size) => total + size, 0);
}

describe('few tools', () => {
  const FEW = [
    ...BUILTINS,
    tool('one'),
    tool('off', { enabled: false }),
    tool('denied', { policy: 'deny' }),
    tool('mine_alone', { llmCallable: false }),
    tool('feed', { kind: 'connector' }),
  ];

  it('are all offered, without a tool to find more; those not for models are left out', () => {
    expect(areMany(FEW)).toBe(false);
    const offered = new OfferedTools(FEW, undefined);
    expect(names(offered)).toEqual(['search', 'get', 'one']);
    expect(offered.canFindMore).toBe(false);
  });

  it('become many beyond a number, or beyond a size', () => {
    const tools = Array.from({ length: OFFER_LIMITS.all.count }, (_, n) => tool(`t${n}`));
    expect(areMany([...tools, BUILTINS[2]!])).toBe(false);
    expect(areMany([...tools, tool('straw')])).toBe(true);
    expect(areMany([...tools, tool('off', { enabled: false })])).toBe(false);
    const parameters = {
      type: 'object' as const,
      properties: { a: { description: 'x'.repeat(4 * OFFER_LIMITS.all.tokens) } },
    };
    expect(areMany([tool('huge', { parameters })])).toBe(true);
  });
});

describe('many tools', () => {
  it('are reduced to the built-ins and the 20 best matches, in that order', () => {
    const offered = new OfferedTools(MANY, FITTING);
    expect(names(offered)).toEqual([
      'search',
      'get',
      'find_tools',
      ...FITTING.slice(0, 20).map(({ name }) => name),
    ]);
    expect(offered.canFindMore).toBe(true);
  });

  it('exclude those not for models, whatever the search returns', () => {
    const closed = tool('closed', { policy: 'deny' });
    const offered = new OfferedTools([...MANY, closed], [closed, tool('unheard_of'), MANY[50]!]);
    expect(names(offered)).toEqual(['search', 'get', 'find_tools', MANY[50]!.name]);
  });

  it('cannot be searched when find_tools is switched off', () => {
    const tools = MANY.map((one) => (one.name === 'find_tools' ? { ...one, enabled: false } : one));
    expect(new OfferedTools(tools, FITTING).canFindMore).toBe(false);
  });

  it('keep those named by find_tools, and those called, from then on', () => {
    const offered = new OfferedTools(MANY, FITTING);
    const before = names(offered);
    offered.met(
      'find_tools',
      result({ tools: [{ name: 'tool_7' }, { name: 'tool_8' }, { name: 'tool_100' }] }),
    );
    offered.met('tool_300', result(1));
    offered.met('search', result({ tools: [{ name: 'tool_9' }] }));
    expect(names(offered)).toEqual([...before, 'tool_8', 'tool_7', 'tool_300']);
  });

  it('include those met earlier in the conversation', () => {
    const parts: Part[] = [
      {
        type: 'tool',
        id: 'call-1',
        name: 'find_tools',
        args: {},
        state: 'done',
        report: { outcome: result({ tools: [{ name: 'tool_7' }] }), args: {}, logs: [], milliseconds: 1 },
      },
      { type: 'tool', id: 'call-2', name: 'tool_300', args: {}, state: 'failed' },
    ];
    const earlier = [{ role: 'assistant', parts } as Message];
    expect(names(new OfferedTools(MANY, FITTING, earlier)).slice(-2)).toEqual(['tool_7', 'tool_300']);
  });

  it('never exceed a twentieth of the context, however large they are and however many were met', () => {
    const large = (name: string, size: number): ToolInfo =>
      tool(name, {
        parameters: { type: 'object', properties: { a: { description: 'x'.repeat(4 * size) } } },
      });
    const tools = [
      ...BUILTINS,
      large('giant', 10_000),
      ...Array.from({ length: 100 }, (_, n) => large(`large_${n}`, 500)),
      tool('small'),
    ];
    const offered = new OfferedTools(tools, [...tools.slice(3, 30), tool('small')]);
    expect(names(offered)).not.toContain('giant');
    expect(names(offered)).toContain('large_0');
    expect(tokens(offered)).toBeLessThan(0.0444 * 128_000);
    offered.met('find_tools', result({ tools: tools.slice(50, 100).map(({ name }) => ({ name })) }));
    expect(tokens(offered)).toBeLessThan(0.05 * 128_000);
    // The best matches remain, and the latest met tools displace the first ones.
    expect(names(offered)).toEqual(expect.arrayContaining(['search', 'large_0', tools[50]!.name]));
    offered.met('large_99', result(1));
    expect(names(offered)).toContain('large_99');
    expect(tokens(offered)).toBeLessThan(0.05 * 128_000);
  });
});
