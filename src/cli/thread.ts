// The thread of a sandbox worker in a terminal. It imitates the worker of a page and starts the same program. Node's
// extra abilities (files, processes, the network) are removed first.
import { parentPort, workerData } from 'node:worker_threads';

/** Globals of Node that a worker in the sandbox frame lacks, or that could send something. */
const TAKEN = [
  'process',
  'Buffer',
  'global',
  'fetch',
  'WebSocket',
  'EventSource',
  'BroadcastChannel',
  'navigator',
  'localStorage',
  'sessionStorage',
];

interface Start {
  port: MessagePort;
  wasm: WebAssembly.Module;
}

interface PageWorker {
  onmessage?(event: { data: { wasm: WebAssembly.Module }; ports: MessagePort[] }): Promise<void>;
}

const { program } = workerData as { program: string };
const page: PageWorker = {};
const scope = globalThis as unknown as Record<string, unknown>;
// Node loads it on first use, with globals removed below; the engine's start needs it.
void new Response();
for (const name of TAKEN) Reflect.deleteProperty(scope, name);
// The Lua engine recognises a worker of a page by this.
scope['importScripts'] = () => undefined;
scope['location'] = { href: 'file:///sandbox' };
scope['self'] = Object.assign(page, { location: scope['location'] });

const ready = import(/* @vite-ignore */ program);
parentPort?.once('message', ({ port, wasm }: Start) => {
  void ready.then(() => page.onmessage?.({ data: { wasm }, ports: [port] }));
});
