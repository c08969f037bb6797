// The adapters and the connection test against misbehaving servers: the error for the user, and no hanging.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import type { WireApi } from '../core/settings.ts';
import { connectModel, listModels, testConnection, type ConnectOptions } from './connect.ts';
import type { ModelEvent, ModelRequest } from './model.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server and resolves to its base URL, without `/v1`. */
async function serve(handler: Handler): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => handler(request, response, body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const REQUEST: ModelRequest = {
  system: 'Be good.',
  messages: [{ role: 'user', text: 'hi' }],
  tools: [{ name: 'now', description: 'The time', parameters: { type: 'object' } }],
  toolChoice: 'auto',
};

async function stream(
  baseUrl: string,
  {
    api = 'chat',
    request = REQUEST,
    signal,
    ...options
  }: ConnectOptions & {
    api?: WireApi;
    request?: ModelRequest;
    signal?: AbortSignal;
  } = {},
): Promise<{ events: ModelEvent[]; failure?: Failure; error?: unknown }> {
  const model = await connectModel({ baseUrl, model: 'm', api }, 'sk-secret', options);
  const events: ModelEvent[] = [];
  try {
    for await (const event of model.stream(request, signal ?? new AbortController().signal))
      events.push(event);
    return { events };
  } catch (error) {
    return error instanceof Failure ? { events, failure: error } : { events, error };
  }
}

function sse(response: ServerResponse, ...data: unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const item of data)
    response.write(`data: ${typeof item === 'string' ? item : JSON.stringify(item)}\n\n`);
}

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});

describe('a request over Chat Completions', () => {
  it('sends the documented shape, and no headers that preflights refuse', async () => {
    let sent: { url?: string; headers?: IncomingMessage['headers']; body?: unknown } = {};
    const url = await serve((request, response, body) => {
      sent = { url: request.url ?? '', headers: request.headers, body: JSON.parse(body) };
      sse(response, chunk({ content: 'ok' }), chunk({}, 'stop'), '[DONE]');
      response.end();
    });
    const { events } = await stream(`${url}/v1`, {
      request: {
        ...REQUEST,
        messages: [
          { role: 'user', text: 'hi' },
          { role: 'assistant', text: '', calls: [{ id: 'a', name: 'now', arguments: '{}' }] },
          { role: 'tool', call: 'a', name: 'now', output: '{"result":1}' },
        ],
      },
    });
    expect(events).toEqual([
      { type: 'text', delta: 'ok' },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(sent.url).toBe('/v1/chat/completions');
    expect(Object.keys(sent.headers ?? {}).filter((name) => /stainless|openai/.test(name))).toEqual([]);
    expect(sent.headers).toMatchObject({ authorization: 'Bearer sk-secret' });
    expect(sent.body).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be good.' },
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'now', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: '{"result":1}' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'now', description: 'The time', parameters: { type: 'object', properties: {} } },
        },
      ],
      tool_choice: 'auto',
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('sends no key if there is none', async () => {
    let authorization: string | undefined = 'unset';
    const url = await serve((request, response) => {
      authorization = request.headers.authorization;
      sse(response, chunk({ content: 'ok' }, 'stop'));
      response.end();
    });
    const model = await connectModel({ baseUrl: url, model: 'm', api: 'chat' }, undefined);
    for await (const event of model.stream(REQUEST, new AbortController().signal)) void event;
    expect(authorization).toBeUndefined();
  });

  it('accepts parallel calls that all come at index 0 with finish_reason stop', async () => {
    const call = (id: string, name: string) =>
      chunk({ tool_calls: [{ index: 0, id, function: { name, arguments: '{}' } }] });
    const url = await serve((_request, response) => {
      sse(response, call('a', 'now'), call('b', 'here'), chunk({}, 'stop'), '[DONE]');
      response.end();
    });
    const { events } = await stream(url);
    expect(events.flatMap((event) => (event.type === 'call_finished' ? [event.call] : []))).toEqual([
      { id: 'a', name: 'now', arguments: '{}' },
      { id: 'b', name: 'here', arguments: '{}' },
    ]);
  });

  it('accepts a server that answers in one piece', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 3, completion_tokens: 1 },
        }),
      );
    });
    expect((await stream(url)).events).toEqual([
      { type: 'text', delta: 'whole' },
      { type: 'usage', input: 3, output: 1 },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('accepts [DONE] as the end when no reason is given, and nothing else', async () => {
    let done = true;
    const url = await serve((_request, response) => {
      sse(response, chunk({ content: 'text' }), ...(done ? ['[DONE]'] : []));
      response.end();
    });
    expect((await stream(url)).events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    done = false;
    expect((await stream(url)).events).toEqual([{ type: 'text', delta: 'text' }]);
  });

  it('reports an error in the middle of the stream', async () => {
    const url = await serve((_request, response) => {
      sse(response, chunk({ content: 'Hel' }), { error: { code: 429, message: 'upstream is busy' } });
      response.end();
    });
    const { events, failure } = await stream(url);
    expect(events).toEqual([{ type: 'text', delta: 'Hel' }]);
    expect(failure).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('upstream is busy'),
    });
  });
});

