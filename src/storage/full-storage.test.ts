// Full storage or a killed tab, at every single write of everything except documents: nothing is half-written, and a
// failure is a sentence. Documents are tested in `knowledge/library-durability.test.ts`.
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Message } from '../core/conversation.ts';
import type { RunRecord } from '../core/run-record.ts';
import type { Tool } from '../core/tool.ts';
import { ConversationTable } from './conversations.ts';
import { openDatabase, type Database } from './database.ts';
import { FULL, failFrom, gone, type Way } from './failing-writes.test-support.ts';
import { FileTable } from './files.ts';
import { linkTable } from './links.ts';
import { RunTable } from './runs.ts';
import { SecretTable } from './secrets.ts';
import { SettingsTable } from './settings.ts';
import { ToolTable } from './tools.ts';
import { Vault } from './vault.ts';
import { MemoryFolder } from './vector-folder.test-support.ts';
import { VectorFiles } from './vectors.ts';

let names = 0;
const open: { close(): void }[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const each of open.splice(0)) each.close();
});

function closing<T extends { close(): void }>(one: T): T {
  open.push(one);
  return one;
}

interface Case {
  before?(db: Database): Promise<unknown>;
  what(db: Database): Promise<unknown>;
  /** Number of transactions; absent: one. */
  transactions?: number;
  /** The visible result, where records differ each time, such as encrypted values. */
  seen?(db: Database): Promise<unknown>;
}

const MOMENT = '2026-01-01T00:00:00Z';
const conversation = (id: string) => ({ id, title: id, createdAt: MOMENT, modifiedAt: MOMENT });
const message = (conversation: string, seq: number): Message => ({
  id: `${conversation}-${seq}`,
  conversation,
  seq,
  role: 'user',
  parts: [{ type: 'text', text: String(seq) }],
  createdAt: MOMENT,
});
const tool = (name: string) =>
  ({ id: name, bundle: 'b', slug: name, name, source: 'return 1', spec: { version: '1' } }) as Tool;
const chats = (db: Database) => closing(new ConversationTable(db));
const secrets = (db: Database) => new SecretTable(closing(new Vault(db)));
const link = (id: string) => ({ id, name: id, handle: {}, tools: [], fresh: [] }) as never;
const vectors = (from: number) => ({
  model: 'm',
  dimensions: 3,
  hashes: Uint32Array.of(from, from + 1),
  values: new Int8Array(32),
  scales: Float32Array.of(1),
  exact: new Float32Array(3),
});

function vectorCase(folder: MemoryFolder | undefined): Case {
  let ids = 0;
  const files = (db: Database) =>
    new VectorFiles(db, { folder, newId: () => `v${++ids}`, now: () => MOMENT });
  return {
    before: async (db) => {
      ids = 0;
      folder?.files.clear();
      await files(db).write(vectors(1));
      await files(db).write(vectors(3));
    },
    transactions: 2,
    // Like a merge, followed by newly embedded texts.
    what: async (db) => {
      await files(db).write(vectors(5), await files(db).ids());
      await files(db).write(vectors(7));
    },
    seen: async (db) => {
      const records = await db.getAll('vectors');
      const kept = records.flatMap(({ file }) => file ?? []);
      expect(await folder?.names()).toEqual(folder && kept);
      return records.map(({ hashes }) => [...new Uint32Array(hashes)]);
    },
  };
}

