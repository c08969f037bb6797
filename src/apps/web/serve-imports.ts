// The import worker's logic: reads the files of each request as tool drafts.
import { toErrorData } from '../../core/errors.ts';
import { readImport } from '../../tools/formats/read-import.ts';
import type { ImportAnswer, ImportRequest } from './import-messages.ts';

const worker = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;
worker.addEventListener('message', ({ data }) => {
  const { id, files, address } = data as ImportRequest;
  readImport(files, address).then(
    (bundles) => worker.postMessage({ id, bundles } satisfies ImportAnswer),
    (error: unknown) => worker.postMessage({ id, error: toErrorData(error) } satisfies ImportAnswer),
  );
});
