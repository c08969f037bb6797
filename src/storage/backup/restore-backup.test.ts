// Making and restoring a backup, over fake-indexeddb: everything is restored equal, a failure changes nothing, and an
// untrusted file gives no permission.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RestoreOptions } from '../../core/backup.ts';
import type { Database } from '../database.ts';
import { failFrom, FULL } from '../failing-writes.test-support.ts';
import {
  backupOf,
  contentOf,
  document,
  emptyDatabase,
  everythingIn,
  fakeIndex,
  fill,
  opened,
  putDocument,
  tool,
} from './backup.test-support.ts';
import { BackupWriter } from './backup-file.ts';
import { restoreBackup, type RestoreDeps } from './restore-backup.ts';

const PASSPHRASE = 'correct horse battery';
const ABOUT = { app: '1.0.0', createdAt: '2026-05-01T10:00:00.000Z' };

let count = 0;
let here: Database;
let there: Database;
beforeEach(async () => {
  here = await emptyDatabase(`backup-here-${++count}`);
  there = await emptyDatabase(`backup-there-${count}`);
  await fill(here);
});
afterEach(() => {
  here.close();
  there.close();
});

async function restore(blob: Blob, options: Partial<RestoreDeps> = {}, db = there) {
  const backup = await opened(blob, options.passphrase);
  return restoreBackup(db, backup, { index: fakeIndex, ...options });
}

/** A file with these records, as anyone could write one. */
async function forged(kind: 'documents' | 'tools' | 'files' | 'conversations', records: unknown[]) {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const writer = await BackupWriter.start(ABOUT, (bytes) => void pieces.push(bytes));
  await writer.add(kind, records);
  await writer.end();
  return new Blob(pieces);
}