const CASES: Record<string, Case> = {
  'a new chat': { what: (db) => chats(db).put(conversation('a')) },
  'a chat renamed': {
    before: (db) => chats(db).put(conversation('a')),
    what: (db) => chats(db).put({ ...conversation('a'), title: 'other' }),
  },
  'a message': {
    before: (db) => chats(db).put(conversation('a')),
    what: (db) => chats(db).putMessage(message('a', 0)),
  },
  'a chat brought back': {
    what: (db) =>
      chats(db).restore({
        conversation: conversation('a'),
        messages: [message('a', 0), message('a', 1), message('a', 2)],
      }),
  },
  'a chat deleted': {
    before: (db) =>
      chats(db).restore({ conversation: conversation('a'), messages: [message('a', 0), message('a', 1)] }),
    what: (db) => chats(db).remove('a'),
  },
  settings: {
    before: (db) => new SettingsTable(db).change({ theme: 'dark' }),
    what: (db) => new SettingsTable(db).change({ theme: 'light' }),
  },
  tools: {
    before: (db) => closing(new ToolTable(db)).commit(0, { putTools: [tool('old')] }),
    what: (db) =>
      closing(new ToolTable(db)).commit(1, {
        putTools: [tool('a'), tool('b')],
        deleteTools: ['old'],
        putBundles: [{ id: 'b', slug: 'b' } as never],
        putRemoved: [{ id: 'r', tool: tool('old'), removedAt: MOMENT }],
        changes: [{ id: 'c', of: 'b/a', what: 'created' } as never],
        marks: { 'disabled-builtin': ['x'] },
      }),
  },
  'the first secret, with the key of the device': {
    what: (db) => secrets(db).set('TOKEN', 'first value'),
    seen: (db) => secrets(db).reveal(['TOKEN']),
  },
  'a secret that is there': {
    before: (db) => secrets(db).set('TOKEN', 'first value'),
    what: (db) => secrets(db).set('TOKEN', 'second value', ['api.example.com']),
    seen: (db) => secrets(db).reveal(['TOKEN']),
  },
  'secrets of a backup': {
    before: (db) => secrets(db).set('A', 'first value'),
    what: (db) =>
      closing(new Vault(db)).setAll(
        ['A', 'B', 'C'].map((name) => ({ name: `secret:${name}`, value: `new ${name} value`, hosts: [] })),
        { existing: 'replace' },
      ),
    seen: (db) => secrets(db).reveal(['A', 'B', 'C']),
  },
  'a secret removed': {
    before: (db) => secrets(db).set('A', 'first value'),
    what: (db) => secrets(db).remove('A'),
  },
  'a file of a tool': {
    before: (db) => new FileTable(db).write('f', 'a.txt', new Uint8Array([1])),
    what: (db) => new FileTable(db).write('f', 'a.txt', new Uint8Array([2])),
  },
  'the folder of a tool removed': {
    before: async (db) => {
      for (const name of ['a', 'b']) await new FileTable(db).write('f', name, new Uint8Array([1]));
    },
    what: (db) => new FileTable(db).clear('f'),
  },
  'a link': {
    before: (db) => closing(linkTable(db)).put(link('a')),
    what: (db) => closing(linkTable(db)).put(link('b')),
  },
  'vectors in files': vectorCase(new MemoryFolder()),
  'vectors in records': vectorCase(undefined),
};

async function everything(db: Database): Promise<unknown> {
  const stores = [...db.objectStoreNames];
  return Promise.all(stores.map(async (store) => [store, await db.getAll(store)]));
}

async function prepared({ before, seen = everything }: Case) {
  const db = closing(await openDatabase({ name: `full-storage-${++names}` }));
  await before?.(db);
  return { db, earlier: await seen(db) };
}

/** Runs it with each write failing in turn. @param check sees the result before anything is tried again */
async function atEveryWrite(
  one: Case,
  way: Way,
  check: (outcome: unknown, now: unknown, earlier: unknown, number: number) => void,
): Promise<void> {
  const { what, seen = everything } = one;
  const states = new Set<string>();
  for (let number = 1; ; number++) {
    const { db, earlier } = await prepared(one);
    const failing = failFrom(number, way);
    const outcome = await what(db).then(
      () => undefined,
      (error: unknown) => error,
    );
    vi.restoreAllMocks();
    const now = await seen(db);
    states.add(JSON.stringify(now));
    if (!failing.reached) {
      expect(number, 'writes').toBeGreaterThan(1);
      expect(outcome).toBeUndefined();
      break;
    }
    check(outcome, now, earlier, number);
    // With room again it succeeds.
    if (number === 1) await what(db);
  }
  expect(states.size).toBeLessThanOrEqual((one.transactions ?? 1) + 1);
}

/** With one transaction, all is unchanged; with more, the first is done or not. */
function expectWhole(one: Case, now: unknown, earlier: unknown, number: number): void {
  if (one.transactions === undefined || number === 1) expect(now, `at write ${number}`).toEqual(earlier);
}

describe.each(Object.entries(FULL))('a browser that is full and %s', (_way, full) => {
  test.each(Object.entries(CASES))(
    'leaves %s in the state before or after, and reports the failure',
    async (_name, one) => {
      await atEveryWrite(one, full, (outcome, now, earlier, number) => {
        expect(outcome, `full at write ${number}`).toMatchObject({
          code: 'unavailable',
          message: expect.stringMatching(/not (saved|removed): the browser has no space left/) as string,
        });
        expectWhole(one, now, earlier, number);
      });
    },
  );
});

test.each(Object.entries(CASES))(
  'leaves %s in the state before or after when a tab is killed at any write',
  async (_name, one) => {
    await atEveryWrite(one, gone, (_outcome, now, earlier, number) => expectWhole(one, now, earlier, number));
  },
);

test("reports once that a run can't be recorded, and leaves no half of a record", async () => {
  const db = closing(await openDatabase({ name: `full-storage-${++names}` }));
  const problems: string[] = [];
  const table = closing(new RunTable(db, { onProblem: (problem) => problems.push(problem) }));
  const run = {
    id: 'r1',
    startedAt: MOMENT,
    args: {},
    outcome: {},
    logs: [],
    trace: {},
  } as unknown as RunRecord;
  for (const number of [1, 2]) {
    for (const way of Object.values(FULL)) {
      failFrom(number, way);
      await table.add(run);
      vi.restoreAllMocks();
      expect([await db.count('runs'), await db.count('run_details')]).toEqual([0, 0]);
    }
  }
  expect(problems).toEqual([expect.stringMatching(/the run.* was not saved: the browser has no space left/)]);
});
