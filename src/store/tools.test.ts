// The stored tools: one record a name, whole transactions, and word to the other tabs.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
  return { id: `id-${name}`, name, source: 'return 1', ...more } as Tool;
}

describe('update', () => {
  it('hands over what is stored and keeps what comes back', async () => {
    const { table } = await setUp();
    await table.update('a', (stored) => {
      expect(stored).toBeUndefined();
      return tool('a');
    });
    await table.update('a', (stored) => ({ ...(stored as Tool), source: 'return 2' }));
    expect(await table.all()).toEqual([tool('a', { source: 'return 2' })]);
  });

  it('leaves everything as it is when nothing comes back', async () => {
    const { table } = await setUp();
    await table.update('a', () => tool('a'));
    await table.update('a', () => undefined);
    expect(await table.all()).toEqual([tool('a')]);
  });

  it('undoes everything when the change throws, and throws the same', async () => {
    const { table } = await setUp();
    await table.update('a', () => tool('a'));
    const problem = new Error('no');
    await expect(
      table.update('a', () => {
        throw problem;
      }),
    ).rejects.toBe(problem);
    await table.update('b', () => tool('b'));
    expect(await table.all()).toEqual([tool('a'), tool('b')]);
  });

  it('replaces a record of that name that has another id', async () => {
    const { table } = await setUp();
    await table.update('a', () => tool('a'));
    await table.update('a', () => tool('a', { id: 'new' }));
    expect(await table.all()).toEqual([tool('a', { id: 'new' })]);
  });

  it('gives two tabs the name one after the other', async () => {
    const one = await setUp();
    const two = await one.again();
    const seen: unknown[] = [];
    const take = (id: string) => (stored: unknown) => {
      seen.push(stored);
      return stored ? undefined : tool('a', { id });
    };
    await Promise.all([one.table.update('a', take('one')), two.table.update('a', take('two'))]);
    expect(seen.filter((stored) => stored === undefined)).toHaveLength(1);
    expect(await one.table.all()).toHaveLength(1);
  });

  it('refuses what cannot be stored, in words, and keeps the rest', async () => {
    const { table } = await setUp();
    await table.update('a', () => tool('a'));
    const uncloneable = { ...tool('a'), source: () => 1 } as unknown as Tool;
    await expect(table.update('a', () => uncloneable)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await table.all()).toEqual([tool('a')]);
  });
});

describe('remove', () => {
  it('says whether there was such a tool', async () => {
    const { table } = await setUp();
    await table.update('a', () => tool('a'));
    expect(await table.remove('a', false)).toBe(true);
    expect(await table.remove('a', false)).toBe(false);
    expect(await table.all()).toEqual([]);
    expect(await table.marked('removed-bundled')).toEqual([]);
  });

  it('remembers a bundled name until a tool takes it again', async () => {
    const { table, again } = await setUp();
    await table.update('a', () => tool('a'));
    await table.remove('a', true);
    await table.remove('b', true);
    const later = (await again()).table;
    expect(await later.marked('removed-bundled')).toEqual(['a', 'b']);
    await later.update('a', () => tool('a'));
    expect(await later.marked('removed-bundled')).toEqual(['b']);
  });
});

it('marks and unmarks names, each list for itself', async () => {
  const { table } = await setUp();
  await table.mark('disabled-builtin', 'search', true);
  await table.mark('disabled-builtin', 'search', true);
  await table.mark('disabled-builtin', 'get', true);
  expect(await table.marked('disabled-builtin')).toEqual(['search', 'get']);
  await table.mark('disabled-builtin', 'search', false);
  expect(await table.marked('disabled-builtin')).toEqual(['get']);
  expect(await table.marked('removed-bundled')).toEqual([]);
});

it('tells the other tabs of the same database about writes, and only them', async () => {
  const one = await setUp();
  const two = await one.again();
  const stranger = await setUp();
  const heard = { one: vi.fn(), two: vi.fn(), stranger: vi.fn() };
  one.table.onChange(heard.one);
  two.table.onChange(heard.two);
  stranger.table.onChange(heard.stranger);
  await one.table.update('a', () => tool('a'));
  await one.table.update('a', () => undefined);
  await one.table.mark('disabled-builtin', 'search', true);
  await one.table.remove('a', false);
  await vi.waitFor(() => expect(heard.two).toHaveBeenCalledTimes(3));
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
  await table.update('a', () => tool('a'));
  await table.mark('disabled-builtin', 'search', true);
  await table.remove('a', true);
  spy.mockRestore();
  expect(database.objectStoreNames).toContain('tools');
  expect(seen).toEqual([{ durability: 'strict' }, { durability: 'strict' }, { durability: 'strict' }]);
});

it('says in words that the connection is gone', async () => {
  const { table, database } = await setUp();
  database.close();
  const problem = { code: 'unavailable', message: expect.stringContaining('reload the page') as string };
  await expect(table.all()).rejects.toMatchObject(problem);
  await expect(table.update('a', () => tool('a'))).rejects.toMatchObject(problem);
});
