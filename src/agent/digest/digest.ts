// Digests of whole documents: a model reads them part by part, merges its notes until they fit, and writes one text.
//
// - Progress is reported before each request; a stop ends it immediately.
// - The text cites pieces of the documents by number, like every answer.
// - Parts are given as data, without tools, so nothing in them can call anything.
import { contextWindowOf } from '../../core/context-window.ts';
import type { AgentEvent, Usage } from '../../core/conversation.ts';
import { digestCost, digestSize, MOST_REQUESTS, type DigestKind } from '../../core/digest.ts';
import type { DocumentView } from '../../core/document.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import { tokensOf } from '../../core/tokens.ts';
import { addedUsage, askModel } from '../ask-model.ts';
import { CitationBook } from '../citations.ts';
import { fenceToken } from '../fence.ts';
import type { Model } from '../../models/model.ts';
import { groupsOf, partsOf, piecesOf } from './parts.ts';
import { answerPrompt, mergePrompt, notesPrompt } from './prompts.ts';

/** Approximate words per token. */
const WORDS = 0.7;
/** Notes may be longer than requested. Reading them stops at this many characters per token. */
const LONGEST_NOTES = 8;

export interface DigestRequest {
  kind: DigestKind;
  documents: readonly DocumentView[];
  model: Model;
  signal: AbortSignal;
}

/** Yields the parts of an answer, `end` last. The caller yields `start`. */
export async function* digest({
  kind,
  documents,
  model,
  signal,
}: DigestRequest): AsyncGenerator<AgentEvent, void> {
  let usage: Usage | undefined;
  const ended = (reason: 'answered' | 'stopped' | 'failed'): AgentEvent => ({
    ...{ type: 'end', reason },
    ...(usage && { usage }),
  });
  try {
    const { part, notes } = digestSize(contextWindowOf(model));
    const pieces = piecesOf(documents);
    if (pieces.length === 0) throw new Failure('bad_request', 'These documents contain no text.');
    const book = new CitationBook();
    for (const piece of pieces) book.number(piece);
    const texts = partsOf(pieces, part, fenceToken());
    const { requests } = digestCost(
      texts.reduce((sum, text) => sum + tokensOf(text), 0),
      contextWindowOf(model),
    );
    if (requests > MOST_REQUESTS) throw tooLong(requests);
    const words = Math.floor(notes * WORDS);
    let done = 0;
    const read = async function* (system: string, given: readonly string[], what: string) {
      const written: string[] = [];
      for (const [at, text] of given.entries()) {
        yield progress(`${what} ${at + 1} of ${given.length}`, done++, requests);
        const said = await twice(
          () => askModel(model, { system, text, longest: notes * LONGEST_NOTES }, signal),
          signal,
        );
        if (said.usage) usage = addedUsage(usage, said.usage);
        written.push(said.text);
      }
      return written;
    };
    let left: readonly string[] = texts;
    const isWhole = texts.length === 1;
    if (!isWhole) {
      left = yield* read(notesPrompt(kind, words), texts, 'Reading part');
      for (let groups = groupsOf(left, part); groups.length > 1; groups = groupsOf(left, part)) {
        // Merging would never end if the notes did not become fewer.
        if (groups.length >= left.length) break;
        left = yield* read(mergePrompt(kind, words), groups, 'Merging notes');
      }
    }
    yield progress('Writing', done, requests);
    let answer = '';
    for await (const event of model.stream(finalRequest(kind, isWhole, left.join('\n\n')), signal)) {
      signal.throwIfAborted();
      if (event.type === 'text') {
        answer += event.delta;
        yield { type: 'text', delta: event.delta };
      } else if (event.type === 'usage') usage = addedUsage(usage, event);
      else if (event.type === 'finish' && event.reason === 'length') yield CUT_OFF;
    }
    signal.throwIfAborted();
    if (answer.trim() === '') throw new Failure('unavailable', 'The model gave an empty answer. Try again.');
    const citations = book.cited(answer);
    if (citations.length > 0) yield { type: 'citations', citations };
    yield ended('answered');
  } catch (error) {
    if (signal.aborted) return yield ended('stopped');
    yield { type: 'error', error: toErrorData(error, 'unavailable') };
    yield ended('failed');
  }
}

const CUT_OFF: AgentEvent = {
  type: 'notice',
  code: 'cut_off',
  text: 'The answer was cut off: it reached the model’s length limit.',
};

function finalRequest(kind: DigestKind, isWhole: boolean, text: string) {
  return {
    system: answerPrompt(kind, isWhole),
    messages: [{ role: 'user' as const, text }],
    tools: [],
    toolChoice: 'none' as const,
  };
}

function progress(text: string, done: number, requests: number): AgentEvent {
  const percent = Math.min(99, Math.floor((done / requests) * 100));
  return { type: 'notice', code: 'reading', text: `${text}, ${percent} % done.`, percent, passing: true };
}

/** One failed request does not fail a long reading. */
async function twice<Result>(ask: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (signal.aborted) throw error;
    return ask();
  }
}

function tooLong(requests: number): Failure {
  return new Failure(
    'too_large',
    `This would take ${requests} requests to the model, and ${MOST_REQUESTS} is the limit. Choose fewer documents, or a model with a larger context window.`,
  );
}
