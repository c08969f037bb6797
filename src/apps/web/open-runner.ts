// Opens the sandbox: its frame and worker, and the requests of tools. Loads on first use.
import wasmUrl from 'wasmoon/dist/glue.wasm?url';
import type { Extensions } from '../../core/extensions.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { GrantedHttpClient } from '../../sandbox/http/granted-http-client.ts';
import { LuaRunner } from '../../sandbox/runner.ts';
import sandboxWorkerUrl from '../../sandbox/worker/worker.ts?worker&url';
import { outChannels } from './way-out.ts';

export function openRunner(services: HostServices, extensions: Pick<Extensions, 'of'>): LuaRunner {
  return new LuaRunner({
    frameUrl: new URL('sandbox.html', document.baseURI).href,
    workerUrl: sandboxWorkerUrl,
    wasmUrl,
    services,
    http: new GrantedHttpClient(outChannels(extensions)),
    controlled: () => navigator.serviceWorker?.controller != null,
  });
}
