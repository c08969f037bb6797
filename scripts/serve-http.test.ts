// `perilune serve` over HTTP: the routes of Context Harness, authentication, and hostile clients.
import { connect } from 'node:net';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILES, folderOf, put, remove, startServing, TOKEN, type ServedProcess } from './served-process.ts';

const ORIGIN = 'https://page.example';
const folder = folderOf({
  ...FILES,
  'perilune.toml': `docs = "docs"
[secrets]
KEY = "\${MOON_KEY}"
[tools.settings.config]
city = "Oslo"
key = "\${KEY}"
`,
});
const runs = join(folder, '.runs.jsonl');
let served: ServedProcess;
beforeAll(async () => {
  served = await startServing(folder, ['--origin', ORIGIN, '--runs', runs], { MOON_KEY: 'sealed' });
}, 120_000);
afterAll(async () => {
  await served.stop();
  remove(folder);
});

const call = async (name: string, args: unknown = {}): Promise<[number, unknown]> => {
  const response = await served.fetch(`/tools/${name}`, { json: args });
  return [response.status, await response.json()];
};
const error = (code: string, message: unknown = expect.any(String)) => ({
  error: expect.objectContaining({ code, message }) as object,
});

describe('the routes of Context Harness', () => {
  it('reports its health to everyone', async () => {
    const response = await fetch(`${served.url}/health`);
    expect(await response.json()).toEqual({ status: 'ok', version: expect.any(String) as string });
  });

  it('lists tools with their schemas, built-in ones first', async () => {
    const { tools } = (await (await served.fetch('/tools/list')).json()) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name).slice(0, 3)).toEqual(['search', 'get', 'sources']);
    expect(tools.find(({ name }) => name === 'word_count')).toEqual({
      name: 'word_count',
      description: 'Does word_count',
      builtin: false,
      parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    });
  });

  it('calls tools, and maps each failure to its status', async () => {
    expect(await call('word_count', { text: 'a b c' })).toEqual([200, { result: { words: 3 } }]);
    expect(await call('echo', { value: [1, 'ø', null] })).toEqual([200, { result: [1, 'ø'] }]);
    expect(await call('word_count')).toEqual([400, error('bad_request', 'missing required parameter: text')]);
    expect(await call('nothing')).toEqual([404, error('not_found', 'no tool registered with name: nothing')]);
    expect(await call('fails')).toEqual([500, error('tool_error', expect.stringContaining('no luck'))]);
    expect(await call('careful')).toEqual([403, error('denied', expect.stringContaining('perilune.toml'))]);
    expect(await call('writes')).toEqual([403, error('denied')]);
  });

  it('searches documents, opens one, and lists the sources', async () => {
    const [status, found] = await call('search', { query: 'highest tide' });
    const { results } = (found as { result: { results: { id: string; title: string }[] } }).result;
    expect([status, results[0]?.title]).toEqual([200, 'Tides']);
    const [, document] = await call('get', { id: results[0]!.id });
    expect(document).toMatchObject({ result: { source: 'docs', source_id: 'tides.md' } });
    expect(await call('get', { id: 'nobody' })).toEqual([
      404,
      error('not_found', 'document not found: nobody'),
    ]);
    expect(await call('search', { query: ' ' })).toEqual([
      400,
      error('bad_request', 'query must not be empty'),
    ]);
    const sources = (await (await served.fetch('/tools/sources')).json()) as {
      sources: object[];
      result: object;
    };
    expect(sources.sources).toEqual([expect.objectContaining({ name: 'docs', documents: 2 })]);
    expect(sources.result).toEqual({ sources: sources.sources });
  });

  it('lists agents and resolves their prompts', async () => {
    const { agents } = (await (await served.fetch('/agents/list')).json()) as { agents: { name: string }[] };
    expect(agents).toEqual(
      [
        {
          name: 'writer',
          description: 'Writes',
          tools: ['word_count'],
          source: 'lua',
          arguments: [{ name: 'topic', description: 'What about', required: true }],
        },
        { name: 'critic', description: 'Judges', tools: [], source: 'toml', arguments: [] },
      ].sort(
        (a, b) =>
          agents.findIndex(({ name }) => name === a.name) - agents.findIndex(({ name }) => name === b.name),
      ),
    );
    const prompt = await served.fetch('/agents/writer/prompt', { json: { topic: 'tides' } });
    expect(await prompt.json()).toEqual({
      system: 'Write about tides',
      tools: ['word_count'],
      messages: [{ role: 'assistant', content: 'Ready.' }],
    });
    const nobody = await served.fetch('/agents/nobody/prompt', { json: {} });
    expect([nobody.status, await nobody.json()]).toEqual([
      404,
      error('not_found', 'no agent registered with name: nobody'),
    ]);
  });

  it('passes tools their config, with secrets from the environment', async () => {
    expect(await call('settings')).toEqual([200, { result: { city: 'Oslo', key: 6 } }]);
  });

  it('records each call as the app does', async () => {
    await call('word_count', { text: 'for the record' });
    await expect
      .poll(() =>
        readFileSync(runs, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as object),
      )
      .toContainEqual(
        expect.objectContaining({
          status: 'ok',
          caller: { kind: 'page' },
          args: { text: 'for the record' },
          outcome: { result: { words: 3 } },
        }),
      );
  });
});

