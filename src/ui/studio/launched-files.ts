// Files that the system opened with the installed app: they are looked at like any drop before anything is installed.
import type { App } from '../../apps/web/app.ts';
import { toasts } from '../components/toasts.svelte.ts';

/** What browsers have that hand files to installed pages. https://wicg.github.io/web-app-launch/ */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

export function takeLaunchedFiles(app: Pick<App, 'knowledge' | 'collections' | 'filesFromList'>): void {
  const { launchQueue } = window as unknown as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    // Not before there is a file: most starts bring none, and the first screen waits for every byte.
    import('./local/open-local.ts')
      .then(({ takeLaunched }) => takeLaunched(app, files))
      .catch((error: unknown) =>
        toasts.problem(
          `The file could not be opened: ${error instanceof Error ? error.message : String(error)}`,
        ),
      );
  });
}
