// A thread of `perilune build --vectors`: loads the model and embeds one text at a time.
import { parentPort, workerData } from 'node:worker_threads';
import { type ModelFiles, openSentenceModel } from '../../knowledge/embedding/sentence-model.ts';

const model = openSentenceModel(workerData as ModelFiles);
model.catch(() => undefined);

parentPort?.on('message', (text: string) => {
  void model
    .then((embed) => embed(text))
    .then(
      (vector) => parentPort?.postMessage({ vector }),
      (error: unknown) =>
        parentPort?.postMessage({ message: error instanceof Error ? error.message : String(error) }),
    );
});
