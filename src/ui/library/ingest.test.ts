// Adding batches: one after another, one report, and cancelling keeps what was added.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AddReport, DocumentInput } from '../../core/document.ts';
import type { AddOptions } from '../../knowledge/client-call.ts';
import { Failure } from '../../core/errors.ts';
import { ingestShown } from './ingest-shown.svelte.ts';
import { ingest } from './ingest.svelte.ts';

const NOTE: DocumentInput = { title: 'Note', body: 'text' };

function reportOf(documents: number, skipped: AddReport['skipped'] = []): AddReport {
  return { documents, chunks: documents * 3, skipped, unchanged: 0, ids: [] };
}

beforeEach(() => ingest.close());
afterEach(() => vi.unstubAllGlobals());

it('runs batches one by one and reports them together', async () => {
  const seen: number[] = [];
  const knowledge = {
    async add(items: unknown[]) {
      seen.push(items.length);
      await Promise.resolve();
      return reportOf(items.length, [{ name: 'a.bin', reason: 'not text' }]);
    },
  };
  const first = ingest.add(knowledge, [NOTE, NOTE]);
  const second = ingest.add(knowledge, [NOTE], [{ name: 'locked', reason: 'no access' }]);
  expect(ingest.waiting).toBe(1);
  await first;
  expect(ingest.report).toBeUndefined();
  await second;
  expect(seen).toEqual([2, 1]);
  expect(ingest.report).toMatchObject({ documents: 3, passages: 9, cancelled: false });
  expect(ingest.report?.skipped.map(({ name }) => name)).toEqual(['a.bin', 'locked', 'a.bin']);
});

it('stops running and waiting batches on cancel, and counts what was added', async () => {
  const knowledge = {
    calls: 0,
    add(_items: unknown[], { signal }: { signal?: AbortSignal } = {}) {
      this.calls += 1;
      return new Promise<AddReport>((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Failure('cancelled', 'Stopped.', reportOf(1)))),
      );
    },
  };
  const first = ingest.add(knowledge, [NOTE, NOTE]);
  const second = ingest.add(knowledge, [NOTE]);
  await vi.waitUntil(() => knowledge.calls === 1);
  ingest.cancel();
  await Promise.all([first, second]);
  expect(knowledge.calls).toBe(1);
  expect(ingest.report).toMatchObject({ documents: 1, cancelled: true });
  expect(ingest.report?.left).toEqual({ total: 2, count: 2, names: ['Note', 'Note'] });
});

it('reports why a batch failed, and continues with the next one', async () => {
  const failing = { add: () => Promise.reject(new Failure('unavailable', 'The storage is full.')) };
  await ingest.add(failing, [NOTE]);
  expect(ingest.report?.problem).toBe('The documents could not be added: The storage is full.');
  await ingest.add({ add: async () => reportOf(1) }, [NOTE]);
  expect(ingest.report).toMatchObject({ documents: 1 });
  expect(ingest.report?.problem).toBeUndefined();
});

it('reports entries that could not be opened, even without others', async () => {
  await ingest.add({ add: async () => reportOf(0) }, [], [{ name: 'locked', reason: 'no access' }]);
  expect(ingest.report?.skipped).toEqual([{ name: 'locked', reason: 'no access' }]);
});

it('pauses and resumes, and says on pause what is already safe', async () => {
  const knowledge = {
    async add(items: unknown[], { pause, signal, onProgress }: AddOptions = {}) {
      onProgress?.({ done: 1, total: items.length, name: 'b', saved: 1 });
      await vi.waitUntil(() => pause?.on);
      onProgress?.({ done: 1, total: items.length, name: 'b', saved: 1, held: true });
      await pause?.released(signal);
      throw new Failure('unavailable', 'There is no storage left.', reportOf(1));
    },
  };
  const titles = ['a', 'b', 'c'];
  const adding = ingest.add(
    knowledge,
    titles.map((title) => ({ title, body: 'text' })),
  );
  expect(ingestShown.on).toBe(true);
  await vi.waitUntil(() => ingest.progress?.done === 1);
  ingest.pause();
  await vi.waitUntil(() => ingest.progress?.held);
  expect(ingest.paused).toBe(true);
  ingest.resume();
  expect(await adding).toBe(false);
  expect(ingest.report?.left).toEqual({ total: 3, count: 2, names: ['b', 'c'] });
  // The next batch does not start paused.
  expect(await ingest.add({ add: async () => reportOf(1) }, [NOTE])).toBe(true);
  expect(ingest.paused).toBe(false);
});

