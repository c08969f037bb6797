// Files the system opened with the installed app: reviewed like any drop before anything is installed.
import type { App } from '../../apps/web/app.ts';
import { toasts } from '../components/toasts.svelte.ts';

/** The browser API that passes files to installed pages. https://wicg.github.io/web-app-launch/ */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files?: readonly FileSystemFileHandle[] }) => void): void;
}

export function takeLaunchedFiles(app: Pick<App, 'knowledge' | 'collections' | 'filesFromList'>): void {
  const { launchQueue } = window as unknown as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    // Loaded only with a file: most starts have none, and every byte delays the first screen.
    import('./local/open-local.ts')
      .then(({ takeLaunched }) => takeLaunched(app, files))
      .catch((error: unknown) =>
        toasts.problem(`Couldn’t open the file: ${error instanceof Error ? error.message : String(error)}`),
      );
  });
}
