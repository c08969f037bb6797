// The content types that hosts without configuration give to files, and what browsers refuse because of them.
//
// - GitHub Pages takes its types from the project mime-db. `aws s3 sync` takes those of Python's `mimetypes`, which reads
//   the computer's own table as well. nginx and Python are the tables of Debian's packages.
// - Only types that matter to a browser are listed: it loads pictures, fonts and data with any type.
import { extname } from 'node:path';

const SCRIPTS = new Set(['text/javascript', 'application/javascript']);
const EVERYWHERE = { '.css': 'text/css', '.html': 'text/html' };

/** By extension; every other file is plain bytes. */
export const HOST_TYPES = {
  'GitHub Pages': {
    ...EVERYWHERE,
    '.js': 'text/javascript',
    '.mjs': 'text/javascript',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
  },
  'Amazon S3 (aws s3 sync)': {
    ...EVERYWHERE,
    '.js': 'text/javascript',
    '.mjs': 'text/javascript',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
  },
  nginx: { ...EVERYWHERE, '.js': 'application/javascript', '.wasm': 'application/wasm' },
} satisfies Record<string, Record<string, string>>;

export type Host = keyof typeof HOST_TYPES;

/** What a browser demands of a file, by extension. WebAssembly is fetched as bytes if its type is another. */
const DEMANDS: Record<string, (type: string | undefined) => boolean> = {
  '.js': (type) => SCRIPTS.has(type ?? ''),
  '.mjs': (type) => SCRIPTS.has(type ?? ''),
  '.cjs': (type) => SCRIPTS.has(type ?? ''),
  '.css': (type) => type === 'text/css',
  '.html': (type) => type === 'text/html',
  '.wasm': (type) => type === 'application/wasm',
};

/** The files that a browser would refuse from this host. @param files paths */
export function refusedFrom(host: Host, files: readonly string[]): string[] {
  const types: Record<string, string> = HOST_TYPES[host];
  return files.filter((file) => {
    const extension = extname(file);
    return DEMANDS[extension]?.(types[extension]) === false;
  });
}

/** Files that GitHub Pages leaves out of a site unless it has a file `.nojekyll`. */
export function leftOutByJekyll(files: readonly string[]): string[] {
  return files.filter((file) => file.split('/').some((part) => /^[_.#]|~$/.test(part)));
}
