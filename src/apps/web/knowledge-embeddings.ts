// Wires embeddings in the knowledge worker: library, vectors, the model's worker, the browser's locks. Loads at the
// page's first message about them, right after the library is open.
import { v7 as uuid } from 'uuid';
import type { ModelWorker } from '../../knowledge/embedding/device-embedder.ts';
import { Embeddings } from '../../knowledge/embedding/embeddings.ts';
import { DEVICE_MODEL } from '../../knowledge/embedding/model-place.ts';
import type { ToEmbeddings } from '../../knowledge/embedding/port-messages.ts';
import { serveEmbeddings } from '../../knowledge/embedding/serve-embeddings.ts';
import type { Library } from '../../knowledge/library.ts';
import { Vectors } from '../../knowledge/vectors/vectors.ts';
import { wantedHashes } from '../../knowledge/vectors/wanted-hashes.ts';
import { makeKernel } from '../../search/vectors/kernel.ts';
import type { Database } from '../../storage/database.ts';
import { openVectorFolder } from '../../storage/vector-folder.ts';
import { VectorFiles } from '../../storage/vectors.ts';

/** The tab that holds it does the background work. */
const LOCK = 'perilune-embeddings';
/** Guards writing, merging and sweeping vectors; also the name of their change channel. */
const VECTORS = 'perilune-vectors';
/** Milliseconds until merging begins, after the first searches. */
const SETTLED = 5000;
/** Not a document of the user's: the guide alone needs no model. */
const GUIDE = 'guide';

/** Resolves once the page has sent the user's choice; until then, embeddings would count as off. */
export async function openEmbeddings(
  database: Database,
  library: Library,
  port: MessagePort,
): Promise<Embeddings<Vectors>> {
  const files = new VectorFiles(database, {
    folder: await openVectorFolder(),
    newId: uuid,
    now: () => new Date().toISOString(),
  });
  const tidy = (vectors: Vectors): void => {
    vectors.tidy(wantedHashes(library.passages())).catch((error: unknown) => console.error(error));
  };
  const others = new BroadcastChannel(VECTORS);
  const embeddings = new Embeddings<Vectors>({
    source: library,
    async openVectorStore(model) {
      const vectors = new Vectors(model, {
        store: files,
        kernel: makeKernel,
        exclusive: (work) => navigator.locks.request(VECTORS, work),
        announce: () => others.postMessage('added'),
      });
      await vectors.load();
      setTimeout(() => tidy(vectors), SETTLED);
      return vectors;
    },
    startModel: () =>
      new Worker(new URL('./embedding-worker.ts', import.meta.url), { type: 'module' }) as ModelWorker,
    place: { folder: new URL('models/', baseAddress()).href, name: DEVICE_MODEL },
    fetch: (input, init) => fetch(input, init),
    alone: (work, signal) => navigator.locks.request(LOCK, { signal }, work),
    wait,
    now: () => performance.now(),
  });
  others.addEventListener('message', () => {
    const { vectorStore } = embeddings;
    vectorStore?.load().then(
      () => embeddings.changed(),
      (error: unknown) => console.error(error),
    );
  });
  const needForOwn = (): void => {
    if (library.sources().some(({ name }) => name !== GUIDE)) embeddings.need();
  };
  library.onChange(() => {
    needForOwn();
    embeddings.changed();
  });
  needForOwn();
  let phase = embeddings.status.phase;
  embeddings.onStatus((status) => {
    // The work is done: merge its many small batches.
    if (status.phase === 'ready' && phase === 'working' && embeddings.vectorStore)
      tidy(embeddings.vectorStore);
    phase = status.phase;
  });
  const receive = serveEmbeddings(embeddings, (message) => port.postMessage(message));
  await new Promise<void>((resolve) => {
    port.addEventListener('message', ({ data }: MessageEvent<ToEmbeddings>) => {
      receive(data);
      if (data.type === 'apply') resolve();
    });
    port.start();
  });
  return embeddings;
}

/** Returns the app's base address. In a build, this script lies in the assets folder. */
function baseAddress(): string {
  return new URL(import.meta.env.DEV ? '/' : '..', import.meta.url).href;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => (clearTimeout(timer), reject(signal.reason as Error));
    const timer = setTimeout(() => (signal.removeEventListener('abort', stop), resolve()), milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
