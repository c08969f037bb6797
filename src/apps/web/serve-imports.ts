// The import worker's logic: reads the files of each request as tool drafts, and hands them out in pieces.
import { Failure, toErrorData } from '../../core/errors.ts';
import { readImport, unpackAlone } from '../../tools/formats/read-import.ts';
import type { ImportAnswer, ImportRequest } from './import-messages.ts';
import { pieces, type ImportPiece } from './import-pieces.ts';

/** What the page has not asked for yet, by the id of the request that began the import. */
const unsent = new Map<number, Generator<ImportPiece>>();

const worker = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;
worker.addEventListener('message', ({ data }) => {
  const request = data as ImportRequest;
  answerOf(request).then(
    (answer) => worker.postMessage(answer),
    (error: unknown) =>
      worker.postMessage({ id: request.id, error: toErrorData(error) } satisfies ImportAnswer),
  );
});

async function answerOf(request: ImportRequest): Promise<ImportAnswer> {
  const { id } = request;
  if (request.unpack) return { id, unpacked: unpackAlone(request.unpack) };
  const { next = id } = request;
  if (request.next === undefined) unsent.set(id, pieces(await readImport(request.files, request.address)));
  const rest = unsent.get(next);
  if (!rest) throw new Failure('unavailable', 'the rest of this import is gone; import the files again');
  const piece = rest.next();
  if (!piece.done) return { id, bundles: piece.value, next };
  unsent.delete(next);
  return { id, bundles: [] };
}
