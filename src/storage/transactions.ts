// What every careful write needs: strict durability, a way back, and a sentence when the browser's storage fails.
import { Failure } from '../core/errors.ts';

/** What was saved survives a crash (design D12). */
export const STRICT = { durability: 'strict' } as const;

const PAST = { read: 'read', save: 'saved', remove: 'removed' } as const;

interface Transaction {
  abort(): void;
  done: Promise<void>;
}

/**
 * Waits for the work and for the transaction to have lasted; what the work throws takes back all of it.
 * @param work must wait for nothing but the transaction, or the browser ends it
 */
export async function inTransaction<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await tx.done;
    return result;
  } catch (error) {
    try {
      tx.abort();
    } catch {
      // It has ended by itself, through the very error that is thrown below.
    }
    const end = await tx.done.catch((cause: unknown) => cause);
    throw isAbort(error) && end instanceof DOMException ? end : error;
  }
}

/** What requests meet when their transaction ends under them; why it ended, only the transaction tells. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Turns what the browser's storage throws into a Failure `unavailable`; other errors pass.
 * @param noun what is read or written, such as `the secret`
 */
export async function inSentences<T>(
  verb: 'read' | 'save' | 'remove',
  noun: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new Failure(
      'unavailable',
      error.name === 'QuotaExceededError'
        ? `${noun} was not ${PAST[verb]}: the browser has no space left; free some in Settings → Storage and try again`
        : `the browser's storage could not ${verb} ${noun} (${error.name}); reload the page and try again`,
    );
  }
}
