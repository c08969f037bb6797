// MCP servers, registries and automations of another device: they arrive switched off, change nothing that this device
// has decided, and bring no permission.
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import type { Json } from '../../../base/json.ts';
import { openDatabase, type Database } from '../../../storage/database.ts';
import type { LocalRecord, Outcome } from '../engine/ports.ts';
import { automationRecords, registryRecords, ServerRecords } from './carried-records.ts';
import type { RecordKind } from './record-kind.ts';

let number = 0;
let a: Database;
let b: Database;
beforeEach(async () => {
  number += 1;
  a = await openDatabase({ name: `carried-a-${number}` });
  b = await openDatabase({ name: `carried-b-${number}` });
});

async function all(kind: RecordKind): Promise<LocalRecord[]> {
  const records: LocalRecord[] = [];
  for await (const record of kind.scan(kind.kinds)) records.push(record);
  return records;
}

/** Carries all records, as sync would. */
async function carry(from: RecordKind, to: RecordKind): Promise<ReadonlyMap<string, Outcome>> {
  const here = await all(to);
  const changes = await Promise.all(
    (await all(from)).map(async ({ key, read }) => ({
      ...{ key, value: await read() },
      mark: here.find((one) => one.key === key)?.mark,
    })),
  );
  return to.apply(changes);
}

/** Ids of the servers that were removed with their tools and secrets. */
let removed: string[] = [];
beforeEach(() => void (removed = []));
const servers = (db: Database) =>
  new ServerRecords(db, async (id) => {
    removed.push(id);
    await db.delete('mcp_servers', id);
  });

const plant = (kind: RecordKind, key: string, value: Json) => kind.apply([{ key, value, mark: undefined }]);

const SERVER = {
  ...{ id: 's1', name: 'files', url: 'https://mcp.example/', enabled: true, auth: 'headers' as const },
  ...{ headers: ['X-Key'], createdAt: '2026-05-01T10:00:00.000Z' },
  appReach: { 'ui://a': { hosts: ['evil.example'] } } as never,
};

it('an MCP server arrives switched off, without what its apps may reach', async () => {
  await a.put('mcp_servers', SERVER);
  await carry(servers(a), servers(b));
  const { appReach: _, ...rest } = SERVER;
  expect(await b.getAll('mcp_servers')).toEqual([{ ...rest, enabled: false }]);
});

it('an MCP server that is here keeps its address and its switch, whatever another device sends', async () => {
  await b.put('mcp_servers', SERVER);
  await a.put('mcp_servers', { ...SERVER, name: 'renamed', url: 'https://evil.example/', enabled: false });
  await carry(servers(a), servers(b));
  expect(await b.getAll('mcp_servers')).toEqual([{ ...SERVER, name: 'renamed' }]);
});

it('an MCP server that another device removed goes with its tools and secrets', async () => {
  await b.put('mcp_servers', SERVER);
  await b.put('mcp_servers', { ...SERVER, id: 's2', name: 'other' });
  const records = servers(b);
  const mark = (await all(records)).find(({ key }) => key === 'server/s1')?.mark;
  expect(
    (await records.apply([{ key: 'server/s1', value: undefined, mark: 'older' }])).get('server/s1'),
  ).toBe('later');
  expect(removed).toEqual([]);
  await records.apply([{ key: 'server/s1', value: undefined, mark }]);
  expect(removed).toEqual(['s1']);
  expect((await b.getAll('mcp_servers')).map(({ id }) => id)).toEqual(['s2']);
});

it('an MCP server with an unsafe address or a strange name does not arrive', async () => {
  const records = servers(b);
  const { appReach: _, enabled: _e, ...plain } = SERVER;
  for (const change of [
    { url: 'http://mcp.example/' },
    { url: 'https://me:pw@mcp.example/' },
    { url: 'javascript:alert(1)' },
    { name: 'a b' },
    { auth: 'other' },
    { id: 'other' },
  ]) {
    await plant(records, 'server/s1', { ...plain, ...change });
  }
  expect(await b.getAll('mcp_servers')).toEqual([]);
});

it('a registry arrives at the end; folders stay where they are', async () => {
  const put = (db: Database, registries: unknown[]) =>
    db.put('settings', { key: 'registries', value: { registries } });
  await put(b, [{ id: 'r0', name: 'Own', address: 'https://own.example/' }]);
  await put(a, [
    { id: 'r1', name: 'Team', address: 'https://team.example/', off: true },
    { id: 'r2', name: 'Folder', handle: {} },
    { id: 'r3', name: 'Same', address: 'https://own.example/' },
  ]);
  await carry(registryRecords(a), registryRecords(b));
  expect((await b.get('settings', 'registries'))?.value).toEqual({
    registries: [
      { id: 'r0', name: 'Own', address: 'https://own.example/' },
      { id: 'r1', name: 'Team', address: 'https://team.example/' },
    ],
  });
});

const AUTOMATION = {
  ...{ id: 'a1', title: 'News', task: { kind: 'question', text: 'What is new?' }, result: 'chat' },
  timetable: { every: 'day', at: 420 },
  ...{ on: true, since: '2026-05-02T10:00:00.000Z', createdAt: '2026-05-01T10:00:00.000Z', runs: [] },
};
const automations = async (db: Database) =>
  ((await db.get('settings', 'automations'))?.value as { automations: (typeof AUTOMATION)[] }).automations;
const putAutomation = (db: Database, change: object = {}) =>
  db.put('settings', { key: 'automations', value: { automations: [{ ...AUTOMATION, ...change }] } });

it('an automation arrives switched off, and says where it came from', async () => {
  await putAutomation(a);
  const outcomes = await carry(automationRecords(a), automationRecords(b));
  const [arrived] = await automations(b);
  expect(arrived).toMatchObject({ title: 'News', on: false, from: 'another device', runs: [] });
  // Nothing is sent back.
  expect({ mark: (await all(automationRecords(b)))[0]?.mark }).toEqual(outcomes.get('automation/a1'));
});

it('a running automation continues after a new title, and a new task switches it off', async () => {
  await putAutomation(b);
  await putAutomation(a, { title: 'Daily news', on: false });
  await carry(automationRecords(a), automationRecords(b));
  expect(await automations(b)).toMatchObject([{ title: 'Daily news', on: true }]);
  await putAutomation(a, { task: { kind: 'tool', tool: 'wipe', args: {} } });
  await carry(automationRecords(a), automationRecords(b));
  expect(await automations(b)).toMatchObject([{ on: false, from: 'another device' }]);
});

it('a deletion arrives, but not of what has changed here meanwhile', async () => {
  await putAutomation(b);
  const [record] = await all(automationRecords(b));
  await putAutomation(b, { title: 'Changed' });
  const gone = { key: 'automation/a1', value: undefined, mark: record!.mark };
  expect((await automationRecords(b).apply([gone])).get('automation/a1')).toBe('later');
  const [now] = await all(automationRecords(b));
  await automationRecords(b).apply([{ ...gone, mark: now!.mark }]);
  expect(await automations(b)).toEqual([]);
});
