// The page API calls that add, find and read documents.
import type { AddReport } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { collectionId } from './collection-api.ts';
import { given, givenOf, sourcesOf, textOf, unlessStopped } from './given-options.ts';
import type { PageApi } from './page-api-types.ts';
import type { PageApp } from './page-app.ts';

const ANSWER_OPTIONS = ['limit', 'source', 'collection', 'signal'] as const;
const SEARCH_OPTIONS = [
  ...ANSWER_OPTIONS,
  'mode',
  'tags',
  'since',
  'explain',
  'patience',
  'onUpdate',
] as const;

/** All but `collections` and `embeddings`. */
export function knowledgeApi(
  opening: Promise<PageApp>,
): Omit<PageApi['knowledge'], 'collections' | 'embeddings'> {
  return {
    async add(list, options) {
      const wanted = listOf(list);
      const { sortItems } = await import('./document-items.ts');
      const { items, skipped } = sortItems(wanted);
      const { onProgress, signal } = given(options);
      const { knowledge } = await opening;
      const report: AddReport =
        items.length === 0
          ? { documents: 0, chunks: 0, skipped: [], unchanged: 0, ids: [] }
          : await unlessStopped(signal, () => knowledge.add(items, { onProgress, signal }));
      return { ...report, skipped: [...skipped, ...report.skipped] };
    },
    async search(query, options) {
      const { source, collection, onUpdate, signal, ...others } = givenOf(options, SEARCH_OPTIONS);
      const app = await opening;
      const { knowledge } = app;
      const within = collection === undefined ? undefined : [[await collectionId(app, collection)]];
      const wanted = { ...others, ...sourcesOf(source), ...(within && { within }) };
      const search = () => knowledge.search(textOf(query), wanted, signal, onUpdate);
      return { results: await unlessStopped(signal, search) };
    },
    async answer(question, options) {
      const { limit, source, collection, signal } = givenOf(options, ANSWER_OPTIONS);
      const request = {
        ...(limit !== undefined && { limit }),
        ...(source !== undefined && { source }),
        ...(collection !== undefined && { collection }),
        ...(signal && { signal }),
      };
      const { answerForPage } = await import('./answer-api.ts');
      const app = await opening;
      return unlessStopped(signal, () => answerForPage(app, question, request));
    },
    async get(id) {
      return (await opening).knowledge.get(String(id));
    },
    async sources() {
      return (await opening).knowledge.sources();
    },
    async remove(id) {
      return { removed: await (await opening).knowledge.remove([String(id)]) };
    },
  };
}

function listOf(given: unknown): unknown[] {
  if (typeof given === 'object' && given !== null && Symbol.iterator in given) {
    return [...(given as Iterable<unknown>)];
  }
  throw new Failure('bad_request', 'knowledge.add takes a list of files or documents');
}
