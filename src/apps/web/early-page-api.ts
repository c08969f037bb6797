// Puts the page API on the window before translations load, so scripts of the page find it immediately.
import { installPageApi } from '../../page-api/page-api.ts';
import type { PageApp } from '../../page-api/page-app.ts';

/** The app behind the API, once it is opening. Inside another page there is no API before that. */
export const openPageApi = window.top === window.self ? installEarly() : installPageApi;

function installEarly(): (app: Promise<PageApp>) => void {
  let open!: (app: Promise<PageApp>) => void;
  installPageApi(new Promise((resolve) => (open = resolve)));
  return open;
}
