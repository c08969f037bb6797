// During development, pages are not built: serves the index of the last build, or says that there is none.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MANIFEST } from '../../site-index/format.ts';
import { contentTypeOf } from '../../cli/content-type.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { WIDGET } from './place.ts';

/** File names of indexes and the widget; none leads out of a folder. */
const NAME = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface ServedPack {
  /** Base path of the site on its host, with a leading and a trailing slash. */
  base: string;
  /** Name of the index folder in the site. */
  name: string;
  /** Folder the last build wrote to. */
  folder: string;
  /** Called with a line when there is no build. */
  warn(line: string): void;
}

export function servePack({ base, name, folder, warn }: ServedPack): Middleware {
  const places = [`${base}${name}/`, `/${name}/`];
  let isSaid = false;
  return (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const place = places.find((one) => pathname.startsWith(one));
    const file = place === undefined ? '' : pathname.slice(place.length);
    if (!NAME.test(file)) return next();
    const found = [WIDGET, folder]
      .map((one) => new GuardedFolder(one ?? folder))
      .find((one) => one.facts(file));
    response.setHeader('cache-control', 'no-cache');
    if (found !== undefined) {
      response.setHeader('content-type', contentTypeOf(file));
      response.end(found.read(file));
      return;
    }
    if (file === MANIFEST && !isSaid) {
      isSaid = true;
      warn(`There is no pack in ${folder}: search works once you build the site.`);
    }
    response.statusCode = 404;
    response.end();
  };
}
