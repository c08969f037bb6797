// The stored tools and bundles: complete commits or none, and notifications to other tabs.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Bundle } from '../core/bundle.ts';
import type { ChangeRecord } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import { openDatabase, type Database } from './database.ts';
import { ToolTable } from './tools.ts';

let databases = 0;
const opened: { table: ToolTable; database: Database }[] = [];

async function setUp(name = `tool-table-${++databases}`) {
  const database = await openDatabase({ name });
  const page = { table: new ToolTable(database), database, again: () => setUp(name) };
  opened.push(page);
  return page;
}

afterEach(() => {
  for (const { table, database } of opened.splice(0)) {
    table.close();
    database.close();
  }
});

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    id: `id-${name}`,
    bundle: 'b',
    slug: name,
    name,
    source: 'return 1',
    spec: { version: '1' },
    ...more,
  } as Tool;
}

describe('a commit', () => {
  it('writes everything, and the next snapshot shows it under a new revision', async () => {
    const { table, again } = await setUp();
    const before = await table.read();
    expect(before).toEqual({
      revision: 0,
      tools: [],
      bundles: [],
      marks: { 'removed-bundled': [], 'disabled-builtin': [] },
    });
    const bundle = { id: 'b', slug: 'weather' } as Bundle;
    const change = { id: 'c1', of: 'b/a', what: 'created' } as ChangeRecord;
    const revision = await table.commit(0, {
      putTools: [tool('a'), tool('z')],
      putBundles: [bundle],
      putRemoved: [{ id: 'r1', tool: tool('gone'), removedAt: '2026-01-01' }],
      changes: [change],
      marks: { 'removed-bundled': ['echo', 'echo'] },
    });
    await table.commit(revision as number, { deleteTools: ['id-z'] });
    const later = (await again()).table;
    expect(await later.read()).toEqual({
      revision: 2,
      tools: [tool('a')],
      bundles: [bundle],
      marks: { 'removed-bundled': ['echo'], 'disabled-builtin': [] },
    });
    expect(await later.removed()).toMatchObject([{ id: 'r1' }]);
    expect(await later.changes('b/a')).toEqual([change]);
    expect(await later.changes('b/')).toEqual([]);
  });

  it('writes nothing when another tab has written since', async () => {
    const one = await setUp();
    const two = await one.again();
    const results = await Promise.all([
      one.table.commit(0, { putTools: [tool('a')] }),
      two.table.commit(0, { putTools: [tool('b')] }),
    ]);
    expect(results.filter((revision) => revision === 1)).toHaveLength(1);
    expect(results).toContain(undefined);
    expect((await one.table.read()).tools).toHaveLength(1);
  });

  it('rejects a second record of an address, and keeps the first', async () => {
    const { table } = await setUp();
    await table.commit(0, { putTools: [tool('a')] });
    const other = tool('b', { slug: 'a' });
    await expect(table.commit(1, { putTools: [tool('c'), other] })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await table.read()).toMatchObject({ revision: 1, tools: [tool('a')] });
    await table.commit(1, { putTools: [{ ...other, spec: { version: '2' } } as Tool] });
    expect((await table.read()).tools).toHaveLength(2);
  });

  it('rejects an unstorable value with a sentence, and keeps the rest', async () => {
    const { table } = await setUp();
    await table.commit(0, { putTools: [tool('a')] });
    const uncloneable = { ...tool('b'), source: () => 1 } as unknown as Tool;
    await expect(table.commit(1, { putTools: [tool('c'), uncloneable] })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect((await table.read()).tools).toEqual([tool('a')]);
  });
});

it('lists the changes of one item, latest first', async () => {
  const { table } = await setUp();
  const changes = ['1', '2', '3'].map((id) => ({ id, of: id === '2' ? 'b/other' : 'b/a' }) as ChangeRecord);
  await table.commit(0, { changes });
  expect((await table.changes('b/a')).map(({ id }) => id)).toEqual(['3', '1']);
});

it('lets one tab at a time decide, where the browser has locks', async () => {
  const one = await setUp();
  const two = await one.again();
  const order: string[] = [];
  const slow = one.table.exclusive(async () => {
    order.push('one begins');
    await new Promise((resolve) => setTimeout(resolve, 20));
    order.push('one ends');
  });
  await Promise.all([slow, two.table.exclusive(async () => void order.push('two'))]);
  if (globalThis.navigator?.locks) expect(order).toEqual(['one begins', 'one ends', 'two']);
  else expect(order).toHaveLength(3);
});

it('notifies other tabs of the same database of writes, and only those', async () => {
  const one = await setUp();
  const two = await one.again();
  const stranger = await setUp();
  const heard = { one: vi.fn(), two: vi.fn(), stranger: vi.fn() };
  one.table.onChange(heard.one);
  two.table.onChange(heard.two);
  stranger.table.onChange(heard.stranger);
  await one.table.commit(0, { putTools: [tool('a')] });
  await one.table.commit(0, { putTools: [tool('late')] });
  await one.table.commit(1, { marks: { 'disabled-builtin': ['search'] } });
  await vi.waitFor(() => expect(heard.two).toHaveBeenCalledTimes(2));
  expect(heard.one).not.toHaveBeenCalled();
  expect(heard.stranger).not.toHaveBeenCalled();
});

it('writes with strict durability', async () => {
  const { table, database } = await setUp();
  const seen: unknown[] = [];
  const original = IDBDatabase.prototype.transaction;
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    if (args[1] === 'readwrite') seen.push(args[2]);
    return original.apply(this, args);
  });
  await table.commit(0, { putTools: [tool('a')] });
  await table.commit(1, { deleteTools: ['id-a'] });
  spy.mockRestore();
  expect(database.objectStoreNames).toContain('tools');
  expect(seen).toEqual([{ durability: 'strict' }, { durability: 'strict' }]);
});

it('reports that the connection is gone', async () => {
  const { table, database } = await setUp();
  database.close();
  const problem = { code: 'unavailable', message: expect.stringContaining('reload the page') as string };
  await expect(table.read()).rejects.toMatchObject(problem);
  await expect(table.commit(0, { putTools: [tool('a')] })).rejects.toMatchObject(problem);
});
