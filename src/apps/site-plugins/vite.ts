// `perilune/vite`: a Vite plugin that builds the index once Vite or VitePress has written the pages.
import { relative, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { buildSite, type SiteOptions } from './build.ts';
import { PACK } from './place.ts';
import { servePack } from './serve.ts';

export interface PeriluneOptions extends SiteOptions {
  /** Folder of the built pages, if it is not Vite's output folder. */
  folder?: string;
}

/** What VitePress provides about a site. It writes the pages long after Vite is done, then calls `buildEnd`. */
interface VitePress {
  outDir: string;
  cleanUrls?: boolean;
  site?: { title?: string };
  buildEnd?: (site: unknown) => unknown;
}

/** @throws Error during the build, with a sentence, when there is nothing to search or an option is wrong. */
export function perilune({ folder, ...options }: PeriluneOptions = {}): Plugin {
  let config: ResolvedConfig;
  let press: VitePress | undefined;
  let isWritten = false;

  const place = (): string => resolve(config.root, folder ?? press?.outDir ?? config.build.outDir);
  const build = async (): Promise<void> => {
    const base = baseOf(config.base);
    const title = press?.site?.title;
    const settings: SiteOptions = {
      base,
      ...(press?.cleanUrls && { cleanUrls: true }),
      ...(title && { name: title }),
      ...options,
      ...(options.tools !== undefined && { tools: resolve(config.root, options.tools) }),
    };
    const { out, pages } = await buildSite(place(), settings);
    const built = `perilune: ${pages} ${pages === 1 ? 'page' : 'pages'} in ${relative(config.root, out)}`;
    // VitePress sets Vite's log level to warnings.
    if (press) console.log(built);
    else config.logger.info(built);
  };

  return {
    name: 'perilune',
    configResolved(resolved) {
      config = resolved;
      if (press || resolved.command !== 'build') return;
      press = (resolved as { vitepress?: VitePress }).vitepress;
      if (!press) return;
      const before = press.buildEnd;
      press.buildEnd = async (site) => {
        await before?.(site);
        await build();
      };
    },
    configureServer(server) {
      press = (config as { vitepress?: VitePress }).vitepress;
      const [base, name] = [baseOf(config.base), options.out ?? PACK];
      const warn = (line: string): void => config.logger.warn(`perilune: ${line}`);
      server.middlewares.use(servePack({ base, name, folder: resolve(place(), name), warn }));
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      // After plugins that write pages when the bundle is closed.
      order: 'post',
      sequential: true,
      async handler() {
        const environment = (this as { environment?: { name: string } } | undefined)?.environment?.name;
        const isServer = Boolean(config.build.ssr) || (environment ?? 'client') !== 'client';
        if (!isWritten || press || isServer) return;
        isWritten = false;
        await build();
      },
    },
  };
}

/** A site built for any folder (`../../`) counts as one at the root of its host. */
function baseOf(base: string): string {
  if (/^\.?\/?$/.test(base)) return '/';
  return new URL(base, 'http://localhost').pathname;
}
