// Connections to real servers of both protocol eras, made with the official SDKs.
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import type { OutgoingRequest } from '../core/call.ts';
import { kept } from './closing.test-support.ts';
import { McpConnection, type ConnectionDeps, type ToolCall } from './connection.ts';
import { ServerQuestions } from './questions.ts';
import { legacyServer, listen, modernServer } from './real-servers.test-support.ts';

async function open(url: string, more: Partial<ConnectionDeps> = {}) {
  const questions = new ServerQuestions();
  let changes = 0;
  const connection = kept(
    new McpConnection({
      server: { id: 's', name: 'git', url },
      auth: { headers: async () => ({}) },
      version: '1',
      fetch,
      ask: (question, signal) => questions.ask(question, signal),
      onListChanged: () => changes++,
      whyUnreachable: async ({ host }) => `${host} cannot be reached`,
      ...more,
    }),
  );
  return { connection, questions, changes: () => changes, seen: await connection.open() };
}

function call(tool: string, args = {}, more: Partial<ToolCall> = {}): ToolCall {
  return {
    tool,
    args,
    timeout: 5000,
    signal: new AbortController().signal,
    beforeSending: async () => undefined,
    onProgress: () => undefined,
    onLog: () => undefined,
    ...more,
  };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Failure ? error.code : `no Failure: ${String(error)}`),
  );

describe('a server of 2026', () => {
  it('is listed and called, with progress and structured results', async () => {
    const { url } = kept(await modernServer());
    const { connection, seen } = await open(url);
    expect(seen).toEqual({
      title: 'Weather of today',
      version: '2.0.0',
      protocol: '2026-07-28',
      instructions: 'Ask for a city.',
    });
    const { tools, more } = await connection.listTools();
    expect([tools.map(({ name }) => name), more]).toEqual([['forecast', 'slow', 'book'], false]);
    expect(tools[0]).toMatchObject({ title: 'Forecast', hints: { readOnly: true, openWorld: true } });
    const progress: unknown[] = [];
    const answer = await connection.callTool(
      call('forecast', { city: 'Bern' }, { onProgress: (...observer) => progress.push(observer) }),
    );
    expect(answer).toMatchObject({ structuredContent: { city: 'Bern', degrees: 21 } });
    expect(progress).toEqual([[1, 2, 'looking at Bern']]);
  });

  it('asks a person with a form, and receives the answer', async () => {
    const { url } = kept(await modernServer());
    const { connection, questions } = await open(url);
    for (const [answer, text] of [
      [{ action: 'accept', content: { seat: '12A' } }, 'booked 12A'],
      [{ action: 'decline' }, 'not booked'],
    ] as const) {
      const answering = connection.callTool(call('book'));
      await expect.poll(() => questions.pending).toHaveLength(1);
      const [question] = questions.pending;
      expect(question).toMatchObject({
        server: 'git',
        host: new URL(url).host,
        message: 'Which seat do you want?',
        what: { kind: 'form', schema: { required: ['seat'] } },
      });
      questions.answer(question?.id ?? '', answer);
      expect(await answering).toMatchObject({ content: [{ text }] });
    }
  });

  it('asks nobody during a call of a schedule, and logs the question', async () => {
    const { url } = kept(await modernServer());
    const { connection, questions } = await open(url);
    let asked = 0;
    questions.onChange(() => asked++);
    const logs: string[] = [];
    const more = { unattended: true, onLog: (_: string, text: string) => void logs.push(text) };
    expect(await connection.callTool(call('book', {}, more))).toMatchObject({
      content: [{ text: 'not booked' }],
    });
    expect([asked, logs]).toEqual([0, ['The server asked; nobody answers on a schedule.']]);
  });

  it('reports a changed list', async () => {
    const server = kept(await modernServer());
    const { connection, changes } = await open(server.url);
    await connection.listTools();
    server.offer('new_one');
    server.listChanged();
    await expect.poll(changes).toBeGreaterThan(0);
    expect((await connection.listTools()).tools.map(({ name }) => name)).toContain('new_one');
  });

  it('is cancelled at the deadline and on a stop, and is notified', async () => {
    const { url } = kept(await modernServer());
    const { connection } = await open(url);
    expect(await codeOf(connection.callTool(call('slow', {}, { timeout: 100 })))).toBe('timeout');
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    expect(await codeOf(connection.callTool(call('slow', {}, { signal: stop.signal })))).toBe('cancelled');
  });
});

