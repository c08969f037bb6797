// Where texts are parsed: short ones at once, long ones in a worker that is terminated at its deadline.
import { expect, it, vi } from 'vitest';
import type { QueueWorker } from '../base/worker-queue.ts';
import { MarkdownReader, SHORT, type MarkdownAnswer, type Reading } from './reader.ts';
import { plainPieces } from './reading.ts';

type Work = (
  id: number,
  text: string,
  answer: (answer: MarkdownAnswer<string>) => void,
  fail: () => void,
) => void;

function readerWith(work: Work, deadline = 50) {
  const started = vi.fn();
  const ended = vi.fn();
  const start = (): QueueWorker => {
    started();
    const worker: QueueWorker = {
      onmessage: null,
      onerror: null,
      terminate: ended,
      postMessage: ({ id, text }: { id: number; text: string }) =>
        setTimeout(() =>
          work(
            id,
            text,
            (data) => worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data })),
            () => worker.onerror?.call(worker as Worker, new Event('error') as ErrorEvent),
          ),
        ),
    };
    return worker;
  };
  return { reader: new MarkdownReader<string>(plainPieces, start, deadline), started, ended };
}

const LONG = 'word\n'.repeat(SHORT);
const answered: Work = (id, text, answer) => answer({ id, pieces: plainPieces(text.slice(0, 100)) });

it('parses a short text immediately, without a worker', () => {
  const { reader, started } = readerWith(answered);
  expect(reader.read('a')).toEqual({ pieces: plainPieces('a') });
  expect(started).not.toHaveBeenCalled();
});

it('parses long texts one after the other in one worker', async () => {
  const { reader, started } = readerWith(answered);
  const readings = await Promise.all([reader.read(LONG), reader.read(`${LONG}!`)]);
  expect(readings.map(({ pieces }) => pieces.length)).toEqual([1, 1]);
  expect(started).toHaveBeenCalledTimes(1);
});

it('shows plain text after the deadline, and parses the next text in another worker', async () => {
  const { reader, started, ended } = readerWith((id, text, ...rest) => {
    if (text !== LONG) answered(id, text, ...rest);
  });
  const [hung, next] = await Promise.all([reader.read(LONG), reader.read(`${LONG}!`)]);
  expect(hung.problem).toBe('deadline');
  expect(hung.pieces.map(({ text }) => text).join('')).toBe(LONG);
  expect(next.problem).toBeUndefined();
  expect(started).toHaveBeenCalledTimes(2);
  expect(ended).toHaveBeenCalledTimes(1);
});

it('shows the plain text when the worker fails, or cannot be started', async () => {
  const failing = readerWith((_id, _text, _answer, fail) => fail());
  expect((await failing.reader.read(LONG)).problem).toBe('failed');
  const refused = new MarkdownReader<string>(plainPieces, () => {
    throw new Error('forbidden');
  });
  expect((await refused.read(LONG)).problem).toBe('failed');
});

it('ignores an answer to another request', async () => {
  const { reader } = readerWith((id, text, answer) => {
    answer({ id: id + 1, pieces: [] });
    answered(id, text, answer, () => undefined);
  });
  expect((await reader.read(LONG)).pieces).toHaveLength(1);
});

it('drops an aborted request', async () => {
  const { reader, ended } = readerWith((id, text, ...rest) => {
    if (text !== LONG) answered(id, text, ...rest);
  });
  const leaving = new AbortController();
  const gone = reader.read(LONG, leaving.signal) as Promise<Reading<string>>;
  const next = reader.read(`${LONG}!`);
  leaving.abort();
  expect((await gone).pieces).toEqual([]);
  expect((await next).pieces).toHaveLength(1);
  expect(ended).toHaveBeenCalled();
});
