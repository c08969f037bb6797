// What one run may use. The worker keeps to these out of politeness to the page; the page enforces them.

export const LIMITS = {
  /** Bytes of JSON a tool may return. */
  result: 1024 * 1024,
  /** Bytes of one answer of the page to a script. */
  hostAnswer: 8 * 1024 * 1024,
  logBytes: 256 * 1024,
  logLines: 2000,
  hostCalls: 1000,
  concurrentHostCalls: 8,
} as const;
