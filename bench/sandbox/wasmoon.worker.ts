// wasmoon as in its readme: a fresh engine per call, its own value conversion, an awaited host function.
import { LuaFactory } from 'wasmoon';
import wasmUrl from 'wasmoon/dist/glue.wasm?url';
import { servePeer, type RunTool } from './peer.ts';
import { LUA_TOOLS } from './scripts.mjs';

type Execute = (params: unknown, context: object) => unknown;

async function start(): Promise<RunTool> {
  const factory = new LuaFactory(wasmUrl);
  await factory.getLuaModule();
  return async (tool, params, sources) => {
    const engine = await factory.createEngine();
    try {
      engine.global.set('ask', sources);
      await engine.doString(LUA_TOOLS[tool] ?? '');
      if (tool === 'host') {
        return await engine.doString(
          'return tool.execute({}, { sources = function() return ask():await() end })',
        );
      }
      const { execute } = engine.global.get('tool') as { execute: Execute };
      return execute(params, {});
    } finally {
      engine.global.close();
    }
  };
}

servePeer(start());
