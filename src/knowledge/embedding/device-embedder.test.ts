// The order in which texts pass through the model on the device, and how its worker starts and ends.
import { describe, expect, it, vi } from 'vitest';
import { batchesOf } from './batches.ts';
import { DeviceEmbedder, type ModelWorker } from './device-embedder.ts';
import { DEVICE_DIMENSIONS } from './model-place.ts';
import type { FromEmbedding, ToEmbedding } from './worker-messages.ts';

/** A worker whose model puts each text's length into the vector's first number; it answers when told to. */
class Fake implements ModelWorker {
  onmessage: ModelWorker['onmessage'] = null;
  onerror: ModelWorker['onerror'] = null;
  devices: string[] = [];
  asked: (ToEmbedding & { type: 'embed' })[] = [];
  ended = false;
  postMessage(message: ToEmbedding): void {
    if (message.type === 'embed') this.asked.push(message);
    else this.devices.push(message.device);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromEmbedding): void {
    this.onmessage?.({ data });
  }
  ready(): void {
    this.say({ type: 'ready', device: 'CPU' });
  }
  answer(): void {
    const { id, texts } = this.asked.at(-1)!;
    const rows = new Float32Array(texts.length * DEVICE_DIMENSIONS);
    texts.forEach((text, row) => (rows[row * DEVICE_DIMENSIONS] = text.length));
    this.say({ type: 'vectors', id, rows });
  }
}

function start() {
  const workers: Fake[] = [];
  const embedder = new DeviceEmbedder({
    start: () => workers[workers.push(new Fake()) - 1]!,
    place: { folder: 'models/', name: 'm' },
  });
  return { embedder, workers };
}

const long = (letters: number): string => 'x'.repeat(letters);

describe('the model on the device', () => {
  it('returns vectors in the order of the texts, whatever the processing order', async () => {
    const { embedder, workers } = start();
    const vectors = embedder.embed([long(2000), 'ab', long(1500)]);
    workers[0]!.ready();
    for (let batch = 0; batch < 3; batch++) workers[0]!.answer();
    expect((await vectors).map((vector) => vector[0])).toEqual([2000, 2, 1500]);
  });

  it('embeds a question between two background batches', async () => {
    const { embedder, workers } = start();
    const background = embedder.embed([long(2000), long(2001), long(2002)]);
    workers[0]!.ready();
    const question = embedder.embed(['why?'], { urgent: true });
    workers[0]!.answer();
    expect(workers[0]!.asked.at(-1)!.texts).toEqual(['why?']);
    workers[0]!.answer();
    expect((await question)[0]![0]).toBe(4);
    workers[0]!.answer();
    workers[0]!.answer();
    expect(await background).toHaveLength(3);
  });

  it('admits only questions while held, then resumes the background', async () => {
    vi.useFakeTimers();
    try {
      const { embedder, workers } = start();
      const background = embedder.embed([long(2000), long(2001)]);
      workers[0]!.ready();
      embedder.hold(500);
      workers[0]!.answer();
      expect(workers[0]!.asked).toHaveLength(1);
      const question = embedder.embed(['why?'], { urgent: true });
      expect(workers[0]!.asked.at(-1)!.texts).toEqual(['why?']);
      workers[0]!.answer();
      await question;
      embedder.hold(500);
      vi.advanceTimersByTime(499);
      expect(workers[0]!.asked).toHaveLength(2);
      vi.advanceTimersByTime(1);
      expect(workers[0]!.asked).toHaveLength(3);
      workers[0]!.answer();
      expect(await background).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('drops aborted calls, and continues with the rest', async () => {
    const { embedder, workers } = start();
    const stop = new AbortController();
    const stopped = embedder.embed([long(2000), long(2001)], { signal: stop.signal });
    const other = embedder.embed(['other']);
    workers[0]!.ready();
    stop.abort();
    await expect(stopped).rejects.toHaveProperty('name', 'AbortError');
    workers[0]!.answer();
    workers[0]!.answer();
    expect((await other)[0]![0]).toBe(5);
    expect(workers[0]!.asked).toHaveLength(2);
  });

  it('reports why it could not be loaded, and starts again at the next call', async () => {
    const { embedder, workers } = start();
    const failed = embedder.embed(['a']);
    workers[0]!.say({ type: 'failed', message: 'no memory' });
    await expect(failed).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/no memory/),
    });
    expect(workers[0]!.ended).toBe(true);
    const again = embedder.embed(['a']);
    workers[1]!.ready();
    workers[1]!.answer();
    expect(await again).toHaveLength(1);
  });

  it('restarts on the CPU with all waiting calls when the graphics card fails', async () => {
    const { embedder, workers } = start();
    const waiting = embedder.embed(['a']);
    workers[0]!.say({ type: 'unfit' });
    expect(workers.map(({ devices, ended }) => [devices[0], ended])).toEqual([
      ['any', true],
      ['cpu', false],
    ]);
    workers[1]!.ready();
    workers[1]!.answer();
    expect(await waiting).toHaveLength(1);
  });

  it('ends its worker on dispose, and settles all calls', async () => {
    const { embedder, workers } = start();
    const waiting = embedder.embed(['a']);
    workers[0]!.ready();
    embedder.dispose();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(workers[0]!.ended).toBe(true);
  });
});

describe('batches', () => {
  it('hold texts of similar length, each once, and no more than a search can wait for', () => {
    const texts = [900, 10, 2400, 1000, 12, 5000, 11].map(long);
    const batches = batchesOf(texts);
    expect(batches).toEqual([[1, 6, 4], [0, 3], [2], [5]]);
  });
});
