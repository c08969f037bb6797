// Vite plugin: generates a JSON file from the files of a folder, in the build and during development.
import type { Plugin } from 'vite';

export interface JsonAsset {
  /** Where the app loads it. */
  fileName: string;
  folder: string;
  /** Whether a file of the folder is a source: changing one reloads the page. */
  isSource(path: string): boolean;
  /** @throws Error that fails the build. */
  read(): Promise<unknown>;
}

export function jsonAsset({ fileName, folder, isSource, read }: JsonAsset): Plugin {
  const json = async (): Promise<string> => JSON.stringify(await read());
  return {
    name: `perilune:${fileName}`,
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await json() });
    },
    configureServer({ watcher, middlewares, ws }) {
      middlewares.use((request, response, next) => {
        if (new URL(request.url ?? '/', 'http://localhost').pathname !== `/${fileName}`) return next();
        json().then((text) => {
          response.setHeader('content-type', 'application/json');
          response.setHeader('cache-control', 'no-store');
          response.end(text);
        }, next);
      });
      watcher.add(folder);
      const onChange = (path: string): void => {
        if (path.startsWith(folder) && isSource(path)) ws.send({ type: 'full-reload' });
      };
      for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, onChange);
    },
  };
}
