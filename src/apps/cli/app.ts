// `perilune` without a command: serves the built app on this computer, from the package or from the repository.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../core/errors.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { listen } from '../../cli/listen.ts';
import type { Output } from '../../cli/output.ts';
import { StaticFiles } from '../../cli/static-files.ts';
import { portOf } from '../../cli/port.ts';
import { untilStopped } from '../../cli/until-stopped.ts';

/** The port of `npm start`. A browser keeps data per origin, so both must use the same address. */
const DEFAULT_PORT = 4173;
/** In the package, then in the repository. */
const PLACES = ['app/', '../dist/'];

/**
 * Serves the app until stopped. @returns the exit code. @throws Failure when the app is not built or the port is in
 * use
 */
export async function serveApp(
  port: string | undefined,
  output: Output,
  beside: (file: string) => URL,
): Promise<number> {
  const folder = PLACES.map((place) => fileURLToPath(beside(place))).find((place) =>
    existsSync(`${place}index.html`),
  );
  if (folder === undefined) {
    throw new Failure(
      'unavailable',
      'the app is not built yet; build it with npm run build, or use npm start',
    );
  }
  const files = new StaticFiles(new GuardedFolder(folder));
  const listening = await listen(portOf(port, DEFAULT_PORT), (request) => files.answer(request));
  const address = `http://localhost:${listening.port}`;
  output.line(`Perilune is ready: ${address}`);
  output.line('Press Ctrl+C to stop.');
  output.value({ address });
  await untilStopped();
  await listening.close();
  return 0;
}
