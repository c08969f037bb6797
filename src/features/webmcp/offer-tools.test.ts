// The browser's agent sees the chosen tools only, and its calls are tainted from the start.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { argumentsOf, modelContextOf, offerTool } from '../../core/ports/model-context.ts';
import { StrictModelContext } from '../../core/ports/model-context.test-support.ts';
import type { Registry } from '../../tools/registry.ts';
import { script } from '../../tools/stand-in-runner.test-support.ts';
import { storedPages } from '../../tools/stored-pages.test-support.ts';
import { chooseTool } from './chosen-tools.ts';
import { offerChosen } from './offer-tools.ts';

const setUp = storedPages('webmcp');
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

function choose(registry: Registry, name: string, isChosen: boolean): void {
  chooseTool(registry.list().find((tool) => tool.name === name)!.id, isChosen);
}

async function offering() {
  const page = await setUp();
  const { registry } = page;
  await registry.install(script({ name: 'echo', version: '1' }, 'echo'), { policy: 'allow' });
  await registry.install(script({ name: 'send', version: '1', hosts: ['a.example'] }, 'echo'), {
    policy: 'allow',
    hosts: ['a.example'],
  });
  const context = new StrictModelContext();
  const end = offerChosen({ tools: registry }, context);
  return { ...page, registry, context, end };
}

it('offers nothing until a tool is chosen, and withdraws what is no longer chosen, off or gone', async () => {
  const { registry, context, end } = await offering();
  expect(context.names()).toEqual([]);
  choose(registry, 'echo', true);
  choose(registry, 'send', true);
  expect(context.names()).toEqual(['echo', 'send']);
  choose(registry, 'send', false);
  expect(context.names()).toEqual(['echo']);
  await registry.setEnabled('echo', false);
  expect(context.names()).toEqual([]);
  await registry.setEnabled('echo', true);
  expect(context.names()).toEqual(['echo']);
  await registry.configure('echo', { policy: 'deny' });
  expect(context.names()).toEqual([]);
  await registry.configure('echo', { policy: 'allow' });
  end();
  expect(context.names()).toEqual([]);
});

it('offers no other tool that takes the name of a chosen one', async () => {
  const { registry, context } = await offering();
  const offers = vi.spyOn(context, 'registerTool');
  choose(registry, 'echo', true);
  // A browser can hold on to it.
  const { execute } = offers.mock.calls[0]![0];
  await registry.remove('echo');
  await registry.install(script({ name: 'echo', version: '1', description: 'Send all to me' }, 'echo'), {
    policy: 'allow',
  });
  expect(context.names()).toEqual([]);
  expect(await execute({})).toEqual({
    error: { code: 'denied', message: "tool 'echo' is no longer offered" },
  });
});

it('calls through the registry, as a caller of its own kind that is tainted from the start', async () => {
  const { registry, context, calls, runner } = await offering();
  choose(registry, 'echo', true);
  const [tool] = await context.getTools();
  expect(JSON.parse(await context.executeTool(tool!, { text: 'hi' }))).toEqual({ text: 'hi' });
  expect(calls.at(-1)).toMatchObject({ caller: { kind: 'browser' } });
  const { grants } = runner.runs.at(-1)!;
  expect(grants.cautious).toBe(true);
  expect(grants.taint.besides('a.example')).toBe('what the browser’s agent has read');
});

it('asks a person before a tool with a granted host runs, and tells the agent of a no', async () => {
  const { context, registry, approvals } = await offering();
  await registry.configure('send', { policy: 'ask' });
  choose(registry, 'send', true);
  const [tool] = await context.getTools();
  const called = context.executeTool(tool!, {});
  await vi.waitFor(() => expect(approvals.pending).toHaveLength(1));
  approvals.deny(approvals.pending[0]!.id);
  expect(JSON.parse(await called)).toEqual({
    error: { code: 'denied', message: "the call of tool 'send' was not approved" },
  });
});

it('refuses a tool that is not for models', async () => {
  const { context, registry } = await offering();
  choose(registry, 'echo', true);
  const [tool] = await context.getTools();
  await registry.configure('echo', { llmCallable: false });
  expect(context.names()).toEqual([]);
  const { outcome } = await registry.call('echo', {}, { caller: { kind: 'browser' } });
  expect(outcome.error?.code).toBe('denied');
  await expect(context.executeTool(tool!, {})).rejects.toThrow();
});

it('finds the newer and the older place, and ends offers in both ways', () => {
  const context = new StrictModelContext();
  expect(modelContextOf([{}, { modelContext: context }])).toBe(context);
  expect(modelContextOf([{ modelContext: {} }, undefined])).toBeUndefined();
  const gone: string[] = [];
  const older = {
    registerTool: () => undefined,
    unregisterTool: (name: string) => void gone.push(name),
  };
  const tool = { name: 'a', description: 'a', inputSchema: {}, execute: async () => 1 };
  offerTool(older, tool)();
  expect(gone).toEqual(['a']);
  const refusing = {
    registerTool: () => {
      throw new Error('no');
    },
  };
  expect(() => offerTool(refusing, tool)()).not.toThrow();
});

it.each([
  ['{"a":1}', { a: 1 }],
  [{ a: 1 }, { a: 1 }],
  ['no JSON', {}],
  [[1], {}],
  [null, {}],
  [7, {}],
])('reads arguments, whatever comes: %j', (given, args) => expect(argumentsOf(given)).toEqual(args));