describe('a request over Responses', () => {
  const done = (item: object, index = 0) => ({
    type: 'response.output_item.done',
    output_index: index,
    item,
  });
  const completed = {
    type: 'response.completed',
    response: { output: [], usage: { input_tokens: 4, output_tokens: 2 } },
  };
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'xyz' };

  it('is stateless, and sends encrypted reasoning back within the answer', async () => {
    const bodies: { input: unknown; [key: string]: unknown }[] = [];
    const url = await serve((request, response, body) => {
      expect(request.url).toBe('/v1/responses');
      bodies.push(JSON.parse(body) as { input: unknown });
      sse(
        response,
        done(reasoning),
        { type: 'response.output_item.added', output_index: 1, item: { type: 'function_call', name: 'now' } },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{}' },
        done({ type: 'function_call', id: 'fc_1', call_id: 'call_9', name: 'now', arguments: '{}' }, 1),
        completed,
      );
      response.end();
    });
    const { events } = await stream(`${url}/v1`, { api: 'responses' });
    expect(events).toEqual([
      { type: 'call_started', key: '1', name: 'now' },
      { type: 'call_delta', key: '1', delta: '{}' },
      { type: 'call_finished', key: '1', call: { id: 'call_9', name: 'now', arguments: '{}' } },
      { type: 'usage', input: 4, output: 2 },
      {
        type: 'raw',
        items: [reasoning, { type: 'function_call', call_id: 'call_9', name: 'now', arguments: '{}' }],
      },
      { type: 'finish', reason: 'stop' },
    ]);
    expect(bodies[0]).toEqual({
      model: 'm',
      instructions: 'Be good.',
      input: [{ role: 'user', content: 'hi' }],
      tools: [
        {
          type: 'function',
          name: 'now',
          description: 'The time',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
      ],
      tool_choice: 'auto',
      store: false,
      include: ['reasoning.encrypted_content'],
      stream: true,
    });
    const raw = events.find((event) => event.type === 'raw')?.items as unknown[];
    await stream(`${url}/v1`, {
      api: 'responses',
      request: {
        ...REQUEST,
        messages: [
          { role: 'user', text: 'hi' },
          { role: 'assistant', text: '', calls: [{ id: 'call_9', name: 'now', arguments: '{}' }], raw },
          { role: 'tool', call: 'call_9', name: 'now', output: '{"result":1}' },
        ],
      },
    });
    expect(bodies[1]?.input).toEqual([
      { role: 'user', content: 'hi' },
      reasoning,
      { type: 'function_call', call_id: 'call_9', name: 'now', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_9', output: '{"result":1}' },
    ]);
  });

  it('omits encrypted reasoning for a model that has none', async () => {
    const includes: unknown[] = [];
    const url = await serve((_request, response, body) => {
      const { include } = JSON.parse(body) as { include?: unknown };
      includes.push(include);
      if (include) {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ error: { message: 'Encrypted content is not supported with this model.' } }),
        );
        return;
      }
      sse(response, { type: 'response.output_text.delta', output_index: 0, delta: 'ok' }, completed);
      response.end();
    });
    const model = await connectModel({ baseUrl: url, model: 'm', api: 'responses' }, 'k');
    for (let turn = 0; turn < 2; turn++) {
      const events: ModelEvent[] = [];
      for await (const event of model.stream(REQUEST, new AbortController().signal)) events.push(event);
      expect(events[0]).toEqual({ type: 'text', delta: 'ok' });
    }
    expect(includes).toEqual([['reasoning.encrypted_content'], undefined, undefined]);
  });

  it('accepts text and calls that come only at the end', async () => {
    const url = await serve((_request, response) => {
      const output = [
        { type: 'message', content: [{ type: 'output_text', text: 'whole' }] },
        { type: 'function_call', call_id: 'c', name: 'now', arguments: '' },
      ];
      sse(response, {
        type: 'response.incomplete',
        response: { output, incomplete_details: { reason: 'max_output_tokens' } },
      });
      response.end();
    });
    const { events } = await stream(url, { api: 'responses' });
    expect(events).toMatchObject([
      { type: 'text', delta: 'whole' },
      { type: 'call_started', name: 'now' },
      { type: 'call_finished', call: { id: 'c', name: 'now', arguments: '{}' } },
      { type: 'raw' },
      { type: 'finish', reason: 'length' },
    ]);
  });

  it('that fails in the middle reports why', async () => {
    const url = await serve((_request, response) => {
      sse(response, {
        type: 'response.failed',
        response: { error: { code: 'server_error', message: 'out of memory' } },
      });
      response.end();
    });
    expect((await stream(url, { api: 'responses' })).failure?.message).toContain('out of memory');
  });
});

