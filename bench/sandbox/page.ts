// The runner on a page of its own, with services that answer at once: what bench/sandbox.mjs measures.
import wasmUrl from 'wasmoon/dist/glue.wasm?url';
import { LuaRunner, type RunRequest } from '../../src/lua/runner.ts';
import workerUrl from '../../src/lua/sandbox/worker.ts?worker&url';

const runner = new LuaRunner({
  frameUrl: new URL('/sandbox.html', location.href).href,
  wasmUrl,
  workerUrl,
  services: {
    search: () => Promise.resolve([]),
    get: () => Promise.reject(new Error('there are no documents here')),
    sources: () => Promise.resolve([]),
  },
});

const echoTool: RunRequest = {
  key: 'echo',
  name: 'echo',
  source: 'tool = { execute = function(params) return params end }',
  schema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  args: { message: 'hello' },
  config: {},
  timeout: 5,
};

const sourcesTool: RunRequest = {
  ...echoTool,
  key: 'sources',
  name: 'sources',
  source: 'tool = { execute = function(params, context) return context.sources() end }',
};

const bare = new Worker(URL.createObjectURL(new Blob(['onmessage = ({ data }) => postMessage(data)'])));

Object.assign(globalThis, {
  bench: {
    call: async (tool: 'echo' | 'sources' = 'echo') => {
      const { outcome } = await runner.run(tool === 'echo' ? echoTool : sourcesTool);
      if (outcome.error) throw new Error(outcome.error.message);
    },
    echo: () =>
      new Promise((resolve) => {
        bare.onmessage = resolve;
        bare.postMessage(echoTool.args);
      }),
  },
});
