// A Vite plugin that works on a finished build: nothing runs when the build failed, whose own error says more.
import type { Plugin, ResolvedConfig } from 'vite';

/** @param order `post` for work after the service worker's list: browsers cache what it makes only on request */
export function afterBuild(
  name: string,
  order: 'post' | null,
  work: (config: ResolvedConfig) => Promise<void> | void,
): Plugin {
  let config: ResolvedConfig;
  let written = false;
  return {
    name: `perilune:${name}`,
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle() {
      written = true;
    },
    closeBundle: {
      sequential: true,
      order,
      handler: () => (written ? work(config) : undefined),
    },
  };
}
