// The embedding model of a build: its files, and one thread per processor to run it.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { inflateSync } from 'fflate';
import { Failure } from '../../core/errors.ts';
import type { SiteVectors } from '../../core/site-pack.ts';
import { DEVICE_DIMENSIONS, DEVICE_MODEL_ID } from '../../knowledge/embedding/model-place.ts';
import { type Embed, type ModelFiles, openSentenceModel } from '../../knowledge/embedding/sentence-model.ts';

export type ModelFileName = keyof SiteVectors['files'];
export const MODEL_FILE_NAMES: readonly ModelFileName[] = ['graph', 'tokenizer', 'runtime'];

/** A model that computes the vectors of an index. */
export interface PackModel extends Pick<SiteVectors, 'model' | 'dimensions'> {
  /** Compressed, as they are stored in the index. */
  files: Readonly<Record<ModelFileName, Uint8Array>>;
  /** Each thread embeds one text at a time; all threads work in parallel. `texts`: the total number. */
  start(texts: number): Promise<{ embedders: readonly Embed[]; stop(): Promise<void> }>;
}

/** Memory of one thread, model included. */
const GIGABYTES = 0.3;
const MOST_THREADS = 8;
/** Starting a thread takes as long as embedding this many texts. */
const WORTH_A_THREAD = 20;

const PACKAGE = 'perilune-model';

/**
 * @param project its packages are searched for the model
 * @throws Failure `unavailable` when the model is not installed.
 */
export async function modelBeside(project = process.cwd()): Promise<PackModel> {
  const folder = installedFor(project) ?? beside('model') ?? (await madeByCheckout());
  if (folder === undefined) {
    throw new Failure(
      'unavailable',
      `the embedding model is a separate package (20 MB): npm install --save-dev ${PACKAGE}`,
    );
  }
  const files = Object.fromEntries(
    MODEL_FILE_NAMES.map((name) => [name, readFileSync(join(folder, `${name}.bin`))]),
  ) as unknown as Record<ModelFileName, Uint8Array>;
  const thread = beside('build-thread.js');
  return {
    model: DEVICE_MODEL_ID,
    dimensions: DEVICE_DIMENSIONS,
    files,
    async start(texts) {
      const plain = Object.fromEntries(
        MODEL_FILE_NAMES.map((name) => [name, inflateSync(files[name])]),
      ) as unknown as ModelFiles;
      // Run from source, there is no built thread script.
      if (thread === undefined) {
        return { embedders: [await openSentenceModel(plain)], stop: () => Promise.resolve() };
      }
      const most = Math.min(MOST_THREADS, availableParallelism(), Math.floor(freeGigabytes() / GIGABYTES));
      const threads = Array.from(
        { length: Math.max(1, Math.min(most, Math.ceil(texts / WORTH_A_THREAD))) },
        () => new Worker(thread, { workerData: plain }),
      );
      return {
        embedders: threads.map(embedderIn),
        stop: async () => void (await Promise.all(threads.map((one) => one.terminate()))),
      };
    },
  };
}

function freeGigabytes(): number {
  // Since Node 20.13; respects the limits of a container.
  const available = (process as { availableMemory?: () => number }).availableMemory?.();
  return available === undefined ? MOST_THREADS : available / 2 ** 30;
}

type Answer = { vector: Float32Array } | { message: string };

function embedderIn(thread: Worker): Embed {
  return (text) =>
    new Promise((resolve, reject) => {
      const fail = (message: string): void =>
        reject(new Failure('unavailable', `could not run the model: ${message}`));
      const onError = (error: unknown): void => fail((error as Error).message);
      const onExit = (code: number): void => fail(`its thread ended with ${code}`);
      thread.once('error', onError);
      thread.once('exit', onExit);
      thread.once('message', (answer: Answer) => {
        thread.off('error', onError);
        thread.off('exit', onExit);
        if ('vector' in answer) resolve(answer.vector);
        else fail(answer.message);
      });
      thread.postMessage(text);
    });
}

/** Next to the built program, or one folder up; two folders up in the sources. */
function beside(name: string): string | undefined {
  return ['', '../', '../../']
    .map((path) => fileURLToPath(new URL(path + name, import.meta.url)))
    .find((path) => existsSync(path));
}

function installedFor(project: string): string | undefined {
  for (const place of [join(project, 'package.json'), fileURLToPath(import.meta.url)]) {
    try {
      return dirname(createRequire(place).resolve(`${PACKAGE}/package.json`));
    } catch {
      // Not there.
    }
  }
  return undefined;
}

/** In a checkout, builds the model on first use. */
async function madeByCheckout(): Promise<string | undefined> {
  const script = beside('../scripts/build-model.mjs');
  if (script === undefined) return undefined;
  const { packedModel } = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as {
    packedModel(): Promise<string>;
  };
  return packedModel();
}
