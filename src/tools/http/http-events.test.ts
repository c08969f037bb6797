// HTTP tools whose answers are server-sent events, against a server that sends them piece by piece.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { compileHttp } from './compile-http.ts';
import { readHttpSpec } from './http-spec.ts';
import { HttpTrial } from './http-trial.test-support.ts';

const trial = new HttpTrial();
let server: Server;
let origin = '';
let send: (response: ServerResponse) => Promise<void> | void;
const closed: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    response.on('close', () => closed.push(request.url ?? ''));
    response.setHeader('content-type', 'text/event-stream; charset=utf-8');
    void send(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

const tool = (response: Json, more: Record<string, Json> = {}): Json => ({
  name: 'ask',
  request: { url: `${origin}/ask`, method: 'POST', body: { stream: true } },
  response,
  ...more,
});

async function delta(response: ServerResponse): Promise<void> {
  response.write('data: {"choices":[{"delta":{"content":"Grü');
  await pause(20);
  response.write('ezi"}}]}\r\n\r\n: still here\n\ndata: {"choices":[{"delta":{}}]}\n\n');
  await pause(120);
  response.end('data: {"choices":[{"delta":{"content":" Bern"}}]}\n\ndata: [DONE]\n\n');
}

describe('an answer of events', () => {
  it('is joined to one text, and shown while it comes', async () => {
    send = delta;
    const shown: string[] = [];
    const { result, message } = await trial.run(tool({ mode: 'text', pick: 'choices[0].delta.content' }), {
      onEmit: (text) => shown.push(text),
    });
    expect(message).toBeUndefined();
    expect(result).toBe('Grüezi Bern');
    expect(shown).toEqual(['Grüezi', ' Bern']);
  });

  it('is a list of events otherwise, with their kinds and data', async () => {
    send = (response) =>
      void response.end('event: start\nid: 7\ndata: {"a":null}\n\ndata: one\ndata: two\n\ndata: last');
    const { result } = await trial.run(tool({}));
    expect(result).toEqual([
      { event: 'start', id: '7', data: { a: null } },
      { data: 'one\ntwo' },
      { data: 'last' },
    ]);
  });

  it('is a list of the picked parts', async () => {
    send = delta;
    const { result } = await trial.run(tool({ mode: 'events', pick: 'choices[0].delta.content' }));
    expect(result).toEqual(['Grüezi', ' Bern']);
  });

  it('larger than 10 MiB fails, as any other answer', async () => {
    send = (response) => {
      const event = `data: ${'x'.repeat(1024 * 1024)}\n\n`;
      for (let count = 0; count < 12; count += 1) response.write(event);
    };
    const { code, message } = await trial.run(tool({ mode: 'events', pick: 'none' }));
    expect([code, message]).toEqual(['too_large', expect.stringContaining('larger than 10 MiB')]);
  });

  it('that takes too long fails after its events were shown', async () => {
    send = (response) => void response.write('data: first\n\n');
    const shown: string[] = [];
    const { code } = await trial.run(tool({ mode: 'text' }, { timeout: 0.3 }), {
      onEmit: (text) => shown.push(text),
    });
    expect([code, shown]).toEqual(['timeout', ['first']]);
  });

  it('that breaks off is not asked for again', async () => {
    let times = 0;
    send = async (response) => {
      times += 1;
      response.write('data: first\n\n');
      await pause(30);
      response.destroy();
    };
    const { code, message } = await trial.run({
      name: 'ask',
      request: { url: `${origin}/ask`, headers: { Accept: 'text/event-stream' } },
      retries: { count: 2 },
    });
    expect([code, times]).toEqual(['unavailable', 1]);
    expect(message).toContain('broke off in the middle of its answer');
  });

  it('counts few host calls, however many events come', async () => {
    send = (response) => {
      for (let count = 0; count < 5000; count += 1) response.write(`data: ${count}\n\n`);
      response.end();
    };
    const { result, records } = await trial.run(tool({ mode: 'events' }));
    expect((result as Json[]).length).toBe(5000);
    expect(records.length).toBeLessThan(50);
  });
});

describe('a script', () => {
  it('stops a stream by returning false', async () => {
    closed.length = 0;
    send = async (response) => {
      for (let count = 0; count < 200 && !response.destroyed; count += 1) {
        response.write(`data: ${count}\n\n`);
        await pause(10);
      }
    };
    const source = `tool = {} function tool.execute(params, context)
      local seen = {}
      local answer = http.get("${origin}/stop", { on_event = function(event)
        seen[#seen + 1] = event.data
        return #seen < 3
      end })
      return { seen = seen, body = answer.body, streamed = answer.streamed }
    end`;
    const { result } = await trial.script(source, { hosts: [new URL(origin).host] });
    expect(result).toEqual({ seen: ['0', '1', '2'], body: '', streamed: true });
    await expect.poll(() => closed).toEqual(['/stop']);
  });

  it('gets an answer that is no stream as usual', async () => {
    send = (response) => void response.setHeader('content-type', 'application/json').end('{"a":1}');
    const source = `tool = {} function tool.execute() 
      local answer = http.get("${origin}/x", { on_event = function() error("no event came") end })
      return { answer.json.a, answer.streamed == nil }
    end`;
    const { result } = await trial.script(source, { hosts: [new URL(origin).host] });
    expect(result).toEqual([1, true]);
  });
});

it('compiles to no event code for a request that asks for no stream', () => {
  const spec = readHttpSpec(JSON.stringify({ name: 'x', request: { url: 'https://a.com/' } }));
  expect(compileHttp(spec)).not.toContain('event');
});

it('picks from text only where the answer is a stream', () => {
  const spec = { name: 'x', request: { url: 'https://a.com/' }, response: { mode: 'text', pick: 'a' } };
  expect(() => readHttpSpec(JSON.stringify(spec))).toThrow('fields can be picked only from JSON');
});