describe.each(['chat', 'responses'] as const)('errors over %s', (api) => {
  it.each<[string, Handler, RegExp]>([
    [
      'a web page',
      (_q, r) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>hi'),
      /web page.*try http:.*\/v1/,
    ],
    [
      'garbage',
      (_q, r) => void r.writeHead(200, { 'content-type': 'text/plain' }).end('lorem ipsum'),
      /isn’t from a model endpoint/,
    ],
    [
      'garbage in JSON',
      (_q, r) => void r.writeHead(200, { 'content-type': 'application/json' }).end('{"lorem'),
      /isn’t from a model endpoint/,
    ],
    [
      'garbage in a stream',
      (_q, r) => (sse(r, '{"choices": [{'), void r.end()),
      /isn’t from a model endpoint/,
    ],
    [
      'an empty body',
      (_q, r) => void r.writeHead(200, { 'content-type': 'text/event-stream' }).end(),
      /isn’t from a model endpoint/,
    ],
    [
      'a wrong address',
      (_q, r) => void r.writeHead(404).end('<html>not here</html>'),
      /no model endpoint at .* \(404\).*try http:.*\/v1/,
    ],
    [
      'a wrong model',
      (_q, r) => void r.writeHead(404).end('{"error":{"message":"model \\"m\\" not found"}}'),
      /has no model “m”/,
    ],
    [
      'a wrong key, without repeating it',
      (_q, r) => void r.writeHead(401).end('{"error":{"message":"bad key sk-secret"}}'),
      /refused the key.*bad key …/,
    ],
    [
      'a model that wants Responses',
      (_q, r) =>
        void r.writeHead(400).end('{"error":{"message":"To use function tools, use /v1/responses"}}'),
      /Choose “Responses”/,
    ],
    [
      'a model without tools',
      (_q, r) => void r.writeHead(400).end('{"error":{"message":"gemma does not support tools"}}'),
      /cannot call tools/,
    ],
    [
      'a vLLM that was started without tools',
      (_q, r) =>
        void r
          .writeHead(400)
          .end(
            '{"error":{"message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set"}}',
          ),
      /Start vLLM with --enable-auto-tool-choice/,
    ],
    [
      'a llama.cpp that was started without tools',
      (_q, r) => void r.writeHead(400).end('{"error":{"message":"tools param requires --jinja flag"}}'),
      /Start llama-server with --jinja/,
    ],
    [
      'a conversation that is too long',
      (_q, r) => void r.writeHead(400).end('{"error":{"message":"maximum context length is 4096"}}'),
      /too long for “m”/,
    ],
    [
      'a llama.cpp whose context is too small',
      (_q, r) =>
        void r
          .writeHead(400)
          .end(
            '{"error":{"code":400,"message":"request (6029 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":6029,"n_ctx":4096}}',
          ),
      /too long for “m”.*room for more tokens/,
    ],
    [
      'a plain refusal',
      (_q, r) => void r.writeHead(400).end('{"error":"no thanks"}'),
      /did not accept.*no thanks/,
    ],
  ])('explain %s', async (_what, handler, sentence) => {
    const url = await serve(handler);
    const { failure } = await stream(url, { api });
    expect(failure?.message).toMatch(sentence);
    expect(failure?.message).not.toContain('sk-secret');
  });

  it('name the time to wait after too many requests', async () => {
    const url = await serve((_q, r) => void r.writeHead(429, { 'retry-after': '7' }).end('{}'));
    const { failure } = await stream(url, { api, retries: 0 });
    expect(failure).toMatchObject({ code: 'rate_limited', details: { retry_after: 7 } });
    expect(failure?.message).toContain('Ask again in 7 seconds');
  });

  it('report a cut-off answer, and keep its text', async () => {
    const url = await serve((_q, r) => {
      sse(
        r,
        api === 'chat'
          ? chunk({ content: 'Hel' })
          : { type: 'response.output_text.delta', output_index: 0, delta: 'Hel' },
      );
      setTimeout(() => r.destroy(), 20);
    });
    const { events, failure } = await stream(url, { api });
    expect(events).toEqual([{ type: 'text', delta: 'Hel' }]);
    expect(failure?.message).toMatch(/cut off/);
  });

  it('report a silence before the first word, and then a timeout', async () => {
    const url = await serve(() => undefined);
    const { events, failure } = await stream(url, { api, limits: { notice: 40, limit: 150 } });
    expect(events).toEqual([{ type: 'waiting', seconds: 1 }]);
    expect(failure).toMatchObject({ code: 'timeout', message: expect.stringContaining('sent nothing') });
  });

  it('report a silence in the middle, which a comment of the server interrupts', async () => {
    const url = await serve((_q, r) => {
      sse(
        r,
        api === 'chat'
          ? chunk({ content: 'Hel' })
          : { type: 'response.output_text.delta', output_index: 0, delta: 'Hel' },
      );
      for (let n = 1; n <= 4; n++) setTimeout(() => r.write(': still here\n\n'), n * 60);
    });
    const started = performance.now();
    const { events, failure } = await stream(url, { api, limits: { notice: 500, limit: 160 } });
    expect(events).toHaveLength(1);
    expect(failure?.code).toBe('timeout');
    expect(performance.now() - started).toBeGreaterThan(380);
  });
});