describe('a backup and its restoration', () => {
  it('restore everything equal from a person’s own encrypted file', async () => {
    const blob = await backupOf(here, { passphrase: PASSPHRASE });
    const report = await restore(blob, { passphrase: PASSPHRASE, trust: true });
    expect(await contentOf(there)).toEqual(await contentOf(here));
    expect(report.kinds).toContainEqual({ kind: 'documents', added: 3, replaced: 0, kept: 0 });
    expect(report.notes).toEqual([]);
    expect(await there.count('segments')).toBe(1);
  });

  it('restore documents, runs, chats and files equal from a plain file, too', async () => {
    await restore(await backupOf(here));
    const [before, after] = [await contentOf(here), await contentOf(there)];
    for (const store of ['documents', 'bodies', 'chunks', 'runs', 'run_details', 'messages']) {
      expect(after[store], store).toEqual(before[store]);
    }
    const one = (await there.getAll('tools')).find(({ name }) => name === 'one')!;
    expect(await there.getAll('files')).toEqual([
      { ...(await here.getAll('files'))[0]!, folder: one.folder },
    ]);
  });

  it('restore into existing data without duplicates', async () => {
    const blob = await backupOf(here, { passphrase: PASSPHRASE });
    const before = await contentOf(here);
    const report = await restore(blob, { passphrase: PASSPHRASE, trust: true }, here);
    expect(await contentOf(here)).toEqual(before);
    expect(report.kinds.every(({ added, replaced }) => added === 0 && replaced === 0)).toBe(true);
  });

  it('restore the chosen kinds and leave the others alone', async () => {
    await restore(await backupOf(here), { kinds: ['conversations'] });
    expect(await there.count('messages')).toBe(2);
    expect(await there.count('documents')).toBe(0);
    await expect(
      restore(await backupOf(here, { kinds: ['runs'] }), { kinds: ['tools'] }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keep secrets out of a plain file, and return them from an encrypted one', async () => {
    const secrets = [
      { name: 'secret:TOKEN', hosts: ['api.example.com'], value: 'hunter22' },
      { name: 'model-key', hosts: undefined, value: 'sk-123456' },
    ];
    const plain = await backupOf(here, { secrets });
    expect((await opened(plain)).manifest.kinds.secrets).toBeUndefined();
    await expect(backupOf(here, { secrets, kinds: ['secrets'] })).rejects.toMatchObject({
      message: expect.stringMatching(/Only an encrypted backup/) as string,
    });
    const sealed = await backupOf(here, { secrets, passphrase: PASSPHRASE });
    const options: RestoreOptions = { passphrase: PASSPHRASE, kinds: ['secrets'] };
    expect((await restore(sealed, { ...options, trust: true })).secrets).toEqual(secrets);
    // The key of a model decides whose account is used, so it never comes from an untrusted file.
    expect((await restore(sealed, options)).secrets).toEqual([secrets[0]]);
  });
});

describe('an untrusted file', () => {
  it('gives no permission to any tool, in use or restorable', async () => {
    const report = await restore(await backupOf(here));
    const tools = [
      ...(await there.getAll('tools')),
      ...(await there.getAll('removed')).map((one) => one.tool),
    ];
    expect(tools).toHaveLength(3);
    for (const one of tools) {
      expect(one).toMatchObject({ origin: 'imported', hosts: [], writes: false, limits: {} });
      expect(one.policy).not.toBe('allow');
      expect(one.approved).toBeUndefined();
    }
    expect(report.notes).toContainEqual({ code: 'tools_ask' });
  });

  it("is not trusted as the person's own unless it is encrypted and the person says so", async () => {
    await expect(restore(await backupOf(here), { trust: true })).rejects.toMatchObject({
      message: expect.stringMatching(/anyone could have written/) as string,
    });
    await restore(await backupOf(here, { passphrase: PASSPHRASE }), { passphrase: PASSPHRASE });
    expect((await there.getAll('tools')).map(({ hosts }) => hosts)).toEqual([[], []]);
  });

  it('sends nothing anywhere: no schedule, no pruning, no remote search, no address of a model', async () => {
    await there.put('settings', {
      key: 'settings',
      value: {
        model: { baseUrl: 'https://here.example/v1' },
        models: [{ id: 'own' }],
        codeMode: false,
        readOnly: true,
        theme: 'light',
      },
    });
    await here.put('settings', {
      key: 'settings',
      value: {
        model: { baseUrl: 'https://mine.example/v1' },
        models: [{ id: 'theirs', baseUrl: 'https://theirs.example/v1', model: 'm', api: 'auto' }],
        fallback: true,
        codeMode: true,
        readOnly: false,
        theme: 'dark',
      },
    });
    await restore(await backupOf(here), { existing: 'replace' });
    const [feed] = await there.getAll('feeds');
    expect(feed?.source).toBe('script:feed');
    expect([feed?.every, feed?.prune]).toEqual([undefined, undefined]);
    expect((await there.get('remotes', 'remote'))?.use).toBe('off');
    expect((await there.get('settings', 'settings'))?.value).toEqual({
      model: { baseUrl: 'https://here.example/v1' },
      models: [{ id: 'own' }],
      codeMode: false,
      readOnly: true,
      theme: 'dark',
    });
  });

  it('adds no tool to the bundled ones', async () => {
    const bundled = '00000000-0000-7000-8000-000000000002';
    await restore(await forged('tools', [{ tool: tool('evil', { bundle: bundled, origin: 'bundled' }) }]));
    expect(await there.count('tools')).toBe(0);
  });

  it('is rejected as a whole for one invalid record', async () => {
    const passages = (more: object) => ({
      ...document('d'),
      passages: [{ start: 0, end: 1, heading: [], ...more }],
    });
    const message = (more: object) => ({
      conversation: { id: 'c', title: '', createdAt: '', modifiedAt: '' },
      messages: [{ id: 'm', conversation: 'c', seq: 0, role: 'user', parts: [], createdAt: '', ...more }],
    });
    const cases = [
      ['documents', { ...document('d'), body: 5 }],
      ['documents', { ...document('d'), added_at: 'never' }],
      ['documents', passages({ end: 1e9 })],
      ['documents', passages({ heading: 'x' })],
      ['documents', null],
      ['tools', { tool: tool('t', { slug: '../x' }) }],
      ['tools', { tool: tool('t', { kind: 'builtin' }) }],
      ['tools', { mark: { key: 'vault-key', value: [] } }],
      ['tools', { something: 1 }],
      ['conversations', message({ role: 'system' })],
      ['conversations', message({ conversation: 'another' })],
      ['conversations', message({ parts: [5] })],
      ['files', { folder: 'folder-one', path: '../../x', modified: '', bytes: '' }],
      ['files', { folder: 'folder-one', path: 'x', modified: '', bytes: '%%' }],
    ] as const;
    await there.put('tools', tool('one'));
    const before = await everythingIn(there);
    for (const [kind, record] of cases) {
      const file = await forged(kind, [record]);
      await expect(restore(file), `${kind} ${JSON.stringify(record)}`).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringMatching(/not what Perilune writes/) as string,
      });
      expect(await everythingIn(there)).toEqual(before);
    }
  });

  it('with two messages at one position is rejected as a whole', async () => {
    const message = { conversation: 'c', seq: 0, role: 'user', parts: [], createdAt: '' };
    const file = await forged('conversations', [
      {
        conversation: { id: 'c', title: '', createdAt: '', modifiedAt: '' },
        messages: [
          { ...message, id: 'a' },
          { ...message, id: 'b' },
        ],
      },
    ]);
    await expect(restore(file)).rejects.toMatchObject({
      message: expect.stringMatching(/two different versions/) as string,
    });
    expect(await there.count('conversations')).toBe(0);
  });
});

