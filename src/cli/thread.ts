// The thread that a sandbox worker of the terminal is. It makes itself look like the worker of a page, then starts the very
// same program. What Node adds to a page's worker (files, processes, the network) is taken out of its reach first.
import { parentPort, workerData } from 'node:worker_threads';

/** Globals of Node that no worker in the sandbox frame has, or that could send something. */
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
// Node loads it on first use, with the help of what is taken away; starting the engine needs it.
void new Response();
for (const name of TAKEN) Reflect.deleteProperty(scope, name);
// What the Lua engine tells a worker of a page by.
scope['importScripts'] = () => undefined;
scope['location'] = { href: 'file:///sandbox' };
scope['self'] = Object.assign(page, { location: scope['location'] });

const ready = import(/* @vite-ignore */ program);
parentPort?.once('message', ({ port, wasm }: Start) => {
  void ready.then(() => page.onmessage?.({ data: { wasm }, ports: [port] }));
});