describe('a stop', () => {
  it('ends a silent request at once', async () => {
    const url = await serve(() => undefined);
    const started = performance.now();
    const { error } = await stream(url, { signal: AbortSignal.timeout(50) });
    expect(error).toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('closes the connection', async () => {
    let closed: (() => void) | undefined;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const url = await serve((_request, response) => {
      response.on('close', () => closed?.());
      sse(response, chunk({ content: 'Hel' }));
    });
    const model = await connectModel({ baseUrl: url, model: 'm', api: 'chat' }, 'k');
    for await (const event of model.stream(REQUEST, new AbortController().signal)) {
      if (event.type === 'text') break;
    }
    await gone;
  });
});

describe('when no server can be reached', () => {
  it('distinguishes a dead port from a server that refuses this page', async () => {
    const { failure } = await stream('http://127.0.0.1:9/v1');
    expect(failure?.message).toMatch(/^Nothing answers at 127\.0\.0\.1:9/);
    // Imitates a browser after a failed preflight: the request rejects, the probe without CORS resolves.
    const refusing: typeof fetch = async (_input, init) => {
      if (init?.mode === 'no-cors') return Response.error();
      throw new TypeError('Failed to fetch');
    };
    const refused = await stream('http://localhost:11434/v1', { fetch: refusing });
    expect(refused.failure?.message).toMatch(/is running, but doesn’t let .* \(CORS\).*OLLAMA_ORIGINS/);
  });
});

describe('the list of models', () => {
  const signal = new AbortController().signal;

  it('is sorted', async () => {
    const url = await serve((request, response) => {
      expect(request.headers.authorization).toBe('Bearer k');
      expect(request.url).toBe('/v1/models');
      response.end(JSON.stringify({ data: [{ id: 'b-10' }, { id: 'a' }, { id: 'b-2' }, {}] }));
    });
    expect(await listModels({ baseUrl: `${url}/v1/` }, 'k', signal)).toEqual(['a', 'b-2', 'b-10']);
    expect(await listModels({ baseUrl: `${url}/v1/chat/completions` }, 'k', signal)).toHaveLength(3);
  });

  it('rejects an invalid address with an example', async () => {
    await expect(listModels({ baseUrl: 'localhost:11434' }, undefined, signal)).rejects.toThrow(
      /not a web address/,
    );
    await expect(listModels({ baseUrl: '' }, undefined, signal)).rejects.toThrow(/not a web address/);
  });
});

describe('the test of a connection', () => {
  const signal = new AbortController().signal;
  const settings = (baseUrl: string, model = 'm') => ({ baseUrl, model, api: 'chat' as const });

  function working(handler: Handler): Handler {
    return (request, response, body) => {
      if (request.url?.endsWith('/models'))
        response.end(JSON.stringify({ data: [{ id: 'm' }, { id: 'n' }] }));
      else handler(request, response, body);
    };
  }

  it('asks the chosen model for a word', async () => {
    let asked = 0;
    const url = await serve(
      working((_request, response) => {
        asked++;
        sse(response, chunk({ content: 'OK' }, 'stop'), '[DONE]');
        response.end();
      }),
    );
    expect(await testConnection(settings(url), 'k', signal)).toEqual({ ok: true, models: 2 });
    expect(asked).toBe(1);
  });

  it('only lists the models when none is chosen yet', async () => {
    const url = await serve(working((_request, response) => void response.writeHead(500).end()));
    expect(await testConnection(settings(url, ''), 'k', signal)).toEqual({ ok: true, models: 2 });
  });

  it('detects a wrong key even if the list is public', async () => {
    const url = await serve(working((_request, response) => void response.writeHead(401).end('{}')));
    expect(await testConnection(settings(url), 'k', signal)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/refused the key/),
    });
  });

  it('works without a list', async () => {
    const url = await serve((request, response) => {
      if (request.url?.endsWith('/models')) response.writeHead(404).end();
      else {
        sse(response, chunk({ content: 'OK' }, 'stop'), '[DONE]');
        response.end();
      }
    });
    expect(await testConnection(settings(url), 'k', signal)).toEqual({ ok: true, models: 0 });
  });

  it.each<[string, Handler, RegExp]>([
    ['a wrong key', (_q, r) => void r.writeHead(401).end('{}'), /refused the key/],
    ['a web page', (_q, r) => void r.end('<!doctype html><title>Hi</title>'), /web page/],
    ['garbage', (_q, r) => void r.end('lorem'), /isn’t from a model endpoint/],
    ['a failing server', (_q, r) => void r.writeHead(500).end(), /failed \(500\)/],
  ])('explains %s', async (_what, handler, sentence) => {
    const url = await serve(handler);
    expect(await testConnection(settings(url), 'k', signal)).toMatchObject({
      ok: false,
      message: expect.stringMatching(sentence),
    });
  });

  it('explains an unreachable server and an invalid address', async () => {
    expect(await testConnection(settings('http://127.0.0.1:9/v1'), undefined, signal)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Nothing answers/),
    });
    expect(await testConnection(settings('openai'), undefined, signal)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/not a web address/),
    });
  });
});

describe('the wire format', () => {
  it.each([
    ['auto', 'https://api.openai.com/v1', '/v1/responses'],
    ['auto', 'https://openrouter.ai/api/v1', '/api/v1/chat/completions'],
    ['chat', 'https://api.openai.com/v1', '/v1/chat/completions'],
    ['responses', 'http://localhost:1234/v1', '/v1/responses'],
  ] as const)('%s at %s is %s', async (api, baseUrl, path) => {
    const asked: string[] = [];
    const spy: typeof fetch = async (input) => {
      asked.push(new URL(String(input)).pathname);
      return new Response('{}', { status: 400 });
    };
    await stream(baseUrl, { api, fetch: spy });
    expect(asked).toEqual([path]);
  });
});
