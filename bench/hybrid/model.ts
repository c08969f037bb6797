// The page in which the quality benchmark embeds: the app's embedder and its worker.
import { DeviceEmbedder, type ModelWorker } from '../../src/knowledge/embedding/device-embedder.ts';
import { DEVICE_MODEL } from '../../src/knowledge/embedding/model-place.ts';

const embedder = new DeviceEmbedder({
  start: () =>
    new Worker(new URL('../../src/embedding-worker.ts', import.meta.url), { type: 'module' }) as ModelWorker,
  place: { folder: new URL('/models/', location.href).href, name: DEVICE_MODEL },
});

const embed = async (texts: string[]): Promise<number[][]> =>
  (await embedder.embed(texts)).map((vector) => [...vector]);

Object.assign(globalThis, { bench: { embed } });
