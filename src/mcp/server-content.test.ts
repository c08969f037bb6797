// Resources, prompts and sampling over real servers of both eras.
import { describe, expect, it } from 'vitest';
import type { SamplingRequest } from '../core/mcp-content.ts';
import { toErrorData } from '../core/errors.ts';
import { kept } from './closing.test-support.ts';
import { McpConnection, type ConnectionDeps } from './connection.ts';
import { ServerQuestions } from './questions.ts';
import { ServerContent } from './server-content.ts';
import { legacyServer, modernServer, offerContent } from './real-servers.test-support.ts';
import { inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';

async function open(url: string, more: Partial<ConnectionDeps> = {}) {
  const questions = new ServerQuestions();
  const connection = kept(
    new McpConnection({
      server: { id: 's', name: 'weather', url },
      auth: { headers: async () => ({}) },
      version: '1',
      fetch,
      ask: (question, signal) => questions.ask(question, signal),
      onListChanged: () => undefined,
      whyUnreachable: async ({ host }) => `${host} cannot be reached`,
      ...more,
    }),
  );
  await connection.open();
  return { connection, questions, content: connection.content };
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => toErrorData(error, 'unavailable').code,
  );

describe('a server with resources and prompts', () => {
  it('is listed and read', async () => {
    const { url } = kept(await modernServer({ setUp: offerContent }));
    const { content } = await open(url);
    expect(await content.resources()).toEqual([
      {
        uri: 'weather://stations',
        name: 'stations',
        title: 'Stations',
        description: 'All stations',
        mimeType: 'text/markdown',
      },
      {
        uri: 'weather://day/{date}',
        name: 'day',
        description: 'The weather of a day',
        isTemplate: true,
      },
    ]);
    expect(await content.read('weather://stations')).toEqual([
      {
        uri: 'weather://stations',
        mimeType: 'text/markdown',
        text: '# Stations\n\nBern lies at 553 metres.',
      },
    ]);
    expect((await content.read('weather://day/2026-03-09'))[0]?.text).toBe('It rained on 2026-03-09.');
    expect(await failure(content.read('weather://nowhere'))).not.toBe('no failure');
  });

  it('fills in prompts', async () => {
    const { url } = kept(await modernServer({ setUp: offerContent }));
    const { content } = await open(url);
    expect(await content.prompts()).toMatchObject([
      {
        name: 'plan',
        title: 'Plan a trip',
        arguments: [
          { name: 'city', description: 'Where to', required: true },
          { name: 'days', required: false },
        ],
      },
      { name: 'greet', arguments: [] },
    ]);
    expect(await content.prompt('plan', { city: 'Bern' })).toEqual({
      text: 'Plan two days in Bern by the weather.',
      notes: [],
    });
    expect(await failure(content.prompt('plan', {}))).toBe('bad_request');
  });

  it('asks a server for a list once, and nothing of one that has none', async () => {
    const server = kept(await modernServer({ setUp: offerContent }));
    const { content } = await open(server.url);
    await Promise.all([content.prompts(), content.prompts(), content.prompts()]);
    expect(server.requests.filter(({ body }) => body.includes('prompts/list'))).toHaveLength(1);
    content.forget();
    await content.prompts();
    expect(server.requests.filter(({ body }) => body.includes('prompts/list'))).toHaveLength(2);

    const bare = kept(await modernServer());
    const without = (await open(bare.url)).content;
    expect([await without.resources(), await without.prompts()]).toEqual([[], []]);
    expect(bare.requests.some(({ body }) => /resources|prompts/.test(body))).toBe(false);
  });
});

it('lists each resource and prompt of a server once, whatever the server sends', async () => {
  const answers: Record<string, object> = {
    'resources/list': {
      resources: [
        { uri: 'a:1', name: 'one' },
        { uri: 'a:1', name: 'again' },
      ],
    },
    'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'a:1', name: 'same' }] },
    'prompts/list': { prompts: [{ name: 'p' }, { name: 'p', description: 'again' }] },
  };
  const content = new ServerContent({
    offers: () => ({ resources: {}, prompts: {} }),
    ask: async (method) => ({ ...answers[method] }),
  });
  expect((await content.resources()).map(({ name }) => name)).toEqual(['one']);
  expect(await content.prompts()).toEqual([{ name: 'p', arguments: [] }]);
});

describe('sampling', () => {
  const requests: SamplingRequest[] = [];
  const sampler: ConnectionDeps['sampler'] = async () => ({
    name: 'Moon',
    answer: async (request) => {
      requests.push(request);
      return { model: 'moon-1', text: 'a haiku', isCut: false };
    },
  });
  const call = { tool: 'poem', args: {}, timeout: 5000, signal: new AbortController().signal };
  const silent = {
    beforeSending: async () => undefined,
    onProgress: () => undefined,
    onLog: () => undefined,
  };

  const poet = async () =>
    kept(
      await legacyServer({
        setUp: (server) =>
          server.registerTool('poem', { description: 'Has a poem written' }, async () => {
            const made = await server.server
              .createMessage({
                systemPrompt: 'You are a poet.',
                messages: [{ role: 'user', content: { type: 'text', text: 'A haiku, please' } }],
                maxTokens: 50,
              })
              .catch((error: unknown) => ({ content: { type: 'text', text: `refused: ${String(error)}` } }));
            return { content: [{ type: 'text', text: JSON.stringify(made.content) }] };
          }),
      }),
    );

  const asked = async (questions: ServerQuestions) => {
    for (let i = 0; questions.pending.length === 0 && i < 200; i++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return questions.pending[0]!;
  };

  it('shows a person the request, then the answer, before the server gets it', async () => {
    const { url } = await poet();
    const { connection, questions } = await open(url, { sampler });
    const result = connection.callTool({ ...call, ...silent });
    const first = await asked(questions);
    expect(first).toMatchObject({
      server: 'weather',
      what: {
        kind: 'sampling',
        model: 'Moon',
        request: { system: 'You are a poet.', messages: [{ role: 'user', text: 'A haiku, please' }] },
      },
    });
    expect(requests).toEqual([]);
    questions.answer(first.id, { action: 'accept' });
    const second = await asked(questions);
    expect(second.what).toEqual({ kind: 'sampled', text: 'a haiku', model: 'Moon' });
    questions.answer(second.id, { action: 'accept' });
    expect(JSON.stringify(await result)).toContain('a haiku');
    expect(requests.splice(0)).toHaveLength(1);
  });

  it.each([
    ['the request', 1, 0],
    ['the answer', 2, 1],
  ])('tells the server nothing when a person refuses %s', async (_what, at, times) => {
    const { url } = await poet();
    const { connection, questions } = await open(url, { sampler });
    const result = connection.callTool({ ...call, ...silent });
    for (let i = 1; i < at; i++) questions.answer((await asked(questions)).id, { action: 'accept' });
    questions.answer((await asked(questions)).id, { action: 'decline' });
    const told = JSON.stringify(await result);
    expect(told).toContain('refused');
    expect(told).not.toContain('haiku');
    expect(requests.splice(0)).toHaveLength(times);
  });

  it('shows a person few questions at a time, however many the server asks', async () => {
    const params = {
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'A haiku' } }],
      maxTokens: 50,
    };
    const { url } = kept(
      await legacyServer({
        setUp: (server) =>
          server.registerTool('poem', { description: 'Asks a lot' }, async () => {
            const all = Array.from({ length: 40 }, () =>
              server.server.createMessage(params).then(
                () => 'made',
                () => 'refused',
              ),
            );
            return { content: [{ type: 'text', text: (await Promise.all(all)).join(' ') }] };
          }),
      }),
    );
    const { connection, questions } = await open(url, { sampler });
    let most = 0;
    questions.onChange(() => (most = Math.max(most, questions.pending.length)));
    const result = connection.callTool({ ...call, ...silent });
    await asked(questions);
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (const { id } of questions.pending) questions.answer(id, { action: 'decline' });
    expect(JSON.stringify(await result)).toContain('refused');
    expect(most).toBeLessThanOrEqual(5);
    requests.splice(0);
  });

  it('is refused without a model, and for what is no text', async () => {
    const { url } = await poet();
    const { connection, questions } = await open(url, { sampler: async () => undefined });
    expect(JSON.stringify(await connection.callTool({ ...call, ...silent }))).toContain('no model');
    expect(questions.pending).toEqual([]);
  });

  it('works in the newer protocol too', async () => {
    const { url } = kept(
      await modernServer({
        setUp: (server) =>
          server.registerTool('poem', { description: 'Poem', inputSchema: z.object({}) }, (_args, ctx) => {
            const given = ctx.mcpReq.inputResponses?.['poem'];
            if (given) return { content: [{ type: 'text', text: JSON.stringify(given) }] };
            return inputRequired({
              inputRequests: {
                poem: inputRequired.createMessage({
                  messages: [{ role: 'user', content: { type: 'text', text: 'A haiku' } }],
                  maxTokens: 50,
                }),
              },
            });
          }),
      }),
    );
    const { connection, questions } = await open(url, { sampler });
    const result = connection.callTool({ ...call, ...silent });
    questions.answer((await asked(questions)).id, { action: 'accept' });
    questions.answer((await asked(questions)).id, { action: 'accept' });
    expect(JSON.stringify(await result)).toContain('a haiku');
    requests.splice(0);
  });
});
