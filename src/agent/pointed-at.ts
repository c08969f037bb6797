// Where a question is answered from: the documents and sources that it refers to, within those of the profile.
import type { AnswerOptions } from '../core/answer.ts';
import type { Within } from '../core/collection.ts';
import type { Mention, Message } from '../core/conversation.ts';
import { textOf } from '../core/conversation.ts';
import { ATTACHED_SOURCE, type DocumentView } from '../core/document.ts';
import { toErrorData } from '../core/errors.ts';
import { attachedBefore, idsOf, outsideProfile, sourcesFor } from './passages.ts';

/** No more are needed to complete “and on Windows?”. */
const PREVIOUS = 3;

export interface PointedAt {
  mentions: readonly Mention[];
  /** Sources to answer from; absent: all. */
  sources?: readonly string[] | undefined;
  /** Collections to answer from; absent: all documents. */
  within?: Within | undefined;
  document?: ((id: string) => Promise<DocumentView>) | undefined;
  /** The branch before the question, oldest first. */
  earlier: readonly Message[];
}

/** @returns notices about documents that are gone or may not be read, as sentences. */
export async function answerOptionsFor({
  mentions,
  sources: own,
  within,
  document,
  earlier,
}: PointedAt): Promise<{ options: AnswerOptions; notices: string[] }> {
  const { sources, refused: notices } = sourcesFor({ mentions, sources: own });
  const documents: string[] = [];
  for (const id of idsOf(mentions, 'document')) {
    try {
      const view = await document?.(id);
      if (view && own && !own.includes(view.source) && view.source !== ATTACHED_SOURCE)
        notices.push(outsideProfile(view.title ?? view.source_id));
      else documents.push(id);
    } catch (error) {
      notices.push(
        toErrorData(error, 'unavailable').code === 'not_found'
          ? 'A document that the question mentions is no longer in the library.'
          : 'Couldn’t read a document that the question mentions.',
      );
    }
  }
  const isPointed = idsOf(mentions, 'document').length > 0;
  const attached = attachedBefore(earlier);
  const previous = earlier
    .filter(({ role, byHand }, at) => role === 'user' && !byHand && !isRefused(earlier[at + 1]))
    .slice(-PREVIOUS)
    .map(({ parts }) => textOf(parts));
  return {
    options: {
      // A referenced document is included whatever its source.
      ...(isPointed ? { documents } : { ...(sources && { sources }), ...(within && { within }) }),
      ...(attached.length > 0 && { attached }),
      ...(previous.length > 0 && { previous }),
    },
    notices,
  };
}

/** Nothing answered the question before, so the next one cannot go on from it. */
function isRefused(reply: Message | undefined): boolean {
  const found = reply?.parts.find(({ type }) => type === 'answer');
  return found?.type === 'answer' && found.found.answer === null;
}
