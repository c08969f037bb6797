// `perilune/astro`: builds the index for Astro and Starlight, which write their pages after Vite.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { buildSite, type SiteOptions } from './build.ts';
import { PACK } from './place.ts';
import { servePack } from './serve.ts';

interface Logger {
  info(line: string): void;
  warn(line: string): void;
}

type Next = () => void;

/** The part of an Astro integration in use here. These types need no Astro package. */
export interface PeriluneIntegration {
  name: string;
  hooks: {
    'astro:config:done': (given: { config: { base: string; outDir: URL } }) => void;
    'astro:server:setup': (given: {
      server: {
        middlewares: {
          use(middleware: (request: IncomingMessage, response: ServerResponse, next: Next) => void): unknown;
        };
      };
      logger: Logger;
    }) => void;
    'astro:build:done': (given: { dir: URL; logger: Logger }) => Promise<void>;
  };
}

/** @throws Error during the build, with a sentence, when there is nothing to search or an option is wrong. */
export function perilune(options: SiteOptions = {}): PeriluneIntegration {
  let base = '/';
  let folder = '';
  return {
    name: 'perilune',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = `/${config.base}/`.replace(/\/{2,}/g, '/');
        folder = fileURLToPath(config.outDir);
      },
      'astro:server:setup': ({ server, logger }) => {
        const name = options.out ?? PACK;
        const warn = (line: string): void => logger.warn(line);
        server.middlewares.use(servePack({ base, name, folder: join(folder, name), warn }));
      },
      'astro:build:done': async ({ dir, logger }) => {
        const { pages } = await buildSite(fileURLToPath(dir), { base, ...options });
        logger.info(`${pages} ${pages === 1 ? 'page' : 'pages'} can be searched`);
      },
    },
  };
}
