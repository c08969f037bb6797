// Keeps a server running until it is stopped.

/** Resolves at the first Ctrl+C, or when the system asks the program to end. */
export function untilStopped(): Promise<void> {
  return new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop());
  });
}