describe('a server of 2025', () => {
  it('is listed and called, with progress, log lines and a session that ends', async () => {
    const server = kept(await legacyServer());
    const { connection, seen } = await open(server.url);
    expect(seen).toMatchObject({ title: 'notes', protocol: '2025-11-25' });
    expect((await connection.listTools()).tools.map(({ name }) => name)).toEqual(['add_note', 'rename']);
    const [progress, logs]: [unknown[], unknown[]] = [[], []];
    const answer = await connection.callTool(
      call(
        'add_note',
        { text: 'hello' },
        { onProgress: (...observer) => progress.push(observer), onLog: (...line) => logs.push(line) },
      ),
    );
    expect(answer).toMatchObject({ content: [{ text: 'kept hello' }, { type: 'image' }] });
    expect(progress).toEqual([[3, 4, undefined]]);
    await expect.poll(() => logs).toEqual([['warning', 'nearly full']]);
    expect(server.sessions()).toBe(1);
    await connection.close();
    await expect.poll(() => server.sessions()).toBe(0);
  });

  it('asks a person with a form, but only during a call of its tools', async () => {
    const server = kept(await legacyServer());
    const { connection, questions } = await open(server.url);
    const answering = connection.callTool(call('rename', {}, { timeout: 300 }));
    await expect.poll(() => questions.pending).toHaveLength(1);
    // The call's clock pauses while a person decides.
    await new Promise((resolve) => setTimeout(resolve, 500));
    questions.answer(questions.pending[0]?.id ?? '', { action: 'accept', content: { name: 'log' } });
    expect(await answering).toMatchObject({ content: [{ text: 'accept log' }] });
    const stop = new AbortController();
    const stopped = codeOf(connection.callTool(call('rename', {}, { signal: stop.signal })));
    await expect.poll(() => questions.pending).toHaveLength(1);
    stop.abort();
    expect(await stopped).toBe('cancelled');
    expect(questions.pending).toEqual([]);
  });

  it('can ask nothing after its call is over, even if it did not wait for the answer', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const setUp: NonNullable<Parameters<typeof legacyServer>[0]>['setUp'] = (server) => {
      server.registerTool('hasty', { description: 'Asks, and continues' }, async () => {
        const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } } as const;
        server.server.elicitInput({ message: 'Who?', requestedSchema }).catch(() => undefined);
        await finished;
        return { content: [] };
      });
    };
    const server = kept(await legacyServer({ setUp }));
    const { connection, questions } = await open(server.url);
    const calling = connection.callTool(call('hasty'));
    await expect.poll(() => questions.pending).toHaveLength(1);
    finish();
    await calling;
    expect(questions.pending).toEqual([]);
  });

  it('reports a changed list', async () => {
    const server = kept(await legacyServer());
    const { changes } = await open(server.url);
    await expect
      .poll(
        () => {
          if (changes() === 0) server.addTool(`t${Math.random().toString(36).slice(2)}`);
          return changes();
        },
        { timeout: 4500, interval: 1200 },
      )
      .toBeGreaterThan(0);
  });
});

