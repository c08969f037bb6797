// Scripts written for Context Harness run here unchanged: one script per published pattern, and both readings of each
// point where its documentation and implementation disagree.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ScriptTrial, type TrialOptions } from '../../../scripts/script-trial.ts';
import { Failure } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../base/json.ts';

const trial = new ScriptTrial();

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

interface World {
  args?: JsonObject;
  config?: JsonObject;
  env?: Record<string, string>;
  /** Answers requests in order. */
  replies?: Reply[];
  hits?: JsonObject[];
}

const SOURCES: JsonObject[] = [
  { name: 'notes', configured: true, healthy: true, documents: 2, chunks: 5 },
  { name: 'blog', configured: true, healthy: false, documents: 0, chunks: 0, notes: 'unreachable' },
  { name: 'wiki', configured: false, healthy: true, documents: 1, chunks: 1 },
];

const DOCUMENT = {
  id: 'd1',
  source: 'blog',
  source_id: '/one',
  title: 'One',
  author: 'Ann',
  content_type: 'text/markdown',
  body: 'First line\nSecond line',
  created_at: '2024-02-01T00:00:00Z',
  updated_at: '2024-03-01T00:00:00Z',
  metadata: { author: 'Ann', tags: [] },
  chunks: [{ index: 0, text: 'First line', heading: 'Intro' }],
};

const HIT = {
  id: 'd1',
  score: 0.75,
  source: 'blog',
  source_id: '/one',
  updated_at: '2024-03-01T00:00:00Z',
  title: 'One',
  snippet: 'First   line',
  chunk: 0,
};

/** Runs a script of the corpus; `asked` lists its host calls. */
async function run(
  name: string,
  { args = {}, config = {}, env = {}, replies = [], hits = [HIT] }: World,
  options: TrialOptions = {},
) {
  const source = readFileSync(new URL(`corpus/compat/${name}.lua`, import.meta.url), 'utf8');
  const asked: { operation: string; payload: JsonObject; body: string }[] = [];
  const waiting = [...replies];
  const answers: Record<string, (payload: JsonObject) => Json> = {
    'context.search': () => hits,
    'context.sources': () => SOURCES,
    'context.get': ({ id }) => {
      if (id === 'd1') return DOCUMENT;
      throw new Failure('not_found', `document not found: ${String(id)}`);
    },
  };
  const outcome = await trial.script(source, {
    name,
    args,
    config,
    env,
    ...options,
    answer: (operation, payload, bytes) => {
      asked.push({ operation, payload: payload as JsonObject, body: new TextDecoder().decode(bytes) });
      if (operation !== 'http.request')
        return { json: JSON.stringify(answers[operation]?.(payload as JsonObject) ?? null) };
      const reply = waiting.shift();
      if (!reply) throw new Failure('unavailable', 'HTTP GET failed: no answer');
      const { status = 200, headers = {}, body } = reply;
      return { json: JSON.stringify({ status, headers }), bytes: new TextEncoder().encode(body) };
    },
  });
  return { ...outcome, asked };
}