it('asks before adding what may not fit, and adds nothing without a yes', async () => {
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ usage: 90_000_000, quota: 100_000_000 }) },
  });
  const big = { title: 'Big', body: 'x'.repeat(4_000_000) };
  const knowledge = { add: vi.fn(async () => reportOf(1)) };
  const refused = ingest.add(knowledge, [big]);
  await vi.waitUntil(() => ingest.question);
  expect(ingest.question).toMatchObject({ room: { needed: 20_000_000, left: 10_000_000 } });
  ingest.answer(false);
  expect(await refused).toBe(true);
  expect(knowledge.add).not.toHaveBeenCalled();
  expect(ingest.report).toMatchObject({ documents: 0, cancelled: true, left: { names: ['Big'] } });
  const wanted = ingest.add(knowledge, [big]);
  await vi.waitUntil(() => ingest.question);
  ingest.answer(true);
  await wanted;
  expect(ingest.report).toMatchObject({ documents: 1, cancelled: false });
});

it('reports an import that an earlier page did not finish, along with the current one', async () => {
  const left = { total: 9, count: 1, names: ['i.md'] };
  ingest.tell(left);
  expect(ingestShown.on).toBe(true);
  expect(ingest.report?.left).toEqual(left);
  ingest.close();
  expect(ingestShown.on).toBe(false);
  const adding = ingest.add({ add: async () => reportOf(1) }, [NOTE]);
  ingest.tell(left);
  await adding;
  expect(ingest.report).toMatchObject({ documents: 1, left });
});

it('asks whether to add shared content, and treats cancelling everything as no', async () => {
  const wanted = ingest.wants('herring.md');
  await vi.waitUntil(() => ingest.question);
  expect(ingest.question).toMatchObject({ shared: 'herring.md' });
  ingest.answer(true);
  expect(await wanted).toBe(true);
  const unwanted = ingest.wants('herring.md');
  await vi.waitUntil(() => ingest.question);
  ingest.cancel();
  expect(await unwanted).toBe(false);
});

it('adds images last, each group in order', async () => {
  const added: string[] = [];
  const knowledge = {
    async add(items: readonly { title?: string }[]) {
      added.push(...items.map(({ title = '' }) => title));
      return reportOf(items.length);
    },
  };
  const titles = ['b.png', 'a.md', 'a.JPG', 'c.txt'];
  await ingest.add(
    knowledge as never,
    titles.map((title) => ({ title, body: 'text' })),
  );
  expect(added).toEqual(['a.md', 'c.txt', 'b.png', 'a.JPG']);
});

describe('a report', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const add = (skipped: AddReport['skipped'] = []) =>
    ingest.add({ add: async () => reportOf(1, skipped) }, [NOTE]);

  it('closes by itself, later when it lists files that were left out', async () => {
    await add();
    vi.advanceTimersByTime(10_000);
    expect(ingest.report).toBeUndefined();
    await add([{ name: 'a.bin', reason: 'not text' }]);
    vi.advanceTimersByTime(59_000);
    expect(ingest.report).toBeDefined();
    vi.advanceTimersByTime(1_000);
    expect(ingest.report).toBeUndefined();
  });

  it('stays when a person looks into it, or has not seen it yet', async () => {
    await add();
    ingest.keep();
    vi.advanceTimersByTime(600_000);
    expect(ingest.report).toBeDefined();
    ingest.close();
    const page = { hidden: true };
    vi.stubGlobal('document', page);
    await add();
    vi.advanceTimersByTime(600_000);
    expect(ingest.report).toBeDefined();
    page.hidden = false;
    vi.advanceTimersByTime(10_000);
    expect(ingest.report).toBeUndefined();
  });

  it('stays while it asks for something', async () => {
    await ingest.add({ add: () => Promise.reject(new Failure('unavailable', 'no storage left')) }, [NOTE]);
    vi.advanceTimersByTime(600_000);
    expect(ingest.report?.problem).toContain('no storage left');
  });
});
