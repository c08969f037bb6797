// The runner on a page of its own, with services that answer at once: what bench/sandbox.mjs drives.
import wasmUrl from 'wasmoon/dist/glue.wasm?url';
import { LuaRunner } from '../../src/lua/runner.ts';
import workerUrl from '../../src/lua/sandbox/worker.ts?worker&url';

const options = {
  frameUrl: new URL('/sandbox.html', location.href).href,
  wasmUrl,
  workerUrl,
  services: {
    search: () => Promise.resolve([]),
    get: () => Promise.reject(new Error('nothing here')),
    sources: () => Promise.resolve([]),
  },
};

/** Runners are made by whoever measures, so that each can be cold. */
Object.assign(globalThis, { newRunner: () => new LuaRunner(options) });
