// The served documents: a folder, read in the background and again after each change, or a remote search engine.
import { Failure } from '../../../core/errors.ts';
import type { DocumentMeta } from '../../../core/document.ts';
import type { ServedDocument } from '../../../serve/served.ts';
import { watchFolder } from '../../../cli/watch-folder.ts';
import { callsOf, type DocumentCalls } from '../documents.ts';
import type { FolderLibrary } from '../folder-library.ts';

type Place = Pick<ServedDocument, 'source' | 'path'>;

export interface ServedDocuments {
  /** The calls of tools and built-ins. */
  calls: DocumentCalls;
  list(page: { offset: number; limit: number }): Promise<{ documents: ServedDocument[]; total: number }>;
  /** @throws Failure `not_found` */
  open(place: Place): Promise<ServedDocument & { body: string }>;
  close(): void;
}

/**
 * Searches wait until the folder has been read once.
 * @param onChange called when the documents have changed
 */
export function serveFolder(
  documents: FolderLibrary,
  { onChange, say }: { onChange: () => void; say: (line: string) => void },
): ServedDocuments {
  const { library, store, source, path } = documents;
  const read = async (): Promise<void> => {
    const report = await documents.refresh();
    if (!report) return;
    say(`Documents: ${await store.count()} in ${source}, ${report.documents} read now.`);
    for (const { name, reason } of report.skipped) say(`Left out ${name}: ${reason}`);
    onChange();
  };
  const failed = (problem: unknown): void => say(`Cannot read the documents: ${String(problem)}`);
  const first = read().catch(failed);
  const stop = watchFolder(path, () => read().catch(failed));
  const calls = callsOf(library);
  return {
    calls: {
      search: async (...asked) => (await first, calls.search(...asked)),
      get: async (...asked) => (await first, calls.get(...asked)),
      sources: async (...asked) => (await first, calls.sources(...asked)),
    },
    async list({ offset, limit }) {
      await first;
      const { documents: metas, total } = await store.list({ offset, limit });
      return { documents: metas.map(served), total };
    },
    async open({ source: wanted, path: id }) {
      await first;
      const meta = await store.findByIdentity(wanted, id);
      if (!meta) throw new Failure('not_found', `document not found: ${wanted}/${id}`);
      return { ...served(meta), body: (await library.open(meta.id)).body };
    },
    close: stop,
  };
}

function served({ id, source, source_id, title, content_type, updated_at }: DocumentMeta): ServedDocument {
  return { id, source, path: source_id, title, contentType: content_type, updatedAt: updated_at };
}

/** No documents were configured. */
export function serveNothing(): ServedDocuments {
  const none = (): Promise<never> =>
    Promise.reject(
      new Failure('unavailable', 'there are no documents; start perilune serve with --docs FOLDER'),
    );
  return {
    calls: { search: none, get: none, sources: async () => [] },
    list: async () => ({ documents: [], total: 0 }),
    open: none,
    close: () => undefined,
  };
}