describe('outgoing requests', () => {
  it('are shown exactly as sent, byte for byte, without the secrets, before they are sent', async () => {
    const server = kept(await modernServer());
    const auth = { headers: async () => ({ Authorization: 'Bearer s3cret', 'X-Team': 'blue' }) };
    const { connection } = await open(server.url, { auth });
    const shown: OutgoingRequest[] = [];
    const before = server.requests.length;
    await connection.callTool(
      call(
        'forecast',
        { city: 'Ürümqi' },
        {
          async beforeSending(request) {
            shown.push(request);
            expect(server.requests).toHaveLength(before);
          },
        },
      ),
    );
    const sent = server.requests.at(-1);
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatchObject({ method: 'POST', url: server.url, body: sent?.body });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
    expect(JSON.stringify(shown)).not.toContain('blue');
    expect(sent?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'x-team': 'blue' });
  });

  it('do not leave without approval', async () => {
    const server = kept(await modernServer());
    const { connection } = await open(server.url);
    const before = server.requests.length;
    const refuse = async (): Promise<void> => {
      throw new Failure('denied', 'no');
    };
    expect(
      await codeOf(connection.callTool(call('forecast', { city: 'x' }, { beforeSending: refuse }))),
    ).toBe('denied');
    expect(server.requests).toHaveLength(before);
  });

  it('go to the entered address, with its secret, and never follow a redirect', async () => {
    const thief = kept(await listen((_request, response) => response.writeHead(200).end('{}')));
    const server = kept(
      await listen((_request, response) => response.writeHead(307, { location: thief.url }).end()),
    );
    const auth = { headers: async () => ({ Authorization: 'Bearer s3cret' }) };
    await expect(open(server.url, { auth })).rejects.toMatchObject({ code: 'unavailable' });
    expect(server.requests.length).toBeGreaterThan(0);
    expect(thief.requests).toEqual([]);
  });
});

describe('hostile and broken servers', () => {
  const rpc = (answers: Record<string, (params: Record<string, unknown>) => unknown>) =>
    listen((_request, response, body) => {
      const { id, method, params } = body === '' ? { method: '' } : JSON.parse(body);
      if (method === 'server/discover')
        return void response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }));
      if (method === 'initialize')
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            jsonrpc: '2.0',
            id,
            result: {
              protocolVersion: '2025-06-18',
              capabilities: { tools: {} },
              serverInfo: { name: 'evil\u202egnp', version: '1' },
              instructions: 'x'.repeat(100_000),
            },
          }),
        );
      const answer = answers[method];
      if (!answer) return void response.writeHead(id === undefined ? 202 : 405).end();
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: answer(params) }));
    });
  const listed = (name: string) => ({ name, description: 'd', inputSchema: { type: 'object' } });

  it('with endless pages are read up to a limit', async () => {
    let pages = 0;
    const server = kept(
      await rpc({ 'tools/list': () => ({ tools: [listed(`t${pages}`)], nextCursor: String(++pages) }) }),
    );
    const { connection, seen } = await open(server.url);
    expect(seen.title).toBe('evilgnp');
    expect(seen.instructions?.length).toBe(4000);
    const list = await connection.listTools();
    expect([list.tools.length, list.more, pages]).toEqual([50, true, 50]);
  });

  it('that list thousands of tools get five hundred', async () => {
    const tools = Array.from({ length: 3000 }, (_, index) => listed(`t${index}`));
    const { url } = kept(await rpc({ 'tools/list': () => ({ tools }) }));
    const { connection } = await open(url);
    expect((await connection.listTools()).tools).toHaveLength(500);
  });

  it('that send endlessly are cut off', async () => {
    const server = kept(
      await rpc({
        'tools/list': () => ({ tools: [listed('flood')] }),
        'tools/call': () => ({ content: [{ type: 'text', text: 'x'.repeat(20 * 2 ** 20) }] }),
      }),
    );
    const { connection } = await open(server.url);
    expect(await codeOf(connection.callTool(call('flood', {}, { timeout: 30_000 })))).toBe('too_large');
  });

  it('that are unreachable, or not MCP servers, are reported as such', async () => {
    await expect(open('http://127.0.0.1:9/mcp')).rejects.toThrow('127.0.0.1:9 cannot be reached');
    const site = kept(await listen((_request, response) => response.writeHead(404).end('not found')));
    await expect(open(site.url)).rejects.toMatchObject({ code: 'not_found' });
    const page = kept(
      await listen((_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi'),
      ),
    );
    await expect(open(page.url)).rejects.toMatchObject({ code: 'unavailable' });
    const closed = kept(await listen((_request, response) => response.writeHead(401).end()));
    await expect(open(closed.url)).rejects.toMatchObject({ code: 'denied' });
  });

  it('that ask a person outside a call are ignored', async () => {
    const server = kept(await legacyServer());
    const { questions } = await open(server.url);
    expect(questions.pending).toEqual([]);
  });
});
