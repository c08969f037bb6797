// Lets a test advance the page's clock, so that hours pass at once.
import { vi } from 'vitest';

/** Runs `work`; `ahead` advances `performance.now` for all later readers. Milliseconds. */
export async function withClock<T>(work: (ahead: (by: number) => void) => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance);
  let passed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  try {
    return await work((by) => (passed += by));
  } finally {
    clock.mockRestore();
  }
}
