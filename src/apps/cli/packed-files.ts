// Packed files in a terminal: read as in the app, in a thread that is terminated if it hangs.
import { fileURLToPath } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../cli/node-thread.ts';
import { packedReader, type ReaderWorker } from '../../knowledge/extract/reader.ts';
import type { ReadPacked } from '../../knowledge/extract/extract.ts';

/** Reading a long PDF takes several hundred MiB. */
const MEMORY = { maxOldGenerationSizeMb: 1024 };

/** @param beside returns the address of a file that the build puts next to the program */
export function readPackedFiles(beside: (file: string) => URL): ReadPacked {
  const read = packedReader(() => {
    const thread = startThread(fileURLToPath(beside('read-thread.js')), { resourceLimits: MEMORY });
    // An idle thread must not keep the process alive.
    thread.unref();
    return asPageWorker(thread);
  });
  return (kind, bytes, signal) => read(kind, bytes, signal);
}

function asPageWorker(thread: Worker): ReaderWorker {
  return {
    postMessage: (message, transfer) => thread.postMessage(message, transfer as never),
    addEventListener: (type: string, listener: (event: never) => void) => {
      if (type === 'message') thread.on('message', (data) => listener({ data } as never));
      else thread.on('error', ({ message }) => listener({ message } as never));
    },
    terminate: () => void thread.terminate(),
  };
}
