// http.*: what a run has read decides whether its requests wait for a person (design D11).
import { expect, it } from 'vitest';
import type { SearchHit } from '../../core/document.ts';
import type { Act } from '../../core/tool.ts';
import type { HttpService } from '../powers.ts';
import { deskFor, type DeskOptions } from '../desk.test-support.ts';

/** Stands at the network: sends when `confirm` does not object. */
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

function run(options: DeskOptions) {
  const { http, sent } = network();
  const { desk, asked } = deskFor({ http, ...options });
  return {
    sent,
    asked,
    search: () => desk.answer('context.search', '{"query":"x"}'),
    callTool: () => desk.answer('tool.call', '{"name":"other"}'),
    post: (url: string) => desk.answer('http.request', JSON.stringify({ url })),
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

it('asks once documents were read, showing the request, and sends nothing without a yes (F69)', async () => {
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

it('asks each time, and sends what was allowed', async () => {
  const { search, post, asked, sent } = run({ ...cautious, allow: true });
  await search();
  await post(HOME);
  await post(HOME);
  expect([asked.length, sent]).toEqual([2, [HOME, HOME]]);
});

it('asks before what one host said, or another tool, could go to a second host', async () => {
  const { post, callTool, asked } = run({ ...cautious, allow: true });
  await post(HOME);
  await post(OTHER);
  await callTool();
  await post(OTHER);
  expect(asked.map((act) => act.kind === 'send' && act.why)).toEqual([
    'home.example',
    'home.example, other tools',
  ]);
});

it('asks nothing of a run that a person or the page has started', async () => {
  const { search, post, asked, sent } = run({ grants: { cautious: false }, services });
  await search();
  await post(HOME);
  expect([asked, sent]).toEqual([[], [HOME]]);
});

it('asks before each request of a script that has no granted hosts, and reaches the host that was shown alone', async () => {
  const hosts: (readonly string[])[] = [];
  const { http, sent } = network();
  const seen: HttpService = {
    send: (payload, body, run) => {
      hosts.push(run.hosts);
      return http.send(payload, body, run);
    },
  };
  const grants = { asksToSend: true, hosts: ['granted.example'] };
  const refused = deskFor({ http: seen, grants });
  const post = (desk: typeof refused.desk, url: unknown) =>
    desk.answer('http.request', JSON.stringify({ url }));
  await expect(post(refused.desk, HOME)).rejects.toMatchObject({ code: 'denied' });
  expect([refused.asked.length, sent]).toEqual([1, []]);
  const { desk, asked } = deskFor({ http: seen, grants, allow: true });
  await post(desk, HOME);
  await post(desk, OTHER);
  expect([asked.length, sent]).toEqual([2, [HOME, OTHER]]);
  expect(hosts).toEqual([['home.example'], ['home.example'], ['other.example']]);
  await expect(post(desk, 'nowhere')).rejects.toThrow();
  expect(hosts.at(-1)).toEqual([]);
});
