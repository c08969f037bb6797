// Shared by all careful writes: strict durability, rollback, and a sentence when the browser's storage fails.
import { Failure } from '../core/errors.ts';

/** Saved data survives a crash (design D12). */
export const STRICT = { durability: 'strict' } as const;

const PAST = { read: 'read', save: 'saved', remove: 'removed' } as const;

interface Transaction {
  abort(): void;
  done: Promise<void>;
}

/**
 * Waits for the work and for the transaction's durable end. If the work throws, everything is undone.
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
      // The error thrown below has already ended it.
    }
    const end = await tx.done.catch((cause: unknown) => cause);
    throw isAbort(error) && end instanceof DOMException ? end : error;
  }
}

/** Recognizes the error of requests whose transaction has ended; only the transaction knows why. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Turns errors of the browser's storage into a Failure `unavailable`; other errors pass.
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
        ? `${noun} was not ${PAST[verb]}: the browser has no space left; free some space in Settings → Storage and try again`
        : `the browser's storage could not ${verb} ${noun} (${error.name}); reload the page and try again`,
    );
  }
}