describe('authentication', () => {
  const ask = (headers: Record<string, string>, path = '/tools/list', method = 'GET') =>
    new Promise<{ status: number; headers: Map<string, string>; body: string }>((resolve, reject) => {
      const { port } = new URL(served.url);
      const socket = connect(Number(port), '127.0.0.1');
      const given = { host: `127.0.0.1:${port}`, authorization: `Bearer ${TOKEN}`, ...headers };
      const lines = Object.entries(given)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}: ${value}`);
      socket.end(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
      let text = '';
      socket.on('data', (data) => (text += String(data)));
      socket.on('error', reject);
      socket.on('close', () => {
        const [head = '', body = ''] = text.split('\r\n\r\n');
        const [first = '', ...rest] = head.split('\r\n');
        const found = rest.map((line) => line.split(': ') as [string, string]);
        resolve({ status: Number(first.split(' ')[1]), headers: new Map(found), body });
      });
    });

  it.each([
    ['no token', { authorization: '' }, 401],
    ['another token', { authorization: 'Bearer a-token-for-testz' }, 401],
    ['a token with a suffix', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['a DNS name that resolves to this server', { host: 'evil.example:7331' }, 403],
    ['a name that begins like ours', { host: 'localhost.evil.example' }, 403],
    ['a page that is not allowed', { origin: 'https://evil.example' }, 403],
    ['a page of this server', { origin: 'http://127.0.0.1' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['localhost', { host: 'localhost:1' }, 200],
    ['IPv6', { host: '[::1]:1' }, 200],
    ['an allowed page', { origin: ORIGIN }, 200],
  ])('%s', async (_, headers, status) => {
    const answer = await ask(headers);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body).toContain('"error"');
    expect(answer.headers.get('access-control-allow-origin')).toBe(
      'origin' in headers && status === 200 ? ORIGIN : undefined,
    );
  });

  it('checks Host and Origin for /health and /mcp, too', async () => {
    expect((await ask({ host: 'evil.example' }, '/health')).status).toBe(403);
    expect((await ask({ host: 'evil.example' }, '/mcp', 'POST')).status).toBe(403);
    expect((await ask({ authorization: '' }, '/mcp', 'POST')).status).toBe(401);
  });

  it('answers the preflight of an allowed page only', async () => {
    const named = await ask({ origin: ORIGIN, authorization: '' }, '/tools/echo', 'OPTIONS');
    expect([named.status, named.headers.get('access-control-allow-headers')]).toEqual([
      204,
      expect.stringContaining('Authorization'),
    ]);
    expect((await ask({ origin: 'https://evil.example' }, '/tools/echo', 'OPTIONS')).status).toBe(403);
  });
});

describe('hostile clients', () => {
  it.each([
    ['a body of 5 MB', () => served.fetch('/tools/echo', { method: 'POST', body: 'x'.repeat(5e6) }), 413],
    ['no JSON', () => served.fetch('/tools/echo', { method: 'POST', body: '{' }), 400],
    [
      'JSON nested 100,000 deep',
      () =>
        served.fetch('/tools/echo', {
          method: 'POST',
          body: `{"value":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
        }),
      400,
    ],
    ['a wrong method', () => served.fetch('/tools/list', { method: 'POST', body: '{}' }), 404],
    ['an unsupported method', () => served.fetch('/tools/word_count'), 405],
    ['a path outside the folder', () => served.fetch('/tools/..%2f..%2fetc%2fpasswd', { json: {} }), 404],
    ['a broken escape', () => served.fetch('/tools/%E0%A4%A', { json: {} }), 404],
  ])('%s', async (_, send, status) => {
    const response = await send();
    expect([response.status, await response.json()]).toEqual([
      status,
      { error: expect.anything() as object },
    ]);
    expect(served.alive()).toBe(true);
  });

  it('survives a thousand calls at the same time, refusing some', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1000 }, async () => (await call('word_count', { text: 'a b' }))[0]),
    );
    expect(answers).toHaveLength(1000);
    expect([...new Set(answers)].sort()).toEqual([200, 429]);
    expect(await call('word_count', { text: 'a b' })).toEqual([200, { result: { words: 2 } }]);
  });

  it('stops the call of a client that disconnects', async () => {
    const stop = new AbortController();
    const calling = served.fetch('/tools/hangs', { json: {}, signal: stop.signal });
    setTimeout(() => stop.abort(), 300);
    await expect(calling).rejects.toThrow();
    await expect
      .poll(
        () =>
          readFileSync(runs, 'utf8')
            .split('\n')
            .filter((line) => line.includes('"hangs"'))
            .join(),
        { timeout: 5000 },
      )
      .toContain('"status":"cancelled"');
  });
});