describe('an interrupted restoration', () => {
  /** Makes a restoration fail at the given step. */
  async function failing(step: number, blob: Blob, error: Error): Promise<boolean> {
    const backup = await opened(blob, PASSPHRASE);
    let steps = 0;
    const maybe = async <T>(work: () => Promise<T>): Promise<T> => {
      if (steps++ === step) throw error;
      return work();
    };
    const broken = { ...backup, read: (part: never) => maybe(() => backup.read(part)) };
    const index = (documents: never) => maybe(() => fakeIndex(documents));
    const options = { index, trust: true, clear: true };
    return restoreBackup(there, broken, options).then(
      () => true,
      (problem: unknown) => {
        expect(problem).toBe(error);
        return false;
      },
    );
  }

  it('leaves everything unchanged at any step before the last', async () => {
    const blob = await backupOf(here, { passphrase: PASSPHRASE });
    await putDocument(there, document('before'));
    await there.put('tools', tool('before'));
    const before = await everythingIn(there);
    let step = 0;
    for (; !(await failing(step, blob, new Error(`at step ${step}`))); step++) {
      expect(await everythingIn(there), `step ${step}`).toEqual(before);
    }
    expect(step).toBeGreaterThan(7);
    expect(await contentOf(there)).toEqual(await contentOf(here));
  });

  it('leaves everything unchanged when the browser has no room at any write, and reports it', async () => {
    const backup = await opened(await backupOf(here, { passphrase: PASSPHRASE }), PASSPHRASE);
    await putDocument(there, document('before'));
    const before = await everythingIn(there);
    for (let number = 1; ; number++) {
      const failing = failFrom(number, FULL['ends the transaction']!);
      const options = { index: fakeIndex, trust: true, clear: true };
      const outcome = await restoreBackup(there, backup, options).catch((error: unknown) => error);
      vi.restoreAllMocks();
      if (!failing.reached) {
        expect(number, 'writes').toBeGreaterThan(30);
        break;
      }
      expect(outcome, `write ${number}`).toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/no space left.*Nothing was changed/) as string,
      });
      expect(await everythingIn(there), `write ${number}`).toEqual(before);
    }
    expect(await contentOf(there)).toEqual(await contentOf(here));
  });

  it('reports a full disk, and changes nothing', async () => {
    const before = await everythingIn(there);
    const full = new DOMException('full', 'QuotaExceededError');
    await expect(restore(await backupOf(here), { index: () => Promise.reject(full) })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/no space left.*Nothing was changed/) as string,
    });
    expect(await everythingIn(there)).toEqual(before);
  });

  it('changes nothing after a Stop, and neither does a stopped backup write a file', async () => {
    const blob = await backupOf(here);
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const before = await everythingIn(there);
    await expect(restore(blob, { onProgress, signal: stop.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(await everythingIn(there)).toEqual(before);
    await expect(backupOf(here, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  it('reports its progress to the end', async () => {
    const told: number[] = [];
    let total = 0;
    const onProgress = (progress: { done: number; total: number }) => {
      told.push(progress.done);
      total = progress.total;
    };
    await restore(await backupOf(here, { onProgress }), { onProgress });
    expect(told.at(-1)).toBe(total);
    expect(told.length).toBeGreaterThan(5);
  });
});
