// Batches of documents: one after another, one report, and a stop that keeps what is in.
import { beforeEach, expect, it } from 'vitest';
import type { AddReport, DocumentInput } from '../../core/document.ts';
import { Failure } from '../../core/errors.ts';
import { ingest } from './ingest.svelte.ts';

const NOTE: DocumentInput = { title: 'Note', body: 'text' };

function reportOf(documents: number, skipped: AddReport['skipped'] = []): AddReport {
  return { documents, chunks: documents * 3, skipped, unchanged: 0, ids: [] };
}

beforeEach(() => ingest.close());

it('batches wait for each other and are reported together', async () => {
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

it('cancelling stops what runs and what waits, and counts what came in', async () => {
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
  await Promise.resolve();
  ingest.cancel();
  await Promise.all([first, second]);
  expect(knowledge.calls).toBe(1);
  expect(ingest.report).toMatchObject({ documents: 1, cancelled: true });
});

it('a batch that fails says why, and the next one goes on', async () => {
  const failing = { add: () => Promise.reject(new Failure('unavailable', 'The storage is full.')) };
  await ingest.add(failing, [NOTE]);
  expect(ingest.report?.problem).toBe('The documents could not be added: The storage is full.');
  await ingest.add({ add: async () => reportOf(1) }, [NOTE]);
  expect(ingest.report).toMatchObject({ documents: 1 });
  expect(ingest.report?.problem).toBeUndefined();
});

it('entries that could not be opened are reported even when nothing else was dropped', async () => {
  await ingest.add({ add: async () => reportOf(0) }, [], [{ name: 'locked', reason: 'no access' }]);
  expect(ingest.report?.skipped).toEqual([{ name: 'locked', reason: 'no access' }]);
});
