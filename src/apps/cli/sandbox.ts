// The sandbox in a terminal: its files lie next to the program, its workers are Node threads.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ScriptReader } from './build-tools.ts';
import { Failure } from '../../core/errors.ts';
import { GrantedHttpClient } from '../../sandbox/http/granted-http-client.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { LuaRunner } from '../../sandbox/runner.ts';
import { openFetchChannel, whyNoAnswer } from '../../cli/node-fetch-channel.ts';
import { NodeFolders } from '../../cli/node-folders.ts';
import { NodeSandbox } from '../../cli/node-sandbox.ts';

/** @param beside returns the address of a file that the build puts next to the program */
export function openNodeRunner(services: HostServices, beside: (file: string) => URL): LuaRunner {
  const http = new GrantedHttpClient({
    open: openFetchChannel,
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
  // The page reader loads on first use.
  const readPage: HostServices['readPage'] = async (page, address) =>
    (await import('../../knowledge/extract/linked-page.ts')).readLinkedPage(page, address);
  return new LuaRunner({ services: { readPage, ...services }, http, open });
}

/** Reads scripts without running them. */
export async function openScriptReader(beside: (file: string) => URL): Promise<ScriptReader> {
  const nothing = (): Promise<never> =>
    Promise.reject(new Failure('unavailable', 'not allowed while reading metadata'));
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
