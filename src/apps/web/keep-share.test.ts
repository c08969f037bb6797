// Content that any site can post: stored within limits, and discarded beyond them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHARE_TOO_LARGE, SHARE_TOO_MANY } from '../../core/shared.ts';
import { keepShare } from './keep-share.ts';

const LIMITS = { bytes: 1000, waiting: 3 };

function cacheWith(count: number) {
  const kept = new Map<string, Response>();
  for (let i = 0; i < count; i++) kept.set(`share/${String(i)}`, new Response(''));
  return {
    kept,
    keys: async () => [...kept.keys()].map((path) => new Request(`https://app.example/${path}`)),
    put: async (path: RequestInfo | URL, response: Response) => void kept.set(String(path), response),
  };
}

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', body, headers, duplex: 'half' };
  return new Request('https://app.example/share', init as RequestInit);
}

/** A body without a declared size; `read` counts the bytes pulled from it. */
function endless(read: { bytes: number }): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => {
      read.bytes += 100;
      controller.enqueue(new Uint8Array(100));
    },
  });
}

it('stores content within the limits unchanged', async () => {
  const cache = cacheWith(2);
  expect(await keepShare(post('x'.repeat(1000), { 'content-type': 'text/x' }), cache, 'id', LIMITS)).toBe(
    'id',
  );
  const kept = cache.kept.get('share/id')!;
  expect(kept.headers.get('content-type')).toBe('text/x');
  expect(await kept.text()).toHaveLength(1000);
});

describe('discards content', () => {
  it('that is too large, without reading past the limit', async () => {
    const cache = cacheWith(0);
    const read = { bytes: 0 };
    expect(await keepShare(post(endless(read)), cache, 'id', LIMITS)).toBe(SHARE_TOO_LARGE);
    expect(await keepShare(post('x'.repeat(1001)), cache, 'id', LIMITS)).toBe(SHARE_TOO_LARGE);
    expect(cache.kept.size).toBe(0);
    expect(read.bytes).toBeLessThan(3000);
  });

  it('while the maximum number is waiting', async () => {
    const cache = cacheWith(3);
    expect(await keepShare(post('x'), cache, 'id', LIMITS)).toBe(SHARE_TOO_MANY);
    expect(cache.kept.size).toBe(3);
  });

  it('over the limit for parallel requests, in whatever order their bodies arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { maxLength: 12 }), fc.nat(3), async (delays, already) => {
        const cache = cacheWith(already);
        const kept = await Promise.all(
          delays.map((delay, at) => keepShare(post(slow(delay)), cache, `new-${String(at)}`, LIMITS)),
        );
        const stored = kept.filter((each) => each !== SHARE_TOO_MANY);
        expect(stored).toHaveLength(Math.min(delays.length, LIMITS.waiting - already));
        expect(cache.kept.size).toBe(already + stored.length);
      }),
      { numRuns: 30 },
    );
  });
});

/** A body that arrives after this many turns. */
function slow(turns: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve));
      controller.enqueue(new Uint8Array(10));
      controller.close();
    },
  });
}
