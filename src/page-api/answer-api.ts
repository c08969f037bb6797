// `knowledge.answer` of the page API: answers one question without a model, in a stable shape.
import type { AnswerBlock, AnswerKind, AnswerPart, LibraryAnswer } from '../core/answer.ts';
import type { SearchHit } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { sourcesOf } from './given-options.ts';
import { collectionId } from './collection-api.ts';
import type { PageApp } from './page-app.ts';

export interface AnswerRequest {
  /** Maximum number of passages, 1 to 100. Default 3. */
  limit?: number;
  /** Only documents of this source, or of any of these. */
  source?: string | readonly string[];
  /** Only documents of this collection: by id or name. */
  collection?: string;
  signal?: AbortSignal;
}

/**
 * The complete block that answers: `markdown` is `body.slice(start, end)` with the head of a table and the fences of
 * code.
 */
export type PageAnswerBlock = Pick<
  AnswerBlock,
  'text' | 'markdown' | 'document' | 'heading' | 'page' | 'start' | 'end'
>;

export interface PageAnswer {
  kind: AnswerKind;
  /** Null when nothing answers, or when a tool or a greeting does. */
  answer: PageAnswerBlock | null;
  /** 0 to 1, absolute. */
  confidence: number;
  /** Other relevant places; without an answer, the closest matches. */
  passages: SearchHit[];
  /** The tool that answered, or, without a `result`, one that a person has to start. */
  tool?: LibraryAnswer['tool'];
  /** Parts of a compound question. */
  parts?: { question: string; kind: AnswerKind; answer: PageAnswerBlock | null; confidence: number }[];
}

const MOST = 100;

/** @throws Failure `bad_request` @param question any value from a script */
export async function answerForPage(
  app: { agent: Pick<PageApp['agent'], 'answerOnce'> } & Pick<PageApp, 'collections'>,
  question: unknown,
  { limit, source, collection, signal }: AnswerRequest,
): Promise<PageAnswer> {
  if (typeof question !== 'string') throw new Failure('bad_request', 'question must be a string');
  if (question.trim() === '') throw new Failure('bad_request', 'question is empty; enter what to look for');
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= MOST))
    throw new Failure('bad_request', `limit must be a whole number from 1 to ${MOST}`);
  const sources = sourcesOf(source);
  const within = collection === undefined ? undefined : [[await collectionId(app, collection)]];
  const options = {
    ...(limit !== undefined && { limit }),
    ...sources,
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
