// Streams of server-sent events: who may read them, and how many.
import { expect, it } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { Taint } from '../../core/taint.ts';
import type { HttpService } from '../capabilities.ts';
import { dispatcherFor } from '../dispatcher.test-support.ts';
import type { HttpRun } from '../http/http-run.ts';

/** Begins a stream for each request, and leaves it open until the run or the script ends it. */
function endless() {
  const runs: HttpRun[] = [];
  const http: HttpService = {
    send: (_payload, _body, run) => {
      runs.push(run);
      run.events?.begin('{"status":200,"headers":{}}', 'feed.example');
      run.events?.push(new TextEncoder().encode('data: one\n\n'));
      return new Promise((_, reject) => {
        run.signal.addEventListener('abort', () => reject(new Failure('cancelled', 'the run was stopped')));
      });
    },
  };
  return { http, runs };
}

const REQUEST = JSON.stringify({ url: 'https://feed.example/', events: true });

function setUp() {
  const { http, runs } = endless();
  const taint = new Taint();
  const { dispatcher, over } = dispatcherFor({ http, grants: { taint } });
  const read = async (payload: object) =>
    JSON.parse((await dispatcher.answer('http.events', JSON.stringify(payload))).json) as {
      events: { data: string }[];
      done: boolean;
    };
  const open = async () =>
    (JSON.parse((await dispatcher.answer('http.request', REQUEST)).json) as { stream: number }).stream;
  return { open, read, runs, taint, over };
}

it('marks the run as tainted before the script reads the first event', async () => {
  const { open, taint } = setUp();
  await open();
  expect(taint.sources).toEqual(['feed.example']);
});

it('serves only the streams of its own run', async () => {
  const { open, read } = setUp();
  const stream = await open();
  const other = setUp();
  for (const asked of [stream, 0, '1', undefined, 2 ** 40]) {
    await expect(other.read({ stream: asked })).rejects.toMatchObject({ code: 'bad_request' });
  }
  expect(await read({ stream })).toEqual({ events: [{ data: 'one' }], done: false });
});

it('reads 8 streams at once, and another one after a stop', async () => {
  const { open, read, runs } = setUp();
  for (let count = 0; count < 8; count += 1) await open();
  await expect(open()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await read({ stream: 3, stop: true })).toEqual({ events: [], done: true });
  expect(runs.map(({ signal }) => signal.aborted).indexOf(true)).toBe(2);
  await expect(read({ stream: 3 })).rejects.toMatchObject({ code: 'bad_request' });
  expect(await open()).toBe(9);
});

it('ends its requests with the run, and wakes a script that waits', async () => {
  const { open, read, runs, over } = setUp();
  const stream = await open();
  await read({ stream });
  const waiting = read({ stream });
  over.abort();
  await expect(waiting).rejects.toThrow();
  expect(runs[0]?.signal.aborted).toBe(true);
});
