// The page in which benchmarks embed: the app's embedder and its worker.
import { DeviceEmbedder, type ModelWorker } from '../../src/knowledge/embedding/device-embedder.ts';
import { DEVICE_MODEL } from '../../src/knowledge/embedding/model-place.ts';

const open = (threads?: number, onReady?: (device: string) => void): DeviceEmbedder =>
  new DeviceEmbedder({
    start: () =>
      new Worker(new URL('../../src/apps/web/embedding-worker.ts', import.meta.url), {
        type: 'module',
      }) as ModelWorker,
    place: { folder: new URL('/models/', location.href).href, name: DEVICE_MODEL },
    threads,
    ...(onReady && { onReady }),
  });

const embedder = open();

const embed = async (texts: string[]): Promise<number[][]> =>
  (await embedder.embed(texts)).map((vector) => [...vector]);

/** Milliseconds until the model is ready, until the first question is embedded, for another question, and per passage. */
const measure = async (passages: string[], threads?: number): Promise<object> => {
  const start = performance.now();
  const since = (): number => performance.now() - start;
  let [ready, device] = [0, ''];
  const measured = open(threads, (name) => ([ready, device] = [since(), name]));
  await measured.embed(['How does a flame spread along a plate in the wind?']);
  const first = since();
  await measured.embed(['What is known of shock waves in front of a blunt body?']);
  const question = since() - first;
  const each: number[] = [];
  for (const passage of passages) {
    const from = performance.now();
    await measured.embed([passage]);
    each.push(performance.now() - from);
  }
  measured.dispose();
  return { device, ready, first, question, each };
};

Object.assign(globalThis, { bench: { embed, measure } });
