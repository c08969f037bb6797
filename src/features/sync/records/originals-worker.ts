// The worker that keeps files of other devices: only workers write to the private file system in all browsers.
import { toErrorData } from '../../../core/errors.ts';
import { openDatabase } from '../../../storage/database.ts';
import { ORIGINAL_FOLDER, OriginalTable } from '../../../storage/originals.ts';
import { openVectorFolder } from '../../../storage/vector-folder.ts';
import type { FetchedFile } from '../engine/ports.ts';
import type { WorkerAnswer } from '../in-worker.ts';
import { LIBRARY } from './document-keys.ts';
import { keepOriginals, type KeptOriginals } from './keep-originals.ts';

const worker = self as unknown as DedicatedWorkerGlobalScope;
const send = (message: WorkerAnswer<KeptOriginals>): void => worker.postMessage(message);

worker.addEventListener('message', ({ data }: MessageEvent<readonly FetchedFile[]>) => {
  keep(data).then(
    (result) => send({ result }),
    (error: unknown) => send({ error: toErrorData(error, 'unavailable') }),
  );
});

async function keep(files: readonly FetchedFile[]): Promise<KeptOriginals> {
  const db = await openDatabase();
  const originals = new OriginalTable(db, {
    folder: openVectorFolder(ORIGINAL_FOLDER),
    storage: navigator.storage,
  });
  try {
    return await navigator.locks.request(LIBRARY, () => keepOriginals(db, originals, files));
  } finally {
    db.close();
  }
}
