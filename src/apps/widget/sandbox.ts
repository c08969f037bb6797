// The sandbox of a site's page: its files lie next to the widget's script, possibly on another origin than the page.
//
// - Opening it settles in bounded time, whatever the page's policy, its isolation or a server does.
import { Failure } from '../../core/errors.ts';
import { GrantedHttpClient } from '../../sandbox/http/granted-http-client.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { LuaRunner } from '../../sandbox/runner.ts';
import type { SiteSandbox } from './site-sandbox.ts';
import { forbiddenOf, underPolicy } from '../../widget/page-policy.ts';

/** Milliseconds until the visitor is told: enough for 300 KB, and a frame that answers within 2 s of loading. */
const OPEN_TIMEOUT = 12_000;

/**
 * @param ownFolder of the widget's script, with a trailing slash
 * @throws Failure `denied` with directive and address when the page's policy forbids a part, else `unavailable`;
 *   nothing of it then stays in the page.
 */
export async function openSiteSandbox(ownFolder: string, services: HostServices): Promise<SiteSandbox> {
  if (!globalThis.crypto?.subtle) {
    throw new Failure('unavailable', 'tools need a page that was opened over https');
  }
  const { frame, worker, wasm } = __SANDBOX_FILES__;
  const addressOf = (file: string): string => new URL(file, ownFolder).href;
  const http = new GrantedHttpClient();
  const runner = new LuaRunner({
    frameUrl: addressOf(frame),
    workerUrl: addressOf(worker),
    wasmUrl: addressOf(wasm),
    services,
    http,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const why = `the tool sandbox did not start within ${OPEN_TIMEOUT / 1000} seconds`;
    timer = setTimeout(() => reject(new Failure('unavailable', why)), OPEN_TIMEOUT);
  });
  try {
    await underPolicy([ownFolder], () => Promise.race([runner.warm(), late]));
    return {
      inspect: (...given) => runner.inspect(...given),
      validate: (...given) => runner.validate(...given),
      run: (request) => runner.run(request),
      dispose: () => {
        runner.dispose();
        http.close();
      },
    };
  } catch (problem) {
    runner.dispose();
    const forbidden = forbiddenOf(problem);
    if (forbidden?.directive === 'frame-src') {
      const address = addressOf(frame);
      const told = `The security policy of this page forbids the frame ${address} (frame-src)`;
      throw new Failure('denied', told, { ...forbidden, address });
    }
    if (!(problem instanceof Failure) || problem.code !== 'unavailable' || !isIsolated()) throw problem;
    // An isolated page blocks frames that are not isolated too, without telling scripts.
    const { message } = problem;
    throw new Failure(
      'unavailable',
      `${message}. This page is isolated from other origins (Cross-Origin-Embedder-Policy), so ${addressOf(frame)} must ` +
        'be sent with Cross-Origin-Embedder-Policy: require-corp and Cross-Origin-Resource-Policy: cross-origin',
    );
  } finally {
    clearTimeout(timer);
  }
}

function isIsolated(): boolean {
  return globalThis.crossOriginIsolated === true;
}
