// Imports shares that the service worker stored: files like a drop, an address like a typed one, a text as a note.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';
import { SHARED_CACHE } from '../../core/shared.ts';
import { takeFiles } from '../studio/take-files.ts';
import { ingest } from './ingest.svelte.ts';
import { inWords, linkNote, readShared } from './read-shared.ts';

/** One tab at a time; each share is deleted once it is in the library, or known to be unusable. */
export async function takeShared(app: App): Promise<void> {
  await navigator.locks.request(SHARED_CACHE, async () => {
    const cache = await caches.open(SHARED_CACHE);
    for (const request of await cache.keys()) {
      const kept = await cache.match(request);
      if (kept && (await take(app, kept))) await cache.delete(request);
    }
  });
}

/** @returns false when storage failed: retried at the next start. */
async function take(app: App, kept: Response): Promise<boolean> {
  const form = await kept.formData().catch(() => undefined);
  if (!form) {
    return ingest.add(
      app.knowledge,
      [],
      [{ name: 'A share', reason: 'it arrived in a format that Perilune cannot read' }],
    );
  }
  const shared = readShared(form);
  if (mayBePosted() && !(await ingest.wants(inWords(shared)))) return true;
  const { files, address, note, title } = shared;
  if (files.length > 0) await takeFiles(app, app.filesFromList(files));
  if (note) void ingest.add(app.knowledge, [note]);
  if (address !== undefined) await takeAddress(app, address, title);
  return ingest.settled;
}

/**
 * Any site may post a form to the share address, but only into a tab; the system delivers shares to the installed
 * app's window. So a share in a tab is added only after confirmation.
 */
function mayBePosted(): boolean {
  return matchMedia('(display-mode: browser)').matches;
}

/** An unreadable page is stored as shared: its title and address. */
async function takeAddress(app: App, address: string, title: string): Promise<void> {
  try {
    const page = await app.webPage(address);
    void ingest.add(app.knowledge, [page]);
  } catch (error) {
    const { message } = toErrorData(error, 'unavailable');
    const reason = `${message} Its title and address were kept.`;
    void ingest.add(app.knowledge, [linkNote(address, title)], [{ name: address, reason }]);
  }
}
