// Reads packed files for the worker's owner: the other side of `reader.ts`.
import { toErrorData } from '../../core/errors.ts';
import { Refusal } from './extracted.ts';
import { extractPacked } from './packed.ts';
import { isOurs, type ReadAnswer, type ReadRequest, TAG } from './reader.ts';

/** The worker's side: answers one request after another. @returns the handler for messages */
export function serveReader(send: (message: unknown) => void): (message: unknown) => void {
  return (message) => {
    if (!isOurs<ReadRequest>(message)) return;
    const { id, kind, bytes, with: given } = message;
    const answer = (given: ReadAnswer): void => send(given);
    // Loading the worker took its own time; now that of the file begins.
    answer({ tag: TAG, id, type: 'alive' });
    extractPacked(kind, bytes, () => answer({ tag: TAG, id, type: 'alive' }), given).then(
      (extracted) => answer({ tag: TAG, id, type: 'done', extracted }),
      (error: unknown) => {
        const reason = error instanceof Refusal ? error.message : toErrorData(error, 'unavailable').message;
        answer({ tag: TAG, id, type: 'refused', reason });
      },
    );
  };
}
