// Starts a worker that lies beside the widget, also on pages of another origin.

/** Throws where the page's policy forbids it, or reports it as an error of the worker. */
export function startOwnWorker(address: string, name: string): Worker {
  const module = { type: 'module', name } as const;
  if (new URL(address).origin === location.origin) return new Worker(address, module);
  // A worker of another host is not taken, a script of it in a worker of one's own is.
  const own = URL.createObjectURL(
    new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' }),
  );
  const worker = new Worker(own, module);
  setTimeout(() => URL.revokeObjectURL(own), 60_000);
  return worker;
}
