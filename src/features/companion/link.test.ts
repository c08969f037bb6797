// The page's connection to the extension: answers like those of `fetch`, streamed at the reader's pace.
import { beforeEach, expect, it } from 'vitest';
import type { FromCompanion, ToCompanion } from '../../core/ports/companion.ts';
import { CompanionLink, type LinkPort } from './link.ts';

let sent: ToCompanion[];
let port: LinkPort;
let link: CompanionLink;
const say = (data: FromCompanion): void => port.onmessage?.({ data } as MessageEvent<FromCompanion>);
const HEAD: Extract<FromCompanion, { type: 'head' }> = {
  type: 'head',
  id: 1,
  status: 200,
  statusText: 'OK',
  headers: [],
  url: 'https://a.example/x',
};

beforeEach(() => {
  sent = [];
  port = { postMessage: (message) => sent.push(message), onmessage: null };
  link = new CompanionLink(port, 'http://localhost:4173');
  say({ type: 'state', version: '1', hosts: ['https://a.example/*', 'http://localhost:4173/*'] });
});

/** The request is read asynchronously. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

async function ask(init: RequestInit = {}): Promise<{ answer: Promise<Response> }> {
  const answer = link.fetch('https://a.example/', init);
  answer.catch(() => undefined);
  await settled();
  return { answer };
}

it('handles granted hosts, and never the page’s own', () => {
  expect(link.takes(new URL('https://a.example/x'))).toBe(true);
  expect(link.takes(new URL('https://b.example/'))).toBe(false);
  expect(link.takes(new URL('http://localhost:4173/bundled-tools.json'))).toBe(false);
});

it('sends what `fetch` would send, without the browser’s own headers', async () => {
  await ask({ method: 'POST', body: '{}', headers: { cookie: 'a=1', 'x-key': 'k' }, redirect: 'error' });
  expect(sent).toEqual([
    {
      type: 'fetch',
      id: 1,
      method: 'POST',
      url: 'https://a.example/',
      headers: expect.arrayContaining([['x-key', 'k']]) as unknown,
      body: btoa('{}'),
      redirect: 'error',
    },
  ]);
});

it('answers with the address after redirects, and asks for a piece at a time', async () => {
  const { answer } = await ask();
  say(HEAD);
  const response = await answer;
  expect([response.status, response.url]).toEqual([200, 'https://a.example/x']);
  const reader = response.body!.getReader();
  say({ type: 'piece', id: 1, bytes: btoa('moon') });
  await settled();
  const asked = (): number => sent.filter(({ type }) => type === 'more').length;
  const before = asked();
  await settled();
  expect(asked()).toBe(before);
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('moon');
  await settled();
  expect(asked()).toBe(before + 1);
  say({ type: 'end', id: 1 });
  expect((await reader.read()).done).toBe(true);
});

it('stops the request when the caller aborts, and when it stops reading', async () => {
  const stop = new AbortController();
  const first = await ask({ signal: stop.signal });
  stop.abort();
  await expect(first.answer).rejects.toMatchObject({ name: 'AbortError' });
  const second = await ask();
  say({ ...HEAD, id: 2 });
  await (await second.answer).body!.cancel();
  expect(sent.filter(({ type }) => type === 'abort')).toEqual([
    { type: 'abort', id: 1 },
    { type: 'abort', id: 2 },
  ]);
});

it.each([
  ['network', TypeError, {}],
  ['denied', Error, { code: 'denied' }],
  ['redirect', Error, { code: 'denied', details: { redirect: true } }],
] as const)('fails as %s', async (code, kind, like) => {
  const { answer } = await ask();
  say({ type: 'failed', id: 1, code, message: 'no' });
  await expect(answer).rejects.toBeInstanceOf(kind);
  await expect(answer).rejects.toMatchObject(like);
});

it('fails open requests when the extension disconnects', async () => {
  const { answer } = await ask();
  say({ type: 'gone' });
  await expect(answer).rejects.toThrow('Reload the page');
  expect(link.takes(new URL('https://a.example/'))).toBe(false);
  await expect(link.fetch('https://a.example/')).rejects.toThrow('Reload the page');
});
