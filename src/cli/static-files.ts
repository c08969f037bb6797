// Serves files of a folder like a static host: with content types, and the headers that the build lists in
// `_headers`.
import { contentTypeOf } from './content-type.ts';
import type { GuardedFolder } from './guarded-folder.ts';

export class StaticFiles {
  readonly #folder: GuardedFolder;
  readonly #headers: ReadonlyMap<string, Record<string, string>>;

  constructor(folder: GuardedFolder) {
    this.#folder = folder;
    this.#headers = headersIn(folder.read('_headers')?.toString('utf8') ?? '');
  }

  /** Never rejects. */
  async answer(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405 });
    const path = pathOf(request.url);
    const file = path?.endsWith('/') ? `${path}index.html` : path;
    const bytes = file === undefined ? undefined : this.#read(file.slice(1));
    if (path === undefined || file === undefined || !bytes) {
      // A folder without a trailing slash is redirected, because the relative addresses of its page need it.
      const isFolder = path !== undefined && this.#read(`${path}/index.html`.slice(1)) !== undefined;
      return isFolder
        ? new Response(null, { status: 301, headers: { location: `${path}/` } })
        : this.#notFound();
    }
    const headers = {
      'content-type': contentTypeOf(file),
      'content-length': String(bytes.length),
      // Files named by their content never change; others must be revalidated.
      'cache-control': path.includes('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      'x-content-type-options': 'nosniff',
      ...this.#headers.get(path),
    };
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
  }

  #notFound(): Response {
    const page = this.#read('404.html');
    const type = page ? contentTypeOf('404.html') : 'text/plain; charset=utf-8';
    return new Response(page ? new Uint8Array(page) : 'Not found\n', {
      status: 404,
      headers: { 'content-type': type, 'x-content-type-options': 'nosniff' },
    });
  }

  #read(path: string): Buffer | undefined {
    try {
      return this.#folder.read(path);
    } catch {
      // A link that leads outside, or an invalid name.
      return undefined;
    }
  }
}

function pathOf(address: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(address).pathname);
    return path.split('/').includes('..') || path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Parses the format of Netlify and Cloudflare Pages: a path, then its headers, indented. */
function headersIn(text: string): Map<string, Record<string, string>> {
  const found = new Map<string, Record<string, string>>();
  let here: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, name, value] = /^\s+([^:\s]+):\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) here[name.toLowerCase()] = value;
    else if (line.trim() !== '') found.set(line.trim(), (here = {}));
  }
  return found;
}
