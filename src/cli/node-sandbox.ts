// The sandbox's workers in a terminal: threads without environment variables and with limited memory, which can be
// terminated.
import { MessageChannel, type Worker } from 'node:worker_threads';
import { startThread } from './node-thread.ts';

/** JavaScript heap. Lua has its own limit. Checking a large result takes some tens of MiB. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };

export interface SandboxFiles {
  /** Path of the thread's own file. */
  thread: string;
  /** Address of the sandbox worker's program. */
  program: string;
  wasm: WebAssembly.Module;
}

export class NodeSandbox {
  readonly attached = true;
  readonly #files: SandboxFiles;
  readonly #threads = new Set<Worker>();

  constructor(files: SandboxFiles) {
    this.#files = files;
  }

  /** Starts a worker, and returns the port to it. */
  spawn(): { port: MessagePort; onDeath(listener: (message: string) => void): void; terminate(): void } {
    const { thread: file, program, wasm } = this.#files;
    const { port1, port2 } = new MessageChannel();
    const thread = startThread(file, { workerData: { program }, resourceLimits: MEMORY });
    this.#threads.add(thread);
    thread.postMessage({ port: port2, wasm }, [port2]);
    return {
      port: port1 as unknown as MessagePort,
      onDeath: (listener) => {
        thread.on('error', ({ message }) => listener(message));
        thread.on('exit', () => listener('it ended unexpectedly'));
      },
      terminate: () => this.#end(thread),
    };
  }

  close(): void {
    for (const thread of this.#threads) this.#end(thread);
  }

  #end(thread: Worker): void {
    this.#threads.delete(thread);
    void thread.terminate();
  }
}
