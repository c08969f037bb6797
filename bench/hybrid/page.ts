// The page of the hybrid search benchmark: passes each question to its worker, which runs the knowledge worker's
// parts.
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
let last = 0;

const ask = (name: string, ...args: unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const id = ++last;
    const onMessage = ({ data }: MessageEvent<{ id: number; result?: unknown; error?: string }>): void => {
      if (data.id !== id) return;
      worker.removeEventListener('message', onMessage);
      if (data.error === undefined) resolve(data.result);
      else reject(new Error(data.error));
    };
    worker.addEventListener('message', onMessage);
    worker.postMessage({ id, name, args });
  });

Object.assign(globalThis, { bench: { ask } });
