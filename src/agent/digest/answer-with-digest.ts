// Answers with a digest: finds the documents that the question refers to, and has the model read all of them.
import type { AgentEvent, Mention } from '../../core/conversation.ts';
import type { DigestKind } from '../../core/digest.ts';
import type { DocumentView } from '../../core/document.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import type { AgentDeps } from '../agent-deps.ts';
import type { ModelAnswer } from '../answer-with-model.ts';
import { digest } from './digest.ts';

export async function* answerWithDigest(
  deps: Pick<AgentDeps, 'document' | 'documentsOf'>,
  kind: DigestKind,
  { model, opened, profile, signal, taint }: ModelAnswer,
): AsyncGenerator<AgentEvent, void> {
  taint.add('your documents');
  let documents: DocumentView[];
  try {
    documents = await read(deps, opened.question?.mentions ?? [], profile?.sources, signal);
  } catch (error) {
    if (!signal.aborted) yield { type: 'error', error: toErrorData(error, 'unavailable') };
    return yield { type: 'end', reason: signal.aborted ? 'stopped' : 'failed' };
  }
  yield* digest({ kind, documents, model, signal });
}

/** @throws Failure `not_found` when none of the documents exists, `denied` outside the sources of the profile */
async function read(
  { document, documentsOf }: Pick<AgentDeps, 'document' | 'documentsOf'>,
  mentions: readonly Mention[],
  sources: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<DocumentView[]> {
  if (!document) throw new Failure('unavailable', 'Documents cannot be read here.');
  const ids = new Set<string>();
  for (const { kind, id } of mentions) {
    if (kind === 'document') ids.add(id);
    else if (kind === 'source' || kind === 'collection')
      for (const one of (await documentsOf?.(id, kind)) ?? []) ids.add(one);
  }
  const documents: DocumentView[] = [];
  for (const id of ids) {
    signal.throwIfAborted();
    const view = await document(id);
    if (sources && !sources.includes(view.source)) {
      throw new Failure('denied', `This chat’s profile can’t use “${view.source}”.`);
    }
    documents.push(view);
  }
  if (documents.length === 0) throw new Failure('not_found', 'The document is no longer in the library.');
  return documents;
}
