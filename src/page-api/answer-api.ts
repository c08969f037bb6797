// `knowledge.answer` of the page API: one question answered without a model, in a shape that is promised.
import type { AnswerBlock, AnswerKind, AnswerPart, LibraryAnswer } from '../core/answer.ts';
import type { SearchHit } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { collectionId } from './collection-api.ts';
import type { PageApp } from './page-app.ts';

export interface AnswerRequest {
  /** Passages at most, 1 to 100. Default 3. */
  limit?: number;
  /** Only documents of this source. */
  source?: string;
  /** Only documents of this collection: its id or its name. */
  collection?: string;
  signal?: AbortSignal;
}

/** The block that answers, complete: `markdown` is `body.slice(start, end)` with the head of a table and the fences of code. */
export type PageAnswerBlock = Pick<
  AnswerBlock,
  'text' | 'markdown' | 'document' | 'heading' | 'page' | 'start' | 'end'
>;

export interface PageAnswer {
  kind: AnswerKind;
  /** Null when nothing answers, and when a tool or a greeting does. */
  answer: PageAnswerBlock | null;
  /** 0 to 1, absolute. */
  confidence: number;
  /** Other places worth a look; without an answer what comes nearest. */
  passages: SearchHit[];
  /** The tool that answered, or that a person has to start: then it has no `result`. */
  tool?: LibraryAnswer['tool'];
  /** Of a question that asks several things: each by itself. */
  parts?: { question: string; kind: AnswerKind; answer: PageAnswerBlock | null; confidence: number }[];
}

const MOST = 100;

/** @throws Failure `bad_request` @param question anything a script can give */
export async function answerForPage(
  app: { agent: Pick<PageApp['agent'], 'answerOnce'> } & Pick<PageApp, 'collections'>,
  question: unknown,
  { limit, source, collection, signal }: AnswerRequest,
): Promise<PageAnswer> {
  if (typeof question !== 'string') throw new Failure('bad_request', 'question must be a string');
  if (question.trim() === '') throw new Failure('bad_request', 'question is empty; say what to look for');
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= MOST))
    throw new Failure('bad_request', `limit must be a whole number from 1 to ${MOST}`);
  if (source !== undefined && typeof source !== 'string')
    throw new Failure('bad_request', 'source must be the name of a source');
  const within = collection === undefined ? undefined : [[await collectionId(app, collection)]];
  const options = {
    ...(limit !== undefined && { limit }),
    ...(source !== undefined && { source }),
    ...(within && { within }),
  };
  const stop = signal ?? new AbortController().signal;
  stop.throwIfAborted();
  const { found } = await app.agent.answerOnce(question, options, { kind: 'page' }, stop);
  return structuredClone(shaped(found));
}

function shaped({ kind, answer, confidence, passages, near, tool, parts }: LibraryAnswer): PageAnswer {
  return {
    kind,
    answer: answer && blockOf(answer),
    confidence,
    passages: answer ? passages : (near?.passages ?? passages),
    ...(tool && { tool }),
    ...(parts && { parts: parts.map(partOf) }),
  };
}

function partOf({ question, kind, answer, confidence }: AnswerPart) {
  return { question, kind, answer: answer && blockOf(answer), confidence };
}

function blockOf({ text, markdown, document, heading, page, start, end }: AnswerBlock): PageAnswerBlock {
  const { id, title, source } = document;
  return {
    text,
    markdown,
    document: { id, title, source },
    heading,
    ...(page !== undefined && { page }),
    start,
    end,
  };
}
