// Test support: closes what a test opened, last first, when the test ends.
import { afterEach } from 'vitest';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export function atEnd(...close: (() => Promise<unknown>)[]): void {
  closing.push(...close);
}

/** Returns the thing, which is closed at the end of the test. */
export function kept<T extends { close(): Promise<unknown> }>(thing: T): T {
  atEnd(() => thing.close());
  return thing;
}
