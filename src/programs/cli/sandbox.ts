// The sandbox of programs in a terminal: its files lie beside the program, its workers are threads of Node.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ScriptReader } from './build-tools.ts';
import { Failure } from '../../core/errors.ts';
import { HttpDesk } from '../../lua/http/http-desk.ts';
import type { HostServices } from '../../lua/powers.ts';
import { LuaRunner } from '../../lua/runner.ts';
import { openDoor, whyNoAnswer } from '../../terminal/node-door.ts';
import { NodeFolders } from '../../terminal/node-folders.ts';
import { NodeSandbox } from '../../terminal/node-sandbox.ts';

/** @param beside where a file lies that the build puts beside the program */
export function openNodeRunner(services: HostServices, beside: (file: string) => URL): LuaRunner {
  const http = new HttpDesk({
    open: openDoor,
    online: () => true,
    origin: () => 'http://localhost',
    why: whyNoAnswer,
  });
  const open = async (): Promise<NodeSandbox> =>
    new NodeSandbox({
      thread: fileURLToPath(beside('thread.js')),
      program: beside('sandbox.js').href,
      wasm: await WebAssembly.compile(readFileSync(beside('glue.wasm'))),
    });
  return new LuaRunner({ services, http, open });
}

/** Reads scripts, and runs none. */
export async function openScriptReader(beside: (file: string) => URL): Promise<ScriptReader> {
  const nothing = (): Promise<never> =>
    Promise.reject(new Failure('unavailable', 'refused while metadata is read'));
  const folders = new NodeFolders();
  const services = { search: nothing, get: nothing, sources: nothing, folders };
  const runner = openNodeRunner(services, beside);
  return {
    inspect: (...given) => runner.inspect(...given),
    compile: (sources) => runner.compile(sources),
    close: () => {
      runner.dispose();
      void folders.close();
    },
  };
}
