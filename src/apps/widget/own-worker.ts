// Starts a worker that lies next to the widget, also on pages of another origin.

/** Throws where the page's policy forbids it, or reports it as an error of the worker. */
export function startOwnWorker(address: string, name: string): Worker {
  const module = { type: 'module', name } as const;
  if (new URL(address).origin === location.origin) return new Worker(address, module);
  // Browsers refuse a worker from another host, but not a blob worker that imports its script.
  const own = URL.createObjectURL(
    new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' }),
  );
  const worker = new Worker(own, module);
  setTimeout(() => URL.revokeObjectURL(own), 60_000);
  return worker;
}
