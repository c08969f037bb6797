// quickjs-emscripten: a fresh runtime per call, values as JSON, a host function that returns a promise.
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import wasmUrl from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { servePeer, type RunTool } from './peer.ts';
import { JAVASCRIPT_TOOLS } from './scripts.mjs';

async function start(): Promise<RunTool> {
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(RELEASE_SYNC, { wasmLocation: new URL(wasmUrl, self.location.href).href }),
  );
  return async (tool, params, sources) => {
    const runtime = quickjs.newRuntime();
    const context = runtime.newContext();
    try {
      const ask = context.newFunction('ask', () => {
        const promise = context.newPromise();
        void sources().then((answer) => {
          context.newString(JSON.stringify(answer)).consume((text) => promise.resolve(text));
          runtime.executePendingJobs();
        });
        return promise.handle;
      });
      ask.consume((handle) => context.setProp(context.global, 'ask', handle));
      const call = `(${JAVASCRIPT_TOOLS[tool]})(${JSON.stringify(params)}, { sources: async () => JSON.parse(await ask()) })`;
      const returned = context.unwrapResult(context.evalCode(call));
      const settled = context.resolvePromise(returned);
      runtime.executePendingJobs();
      const value = context.unwrapResult(await settled);
      const result: unknown = context.dump(value);
      value.dispose();
      returned.dispose();
      return result;
    } finally {
      context.dispose();
      runtime.dispose();
    }
  };
}

servePeer(start());