describe('changes in the folder', () => {
  it('reloads tools and documents', async () => {
    put(folder, {
      'tools/late.lua': 'tool = { description = "Late" }\nfunction tool.execute() return "here" end',
      'docs/late.md': '# Late\n\nThe quokka smiles.',
    });
    await expect.poll(() => call('late'), { timeout: 10_000 }).toEqual([200, { result: 'here' }]);
    await expect
      .poll(async () => JSON.stringify(await call('search', { query: 'quokka' })), { timeout: 10_000 })
      .toContain('late.md');
    rmSync(join(folder, 'docs/late.md'));
    await expect
      .poll(async () => JSON.stringify(await call('search', { query: 'quokka' })), { timeout: 10_000 })
      .not.toContain('late.md');
  });

  it('keeps the last state when the settings break, and names line and key', async () => {
    put(folder, { 'perilune.toml': '[tools.echo]\nhostz = []\n' });
    await expect.poll(() => served.err(), { timeout: 10_000 }).toContain('perilune.toml:2: tools.echo.hostz');
    expect(await call('echo', { value: 1 })).toEqual([200, { result: 1 }]);
  });
});

describe('startup errors', () => {
  it('names line and key of a broken perilune.toml', async () => {
    const place = folderOf({ 'perilune.toml': 'writes = true\n\n[tools.x]\nhosts = "all"\n' });
    await expect(startServing(place)).rejects.toThrow('perilune.toml:4: tools.x.hosts: hosts must be a list');
    put(place, { 'perilune.toml': 'writes = true\ndocs = "docs\n' });
    await expect(startServing(place)).rejects.toThrow(/perilune\.toml cannot be read as TOML: .*\(line 2\)/);
    put(place, { 'perilune.toml': '[secrets]\nKEY = "${NOT_SET_ANYWHERE}"\n' });
    await expect(startServing(place)).rejects.toThrow(
      'perilune.toml:2: secrets.KEY: the environment has no variable NOT_SET_ANYWHERE',
    );
    remove(place);
  });

  it('reports a port in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    await expect(startServing(folderOf({}), [], {}, port)).rejects.toThrow(
      `port ${port} is in use; choose another one with --port`,
    );
    taken.close();
  });
});
