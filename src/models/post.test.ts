// Retries of a request: when they happen, how long they wait, and that nothing is sent after an abort.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { toEndpoint } from './endpoint.ts';
import { post } from './post.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = [status: number, headers?: Record<string, string>, body?: string];

async function serve(...answers: Answer[]) {
  const asked: number[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [status, headers = {}, body = ''] = answers[Math.min(asked.length, answers.length - 1)]!;
      asked.push(status);
      response.writeHead(status, headers).end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (signal = new AbortController().signal, onPause?: (milliseconds: number) => void) =>
    post(toEndpoint({ baseUrl, model: 'm' }, undefined), '/chat/completions', {}, signal, onPause);
  return { asked, send };
}

describe('a request to an endpoint', () => {
  it('is repeated after the pause that the server asks for', async () => {
    const { asked, send } = await serve(
      [429, { 'retry-after-ms': '5' }],
      [503, { 'retry-after': '0' }],
      [200],
    );
    expect((await send()).status).toBe(200);
    expect(asked).toEqual([429, 503, 200]);
  });

  it('is not repeated after a long pause, or when the response would be the same', async () => {
    const late = await serve([429, { 'retry-after': '3600' }, '{"error":{"message":"tomorrow"}}']);
    await expect(late.send()).rejects.toMatchObject({ status: 429, error: { message: 'tomorrow' } });
    const wrong = await serve([400, {}, 'what?']);
    await expect(wrong.send()).rejects.toMatchObject({ status: 400, error: 'what?' });
    expect([...late.asked, ...wrong.asked]).toEqual([429, 400]);
  });

  it('tells of a noticeable pause that the server wants', async () => {
    const pauses: number[] = [];
    const short = await serve([503, { 'retry-after-ms': '5' }], [200]);
    await short.send(undefined, (time) => pauses.push(time));
    const { send } = await serve([429, { 'retry-after': '8' }]);
    const abort = new AbortController();
    await send(abort.signal, (time) => {
      pauses.push(time);
      abort.abort();
    }).catch(() => undefined);
    expect(pauses).toEqual([8000]);
  });

  it('is aborted immediately, even while it waits', async () => {
    const { asked, send } = await serve([429, { 'retry-after': '50' }]);
    const abort = new AbortController();
    const sending = send(abort.signal);
    await expect.poll(() => asked).toEqual([429]);
    abort.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toEqual([429]);
  });
});
