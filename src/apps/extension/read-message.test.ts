// Messages from the page: which ones the extension refuses before it does anything.
import { expect, it } from 'vitest';
import { MOST_SENT, type SentRequest } from '../../core/ports/companion.ts';
import { originToGrant } from './origin-to-grant.ts';
import { readMessage, readRequest } from './read-message.ts';

const SENT: SentRequest = {
  type: 'fetch',
  id: 1,
  method: 'post',
  url: 'https://api.example/v1#part',
  headers: [['content-type', 'application/json']],
  body: btoa('{}'),
  redirect: 'follow',
};

it('reads a request', () => {
  const read = readRequest(readMessage(SENT) as SentRequest);
  expect(read).toMatchObject({ method: 'POST', redirect: 'follow', origins: undefined });
  expect(read.url.href).toBe('https://api.example/v1');
  expect(new TextDecoder().decode(read.body)).toBe('{}');
});

it.each([
  ['text', 'fetch'],
  ['null', null],
  ['no type', {}],
  ['a type of objects', { type: 'toString' }],
  ['a confirmation', { type: 'confirm', address: 'https://evil.example/' }],
  ['a list of hosts', { type: 'state', version: '1', hosts: ['<all_urls>'] }],
  ['a number as address', { ...SENT, url: 7 }],
  ['headers as an object', { ...SENT, headers: { a: 'b' } }],
  ['a redirect mode of its own', { ...SENT, redirect: 'always' }],
  ['origins as text', { ...SENT, origins: 'https://a.example' }],
])('refuses %s', (_, message) => expect(readMessage(message)).toBeUndefined());

it.each<[string, Partial<SentRequest>, string]>([
  ['a tunnel', { method: 'CONNECT' }, 'does not send this method'],
  ['a method with a line break', { method: 'GET\r\nX: 1' }, 'does not send this method'],
  ['a file', { url: 'file:///etc/passwd' }, 'only to http and https'],
  ['a page of the browser', { url: 'chrome://settings/' }, 'only to http and https'],
  ['its own files', { url: 'chrome-extension://abc/manifest.json' }, 'only to http and https'],
  ['a password', { url: 'https://me:secret@api.example/' }, 'has a password'],
  ['no address', { url: 'api.example' }, 'not an address'],
  ['a header with a line break', { headers: [['x', 'a\r\nb: c']] }, 'a header is not valid'],
  ['a thousand headers', { headers: Array(1000).fill(['x', 'y']) as [string, string][] }, 'too many headers'],
  ['a huge body', { body: 'A'.repeat(MOST_SENT * 1.4) }, 'at most 24 MB'],
  ['a body that is not Base64', { body: '<>' }, 'not valid Base64'],
])('refuses %s in a request', (_, change, told) =>
  expect(() => readRequest({ ...SENT, ...change })).toThrow(told),
);

it.each([
  ['api.example.org', 'https://api.example.org'],
  [' https://api.example.org/path?x#y ', 'https://api.example.org'],
  ['http://localhost:11434', 'http://localhost:11434'],
  ['localhost:11434', 'http://localhost:11434'],
  ['https://nas.local', 'https://nas.local'],
])('grants for “%s”: %s', (typed, origin) => expect(originToGrant(typed)).toEqual({ origin }));

it.each([
  ['', 'Enter a host'],
  ['http://api.example.org', 'Use https:// for api.example.org'],
  ['file:///etc/passwd', 'Only addresses with https://'],
  ['chrome://settings', 'Only addresses with https://'],
  ['*.example.org', 'is not a host'],
  ['https://*/*', 'is not a host'],
  ['me@example.org', 'is not a host'],
])('grants nothing for “%s”', (typed, told) => {
  const { origin, problem } = originToGrant(typed);
  expect(origin).toBeUndefined();
  expect(problem).toContain(told);
});