describe('published patterns', () => {
  it('include a tool that echoes, searches and lists sources', async () => {
    const args = { message: 'm', search: false, limit: 3 };
    expect(await run('echo', { args })).toMatchObject({
      result: { echo: 'Parrot: m', params: args, found: {}, sources: ['notes', 'blog (ill)', 'wiki'] },
      logs: ['info: told: m'],
    });
    const { result, asked } = await run('echo', {
      args: { ...args, search: true },
      config: { prefix: 'Echo: ' },
    });
    expect(result).toMatchObject({ echo: 'Echo: m', found: [{ id: 'd1', title: 'One', score: 0.75 }] });
    expect(asked[0]?.payload).toEqual({ query: 'm', mode: 'keyword', limit: 3 });
  });

  it('have their metadata read in the sandbox, where host calls are refused', async () => {
    const { result } = await run('echo', {}, { mode: 'inspect' });
    expect(result).toMatchObject({
      execute: true,
      tool: { name: 'parrot', parameters: [{ name: 'message' }, {}, {}] },
    });
    const { result: connector } = await run('issues', {}, { mode: 'inspect' });
    expect(connector).toMatchObject({
      scan: true,
      connector: { name: 'issues', config: [{ name: 'repo' }, {}] },
    });
  });

  it('include a tool that copes with a missing config', async () => {
    const { result } = await run('ticket', {
      args: { title: 't', body: 'b', priority: 'Low', enrich: false },
    });
    expect(result).toEqual({
      success: false,
      error: 'Missing config: url, email and api_token are required',
      preview: 'b',
    });
  });

  it('include a tool that enriches, logs in and posts JSON', async () => {
    const { result, asked } = await run('ticket', {
      args: { title: 't', body: 'b', priority: 'High', enrich: true },
      config: { url: 'https://tracker.example', email: 'a@b.c', api_token: 'secret' },
      replies: [{ status: 201, body: '{"key":"T-1"}' }],
    });
    expect(result).toEqual({ success: true, key: 'T-1' });
    expect(asked.map(({ operation }) => operation)).toEqual(['context.search', 'http.request']);
    expect(asked[1]?.payload).toMatchObject({
      method: 'POST',
      url: 'https://tracker.example/rest/issue',
      headers: { Authorization: 'Basic YUBiLmM6c2VjcmV0', 'Content-Type': 'application/json' },
      timeout: 10,
    });
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      fields: { summary: 't', description: 'b\n\nRelated:\n- One (no link)', priority: { name: 'High' } },
    });
  });

  it('get an unsuccessful status as an answer, and a network failure as an error (trap 5)', async () => {
    const world = {
      args: { title: 't', body: 'b', priority: 'Low', enrich: false },
      config: { url: 'https://tracker.example', email: 'e', api_token: 's' },
    };
    expect((await run('ticket', { ...world, replies: [{ status: 401, body: 'who?' }] })).result).toEqual({
      success: false,
      error: 'HTTP 401: who?',
    });
    expect(await run('ticket', world)).toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^ticket:\d+: .*failed: no answer$/) as string,
    });
  });

  it('include a tool that reads answers with json.decode (trap 1) and sends an empty table as an object (trap 23)', async () => {
    const args = { channel: 'c', text: 'hello' };
    const { result, asked } = await run('poster', { args, replies: [{ body: '{"ok":true,"ts":"1.5"}' }] });
    expect(result).toEqual({ posted: true, at: '1.5', labels: {} });
    expect(asked[0]?.body).toBe('{"channel":"c","labels":{},"text":"hello"}');
    // A list from outside stays a list.
    const empty = await run('poster', {
      args: { ...args, labels: [] },
      replies: [{ body: '{"ok":true,"ts":"1"}' }],
    });
    expect(empty.asked[0]?.body).toBe('{"channel":"c","labels":[],"text":"hello"}');
  });

  it("get an error with the script's line and no stack trace (trap 3)", async () => {
    const { code, message } = await run('poster', {
      args: { channel: 'c', text: 'x' },
      replies: [{ body: '{"ok":false,"error":"no_channel"}' }],
    });
    expect({ code, message }).toEqual({
      code: 'tool_error',
      message: 'poster:15: posting failed: no_channel',
    });
  });

  it('include a search with one table (trap 2), filters (trap 8), and documents with metadata (trap 9)', async () => {
    const { result, asked } = await run('answerer', { args: { question: 'q' }, hits: [HIT] });
    expect(asked[0]?.payload).toEqual({
      query: 'q',
      mode: 'keyword',
      limit: 5,
      source: 'blog',
      since: '2024-01-01',
    });
    expect(result).toEqual([
      { title: 'One', opening: 'First line', section: 'Intro', author: 'Ann', words: 4 },
    ]);
    expect(await run('answerer', { args: { question: 'q' }, hits: [{ ...HIT, id: 'gone' }] })).toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^answerer:\d+: document not found: gone$/) as string,
    });
  });

  it('include an author of prompts, even where search fails', async () => {
    const { result } = await run('writer', { args: { topic: 'moons' } });
    expect(result).toEqual({ system: '# Moons\n\n[1] One\nFirst line', found: 1, searched: true });
  });

  it('include a connector that pages by header and keeps metadata as text', async () => {
    const issue = {
      number: 7,
      title: 'Leak',
      body: null,
      user: { login: 'ann' },
      html_url: 'https://x/7',
      updated_at: '2024-01-01T00:00:00Z',
      labels: [],
      state: 'open',
    };
    const { result, asked, logs } = await run(
      'issues',
      {
        args: { repo: 'a/b' },
        replies: [
          {
            body: JSON.stringify([issue, { ...issue, number: 8, pull_request: {} }]),
            headers: { link: '<https://api.example/page2>; rel="next"' },
          },
          { body: JSON.stringify([{ ...issue, number: 9, body: 'It drips' }]) },
        ],
      },
      { mode: 'connector' },
    );
    expect(result).toEqual([
      {
        source_id: '7',
        title: 'Leak',
        body: '# Leak\n\n',
        author: 'ann',
        source_url: 'https://x/7',
        updated_at: '2024-01-01T00:00:00Z',
        metadata_json: '{"labels":[],"state":"open"}',
      },
      expect.objectContaining({ source_id: '9', body: '# Leak\n\nIt drips' }),
    ]);
    expect(asked.map(({ payload }) => payload['url'])).toEqual([
      'https://api.example/repos/a/b/issues',
      'https://api.example/page2',
    ]);
    expect(asked[0]?.payload['params']).toEqual({ state: 'all', per_page: '2' });
    expect(logs).toEqual(['info: 1 issues so far', 'info: 2 issues so far']);
  });

  it('include a connector with a cursor, a metadata table (trap 11), os.date (trap 12) and a secret', async () => {
    const page = (next: string | null) =>
      JSON.stringify({
        results: [
          {
            id: next ?? 'last',
            title: 'T',
            html: ' <p>a &amp; b<br/>c</p> ',
            labels: ['x'],
            ts: '1700000000.5',
          },
        ],
        next_cursor: next,
      });
    const { result, asked } = await run(
      'wiki',
      {
        args: { space: 's', user: 'u' },
        env: { WIKI_TOKEN: 'tok' },
        replies: [{ body: page('c2') }, { body: page(null) }],
      },
      { mode: 'connector' },
    );
    expect(result).toEqual([
      {
        source_id: 'c2',
        title: 'T',
        body: 'a & b\nc',
        content_type: 'text/plain',
        metadata: { space: 's', labels: ['x'], tags: {} },
        updated_at: '2023-11-14T22:13:20Z',
      },
      expect.objectContaining({ source_id: 'last' }),
    ]);
    expect(asked.map(({ body }) => body)).toEqual(['{"space":"s"}', '{"cursor":"c2","space":"s"}']);
    expect(asked[0]?.payload['headers']).toEqual({ Authorization: 'Basic dTp0b2s=' });
  });

  it('include a connector without network, with numbers as text', async () => {
    const { result } = await run('counted', { args: { prefix: 'x', count: '2' } }, { mode: 'connector' });
    expect(result).toEqual([
      { source_id: 'x-1', body: 'Item 1', title: 'Number 1' },
      { source_id: 'x-2', body: 'Item 2', title: 'Number 2' },
    ]);
  });
});
