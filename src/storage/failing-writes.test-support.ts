// Writes that fail from some number on, at the seam of IndexedDB: as in a browser that is full, or a tab that is killed.
import { vi } from 'vitest';

type Write = typeof IDBObjectStore.prototype.put;

interface Ending {
  _abort(name: string): void;
}

const ended = new WeakSet<IDBTransaction>();

/** What a browser does that has no room: it refuses the request, or takes it and ends the transaction. */
export type Way = (transaction: IDBTransaction, write: () => IDBRequest) => IDBRequest;

export const FULL: Record<string, Way> = {
  'refuses the request': () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
  'ends the transaction': (transaction, write) => {
    const request = write();
    if (ended.has(transaction)) return request;
    ended.add(transaction);
    // A little later, and as fake-indexeddb does it for any failure of its own.
    queueMicrotask(() => (transaction as unknown as Ending)._abort('QuotaExceededError'));
    return request;
  },
};

/** What becomes of a write when its tab is gone. */
export const gone: Way = (transaction) => {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
  throw new DOMException('the tab is gone', 'AbortError');
};

/** Nothing is written from the write with this number on, counted from 1. */
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
