// Bundles the few images that Blockly loads by address, so the page loads nothing from elsewhere.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const FOLDER = 'blockly-media';
const TYPES: Record<string, string> = { svg: 'image/svg+xml', cur: 'image/x-icon' };
const NAMES = [
  'sprites.svg',
  'handdelete.cur',
  'dropdown-arrow.svg',
  'delete-icon.svg',
  'foldout-icon.svg',
  'resize-handle.svg',
];

const read = (name: string): Buffer =>
  readFileSync(new URL(`../../node_modules/blockly/media/${name}`, import.meta.url));

export function blockMedia(): Plugin {
  return {
    name: 'perilune:block-media',
    configureServer(server) {
      server.middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const name = NAMES.find((one) => request.url === `/${one}`);
        if (name === undefined) return next();
        response.setHeader('content-type', TYPES[name.split('.')[1] ?? ''] ?? 'application/octet-stream');
        response.end(read(name));
      });
    },
    generateBundle() {
      for (const name of NAMES)
        this.emitFile({ type: 'asset', fileName: `${FOLDER}/${name}`, source: read(name) });
    },
  };
}
