// Endpoints with right and wrong answers, on a server in this process.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { answerText } from '../answer-text.ts';
import { addressOf, EndpointEmbedder } from './endpoint-embedder.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const KEY = 'sk-very-secret-0123456789';

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const at = (url: string, key?: string): EndpointEmbedder =>
  new EndpointEmbedder({ url, model: 'small', key, fetch });

async function bodyOf(request: AsyncIterable<Uint8Array>): Promise<{ model: string; input: string[] }> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString()) as { model: string; input: string[] };
}

describe('an embedding endpoint', () => {
  it('is asked for 64 texts at a time, with the key, and returns vectors of length 1 in order', async () => {
    const sizes: number[] = [];
    const keys: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      void bodyOf(request).then(({ input }) => {
        sizes.push(input.length);
        keys.push(request.headers.authorization);
        const data = input.map((text, index) => ({ index, embedding: [Number(text), 1] })).reverse();
        response.end(JSON.stringify({ data }));
      });
    });
    const embedder = at(url, KEY);
    expect(embedder.dimensions).toBe(0);
    const vectors = await embedder.embed(Array.from({ length: 70 }, (_, i) => String(i)));
    expect(sizes).toEqual([64, 6]);
    expect(keys[0]).toBe(`Bearer ${KEY}`);
    expect(embedder.dimensions).toBe(2);
    expect(vectors).toHaveLength(70);
    expect(vectors.map((vector) => Math.round(vector[0]! / vector[1]!))).toEqual(
      Array.from({ length: 70 }, (_, i) => i),
    );
    expect(Math.hypot(...vectors[69]!)).toBeCloseTo(1);
  });

  it.each([
    ['no page', '<html>Please sign in</html>'],
    ['no list', 'null'],
    ['too few', '{"data":[{"embedding":[1,2]}]}'],
    ['of several lengths', '{"data":[{"embedding":[1,2]},{"embedding":[1]}]}'],
    ['not numbers', '{"data":[{"embedding":[1,"2"]},{"embedding":[1,null]}]}'],
    ['too large for their kind of number', '{"data":[{"embedding":[1,1e39]},{"embedding":[1,2]}]}'],
    ['two for one text', '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}'],
    ['for a text that nobody sent', '{"data":[{"index":0,"embedding":[1]},{"index":9,"embedding":[1]}]}'],
    ['without numbers', '{"data":[{"embedding":[]},{"embedding":[]}]}'],
    [
      'a million numbers long',
      `{"data":[${[0, 1].map(() => `{"embedding":[${'0,'.repeat(999_999)}1]}`).join()}]}`,
    ],
  ])('is rejected when its vectors are %s', async (_, answer) => {
    const url = await serve((_request, response) => void response.end(answer));
    const refusal: unknown = await at(url, KEY)
      .embed(['a', 'b'])
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('not return a list of embeddings') as string,
    });
  });

  it('is cut off when its answer never ends', async () => {
    const url = await serve((_request, response) => {
      const more = (): void => {
        while (response.writable && response.write(Buffer.alloc(64 * 1024, 32)));
        response.once('drain', more);
      };
      more();
    });
    await expect(answerText(await fetch(url), 'the server', 1024 * 1024)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('more than 1 MB') as string,
    });
  });

  it.each([
    [401, 'denied', /refused the key \(401\)/],
    [403, 'denied', /may not be allowed to use “small”/],
    [404, 'not_found', /no embeddings at .*most end in \/v1/],
    [429, 'rate_limited', /is refusing requests for now/],
    [500, 'unavailable', /The problem is on its side/],
    [400, 'bad_request', /did not accept the request/],
  ])('gets status %i explained in a sentence, without the key', async (status, code, message) => {
    const url = await serve((_, response) => {
      response.writeHead(status, { 'retry-after': '7' });
      response.end(JSON.stringify({ error: { message: `wrong: ${KEY}` } }));
    });
    const failure = await at(url, KEY)
      .embed(['a'])
      .catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(JSON.stringify(failure) + (failure as Error).message).not.toContain(KEY);
    if (status === 429) expect(failure).toMatchObject({ details: { retry_after: 7 } });
  });

  it('is reported with the name of a missing model', async () => {
    const url = await serve((_, response) => {
      response.writeHead(404);
      response.end(JSON.stringify({ error: { message: 'model not found' } }));
    });
    await expect(at(url).embed(['a'])).rejects.toMatchObject({
      message: expect.stringMatching(/has no model “small”/),
    });
  });

  it.each([
    '<html></html>',
    '{}',
    '{"data":[]}',
    '{"data":[{"embedding":[]}]}',
    '{"data":[{"embedding":[1,null]}]}',
    '{"data":[{"index":5,"embedding":[1]}]}',
  ])('is rejected when it returns not return a list of embeddings: %s', async (answer) => {
    const url = await serve((_, response) => response.end(answer));
    await expect(at(url).embed(['a'])).rejects.toMatchObject({
      message: expect.stringMatching(/not return a list of embeddings/),
    });
  });

  it('is rejected when its vectors have a different number of dimensions', async () => {
    let length = 2;
    const url = await serve((_, response) =>
      response.end(JSON.stringify({ data: [{ embedding: Array.from({ length: length++ }, () => 1) }] })),
    );
    const embedder = at(url);
    await embedder.embed(['a']);
    await expect(embedder.embed(['b'])).rejects.toMatchObject({ code: 'bad_request' });
  });

  it('is reported when unreachable, and stops when told to', async () => {
    await expect(at('http://127.0.0.1:9/v1').embed(['a'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/Nothing answers at 127\.0\.0\.1:9/),
    });
    const url = await serve(() => undefined);
    const stop = new AbortController();
    const waiting = at(url).embed(['a'], { signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toHaveProperty('name', 'AbortError');
    server?.closeAllConnections();
  });

  it('is given as a base URL or the full address of the request', () => {
    expect(addressOf('http://localhost:11434/v1/')).toBe('http://localhost:11434/v1/embeddings');
    expect(addressOf('https://x.org/v1/embeddings')).toBe('https://x.org/v1/embeddings');
    expect(() => addressOf('ftp://x.org')).toThrow(/not a web address/);
  });
});
