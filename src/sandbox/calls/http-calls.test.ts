// http.*: when a run's requests need an approval, depending on what it has read (design D11).
import { expect, it } from 'vitest';
import type { SearchHit } from '../../core/document.ts';
import { Taint } from '../../core/taint.ts';
import type { Act } from '../../core/call.ts';
import type { HttpService } from '../capabilities.ts';
import { dispatcherFor, type DispatcherOptions } from '../dispatcher.test-support.ts';

/** Stands in for the network; sends unless `confirm` objects. */
function network() {
  const sent: string[] = [];
  const http: HttpService = {
    async send({ url }, _body, run) {
      await run.confirm?.({ method: 'POST', url: String(url), headers: {}, body: 'data' });
      sent.push(String(url));
      return {
        json: '{"status":200,"headers":{}}',
        bytes: new Uint8Array(),
        host: new URL(String(url)).host,
      };
    },
  };
  return { http, sent };
}

function run(options: DispatcherOptions) {
  const { http, sent } = network();
  const { dispatcher, asked } = dispatcherFor({ http, ...options });
  return {
    sent,
    asked,
    search: () => dispatcher.answer('context.search', '{"query":"x"}'),
    callTool: () => dispatcher.answer('tool.call', '{"name":"other"}'),
    post: (url: string) => dispatcher.answer('http.request', JSON.stringify({ url })),
  };
}

const HOME = 'https://home.example/';
const OTHER = 'https://other.example/';
const services = { search: async () => [{ id: '1' } as SearchHit] };
const cautious = { grants: { cautious: true }, services };

it('sends without asking while nothing was read', async () => {
  const { post, asked, sent } = run(cautious);
  await post(HOME);
  await post(HOME);
  expect([asked, sent]).toEqual([[], [HOME, HOME]]);
});

it('shows the request for approval once documents were read, and sends nothing without it (F69)', async () => {
  const { search, post, asked, sent } = run(cautious);
  await search();
  await expect(post(HOME)).rejects.toMatchObject({ code: 'denied' });
  expect(sent).toEqual([]);
  expect(asked).toEqual<Act[]>([
    {
      kind: 'send',
      why: 'your documents',
      request: { method: 'POST', url: HOME, headers: {}, body: 'data' },
    },
  ]);
});

it('asks each time, and sends what was approved', async () => {
  const { search, post, asked, sent } = run({ ...cautious, allow: true });
  await search();
  await post(HOME);
  await post(HOME);
  expect([asked.length, sent]).toEqual([2, [HOME, HOME]]);
});

it('asks before data from one host or another tool goes to a second host', async () => {
  const { post, callTool, asked } = run({ ...cautious, allow: true });
  await post(HOME);
  await post(OTHER);
  await callTool();
  await post(OTHER);
  expect(asked.map((act) => act.kind === 'send' && act.why)).toEqual([
    'home.example',
    'home.example, results of other',
  ]);
});

it('never asks in a run that a person or the page started', async () => {
  const { search, post, asked, sent } = run({ grants: { cautious: false }, services });
  await search();
  await post(HOME);
  expect([asked, sent]).toEqual([[], [HOME]]);
});

it('asks before each request of a script without granted hosts, and reaches only the host shown', async () => {
  const hosts: (readonly string[])[] = [];
  const { http, sent } = network();
  const seen: HttpService = {
    send: (payload, body, run) => {
      hosts.push(run.hosts);
      return http.send(payload, body, run);
    },
  };
  const grants = { asksToSend: true, hosts: ['granted.example'] };
  const refused = dispatcherFor({ http: seen, grants });
  const post = (dispatcher: typeof refused.dispatcher, url: unknown) =>
    dispatcher.answer('http.request', JSON.stringify({ url }));
  await expect(post(refused.dispatcher, HOME)).rejects.toMatchObject({ code: 'denied' });
  expect([refused.asked.length, sent]).toEqual([1, []]);
  const { dispatcher, asked } = dispatcherFor({ http: seen, grants, allow: true });
  await post(dispatcher, HOME);
  await post(dispatcher, OTHER);
  expect([asked.length, sent]).toEqual([2, [HOME, OTHER]]);
  expect(hosts).toEqual([['home.example'], ['home.example'], ['other.example']]);
  await expect(post(dispatcher, 'nowhere')).rejects.toThrow();
  expect(hosts.at(-1)).toEqual([]);
});

it('treats names of sources and files written by tools like documents', async () => {
  for (const first of ['context.sources', 'fs.list', 'fs.read']) {
    const { http, sent } = network();
    const { dispatcher, asked, files } = dispatcherFor({ http, ...cautious });
    await files.write('tool-1', 'a.txt', new TextEncoder().encode('x'));
    await dispatcher.answer(first, '{"path":"a.txt"}');
    await expect(dispatcher.answer('http.request', JSON.stringify({ url: HOME }))).rejects.toMatchObject({
      code: 'denied',
    });
    expect([first, sent.length, asked.length]).toEqual([first, 0, 1]);
  }
});

it('inherits the taint of the answer, and passes on what it reads', async () => {
  const taint = new Taint();
  taint.add('results of weather');
  const { http, sent } = network();
  const { dispatcher, asked } = dispatcherFor({ http, services, grants: { cautious: true, taint } });
  await expect(dispatcher.answer('http.request', JSON.stringify({ url: HOME }))).rejects.toMatchObject({
    code: 'denied',
  });
  await dispatcher.answer('context.search', '{"query":"x"}');
  expect([sent.length, asked.length]).toEqual([0, 1]);
  expect(taint.sources).toEqual(['results of weather', 'your documents']);
});

it("asks before a query goes to a remote library, and doesn't send it when refused", async () => {
  let searched = 0;
  const request = { method: 'POST', url: HOME, headers: {}, body: 'x {"source":"mail"}' };
  const elsewhere = {
    search: async () => [{ id: String(++searched) } as SearchHit],
    sends: async () => [request],
  };
  const { dispatcher, asked } = dispatcherFor({ services: elsewhere, grants: { cautious: true } });
  await dispatcher.answer('context.search', '{"query":"x"}');
  const again = dispatcher.answer('context.search', '{"query":"x","source":"mail"}');
  await expect(again).rejects.toMatchObject({ code: 'denied' });
  expect([searched, asked]).toEqual([1, [{ kind: 'send', request, why: 'your documents' }]]);
});

it('asks before each request of an unapproved run, whatever it has read', async () => {
  const { post, asked, sent } = run({ ...cautious, grants: { cautious: true, asksFirst: true } });
  await expect(post(HOME)).rejects.toMatchObject({ code: 'denied' });
  expect(asked).toMatchObject([{ kind: 'send', why: 'the content of this conversation' }]);
  expect(sent).toEqual([]);
});
