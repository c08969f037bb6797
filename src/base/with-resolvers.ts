// A promise with its resolve and reject functions: `Promise.withResolvers`, which the oldest browsers and Node 20
// lack.
export interface Resolvers<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(problem: unknown): void;
}

export function withResolvers<T>(): Resolvers<T> {
  let resolve!: (value: T) => void;
  let reject!: (problem: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
