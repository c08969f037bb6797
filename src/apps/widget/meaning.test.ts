// Vectors for the questions of a chat: loaded with the first question, awaited briefly, and never delaying keyword
// search for long.
import { afterEach, expect, it, vi } from 'vitest';
import type { SiteVectors } from '../../core/site-pack.ts';
import { type FromModel, SiteMeaning, type ModelWorker, type ToModel } from './meaning.ts';
import type { MeaningState } from '../../widget/site-chat.ts';

const VECTORS: SiteVectors = {
  model: 'test',
  dimensions: 2,
  files: { graph: 'model/a.bin', tokenizer: 'model/b.bin', runtime: 'model/c.bin' },
};

class FakeWorker implements ModelWorker {
  readonly got: ToModel[] = [];
  onmessage: ModelWorker['onmessage'] = null;
  onerror: ModelWorker['onerror'] = null;
  isOver = false;

  postMessage(message: ToModel): void {
    this.got.push(message);
  }

  terminate(): void {
    this.isOver = true;
  }

  say(data: FromModel): void {
    this.onmessage?.({ data });
  }
}

function place(
  pack: string,
  { savesData = false, start }: { savesData?: boolean; start?: () => never } = {},
) {
  const workers: FakeWorker[] = [];
  const told: MeaningState[] = [];
  const open = (): SiteMeaning =>
    new SiteMeaning(
      VECTORS,
      { ownFolder: 'https://site.test/w/', meaning: { pack, told: (state) => void told.push(state) } },
      {
        start: start ?? (() => (workers.push(new FakeWorker()), workers.at(-1)!)),
        savesData: () => savesData,
      },
    );
  return { open, workers, told };
}

afterEach(() => void vi.useRealTimers());

it("loads the index's model with the first question, and embeds each question", async () => {
  const { open, workers, told } = place('https://site.test/one/');
  const [meaning, other] = [open(), open()];
  expect(workers).toHaveLength(0);
  const asked = [meaning.vectorOf('one'), other.vectorOf('other')];
  expect(workers).toHaveLength(1);
  const [worker] = workers;
  expect(worker!.got).toEqual([
    {
      type: 'load',
      files: {
        graph: 'https://site.test/one/model/a.bin',
        tokenizer: 'https://site.test/one/model/b.bin',
        runtime: 'https://site.test/one/model/c.bin',
      },
    },
    { type: 'embed', id: 1, text: 'one' },
    { type: 'embed', id: 2, text: 'other' },
  ]);
  worker!.say({ type: 'progress', loaded: 5 });
  worker!.say({ type: 'ready' });
  worker!.say({ type: 'vector', id: 2, vector: Float32Array.of(2) });
  worker!.say({ type: 'vector', id: 1, vector: Float32Array.of(1) });
  expect((await Promise.all(asked)).map((vector) => vector![0])).toEqual([1, 2]);
  expect(told.map(({ state }) => state)).toEqual([
    'loading',
    'loading',
    'loading',
    'loading',
    'ready',
    'ready',
  ]);
  meaning.close();
  expect(worker!.isOver).toBe(false);
  other.close();
  expect(worker!.isOver).toBe(true);
  expect(await meaning.vectorOf('late')).toBeUndefined();
});

it('answers by keyword while it loads', async () => {
  vi.useFakeTimers();
  const { open, workers } = place('https://site.test/slow/');
  const meaning = open();
  const asked = meaning.vectorOf('slow');
  await vi.advanceTimersByTimeAsync(2000);
  expect(await asked).toBeUndefined();
  // The next one does not wait for a missing model; the one after gets a vector.
  expect(await meaning.vectorOf('next')).toBeUndefined();
  workers[0]!.say({ type: 'ready' });
  const last = meaning.vectorOf('last');
  workers[0]!.say({ type: 'vector', id: 2, vector: Float32Array.of(3) });
  expect((await last)![0]).toBe(3);
  meaning.close();
});

it('tells the page once that it is off, and keeps keyword search', async () => {
  const lost = place('https://site.test/lost/');
  const meaning = lost.open();
  const asked = meaning.vectorOf('one');
  lost.workers[0]!.say({ type: 'failed', message: 'model/a.bin is not there (404)' });
  expect(await asked).toBeUndefined();
  expect(await meaning.vectorOf('two')).toBeUndefined();
  expect(lost.workers).toHaveLength(1);
  expect(lost.workers[0]!.isOver).toBe(true);
  const off = lost.told.filter(({ state }) => state === 'off');
  expect(off).toEqual([{ state: 'off', message: expect.stringContaining('404') as string }]);

  const forbidden = place('https://site.test/forbidden/', {
    start: () => {
      throw new Error('worker-src forbids it');
    },
  });
  expect(await forbidden.open().vectorOf('one')).toBeUndefined();
  expect(forbidden.told.at(-1)).toMatchObject({
    state: 'off',
    message: expect.stringContaining('worker-src') as string,
  });
});

it('requests nothing when data saving is on', async () => {
  const { open, workers, told } = place('https://site.test/saves/', { savesData: true });
  expect(await open().vectorOf('one')).toBeUndefined();
  expect(workers).toHaveLength(0);
  expect(told).toMatchObject([{ state: 'off' }]);
});
