// Writes that fail from a given number on, at the boundary of IndexedDB, as in a full browser or a killed tab.
import { vi } from 'vitest';

type Write = typeof IDBObjectStore.prototype.put;

interface Ending {
  _abort(name: string): void;
}

const ended = new WeakSet<IDBTransaction>();

/** How a browser without room fails: it rejects the request, or accepts it and aborts the transaction. */
export type Way = (transaction: IDBTransaction, write: () => IDBRequest) => IDBRequest;

export const FULL: Record<string, Way> = {
  'refuses the request': () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  'ends the transaction': (transaction, write) => {
    const request = write();
    if (ended.has(transaction)) return request;
    ended.add(transaction);
    // Slightly later, as fake-indexeddb does for its own failures.
    queueMicrotask(() => (transaction as unknown as Ending)._abort('QuotaExceededError'));
    return request;
  },
};

/** A write whose tab is gone. */
export const gone: Way = (transaction) => {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
  throw new DOMException('the tab is gone', 'AbortError');
};

/** Fails every write from this number on, counted from 1. */
export function failFrom(number: number, way: Way): { reached: boolean } {
  const state = { reached: false };
  let writes = 0;
  for (const method of ['put', 'add', 'delete', 'clear'] as const) {
    const original = IDBObjectStore.prototype[method] as Write;
    vi.spyOn(IDBObjectStore.prototype, method as 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...args
    ) {
      const write = (): IDBRequest<IDBValidKey> => original.apply(this, args);
      if (++writes < number) return write();
      state.reached = true;
      return way(this.transaction, write) as IDBRequest<IDBValidKey>;
    });
  }
  return state;
}
