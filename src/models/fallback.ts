// Combines several models into one: when one fails before its first word, the next is asked instead.
//
// - A model that has begun to answer is never replaced, or its text would come twice.
// - The model that answers continues to the end of the answer, so that its own items (`raw`) return only to it.
// - If the first one can't even be connected, for example because secrets are locked, that error is reported
//   unchanged. A later one that can't be connected counts as failed.
import { Failure } from '../core/errors.ts';
import type { Model, ModelEvent, ModelRequest } from './model.ts';

export interface Candidate {
  /** Display name. */
  name: string;
  connect(): Promise<Model>;
}

/** @param candidates at least one, in the order in which they are tried */
export async function firstThatAnswers(candidates: readonly Candidate[]): Promise<Model> {
  const first = await (candidates[0] as Candidate).connect();
  if (candidates.length === 1) return first;
  const answering = { at: 0, model: first };
  return {
    get id() {
      return answering.model.id;
    },
    get contextWindow() {
      return answering.model.contextWindow;
    },
    stream: (request, signal) => stream(candidates, answering, request, signal),
  };
}

async function* stream(
  candidates: readonly Candidate[],
  answering: { at: number; model: Model },
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  const failures: Failure[] = [];
  for (;;) {
    const { at, model } = answering;
    let begun = false;
    try {
      for await (const event of model.stream(withNotesOf(at, request), signal)) {
        begun ||= event.type !== 'waiting' && event.type !== 'downloading';
        yield event.type === 'raw' ? { ...event, items: [{ by: at, items: event.items }] } : event;
      }
      return;
    } catch (error) {
      if (begun || !(error instanceof Failure)) throw error;
      failures.push(error);
      const next = await connectedFrom(candidates, at + 1, failures, signal);
      if (!next) throw allFailed(failures);
      Object.assign(answering, next);
      yield {
        type: 'switched',
        from: nameOf(candidates, at),
        to: nameOf(candidates, next.at),
        why: whyOf(error),
      };
    }
  }
}

/**
 * Returns the first candidate from an index on that can be connected; the errors of the others are added to
 * `failures`.
 */
async function connectedFrom(
  candidates: readonly Candidate[],
  from: number,
  failures: Failure[],
  signal: AbortSignal,
): Promise<{ at: number; model: Model } | undefined> {
  for (const [index, candidate] of candidates.slice(from).entries()) {
    try {
      const model = await candidate.connect();
      signal.throwIfAborted();
      return { at: from + index, model };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      failures.push(error);
    }
  }
  return undefined;
}

/** Returns the request with only the raw items that this model produced itself. */
function withNotesOf(at: number, request: ModelRequest): ModelRequest {
  const messages = request.messages.map((message) => {
    if (message.role !== 'assistant' || !message.raw) return message;
    const { raw, ...rest } = message;
    const own = (raw as { by: number; items: unknown[] }[]).filter(({ by }) => by === at);
    return own.length === 0 ? rest : { ...rest, raw: own.flatMap(({ items }) => items) };
  });
  return { ...request, messages };
}

function nameOf(candidates: readonly Candidate[], at: number): string {
  return candidates[at]?.name ?? 'The model';
}

/** Returns the first sentence, for use inside another one. */
function whyOf({ message }: Failure): string {
  return message.replace(/(?<=\.)\s.*$/s, '').replace(/\.$/, '');
}

function allFailed(failures: readonly Failure[]): Failure {
  const [first, ...others] = failures as [Failure, ...Failure[]];
  if (others.length === 0) return first;
  const more = others.length === 1 ? 'The next model failed too' : `${others.length} more models failed too`;
  return new Failure(first.code, `${first.message} ${more}: ${others.map(whyOf).join('; ')}.`, first.details);
}
