// While a site is developed its pages are not built: the pack of the last build is served, and what is missing is said.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MANIFEST } from '../../site-index/format.ts';
import { contentTypeOf } from '../../cli/content-type.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { WIDGET } from './place.ts';

/** Names as packs and the widget have them; nothing that leads out of a folder. */
const NAME = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export interface ServedPack {
  /** Where the site stands on its host, with a slash at both ends. */
  base: string;
  /** Name of the pack's folder in the site. */
  name: string;
  /** Where the last build put it. */
  folder: string;
  /** Gets a line when there was no build. */
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
      warn(`There is no pack in ${folder}: the search has nothing until the site is built once.`);
    }
    response.statusCode = 404;
    response.end();
  };
}
