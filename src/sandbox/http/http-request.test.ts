// What a script may request, and the errors for what it may not.
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../core/errors.ts';
import { carriesCredentials, checkHeaders } from './headers.ts';
import { MAX_BODY, readRequest, withQuery } from './http-request.ts';

const url = 'https://a.com/';

function refusal(payload: Record<string, unknown>, body?: Uint8Array): string {
  try {
    readRequest({ url, ...payload }, body);
  } catch (problem) {
    const { code, message } = problem as Failure;
    return `${code}: ${message}`;
  }
  return 'let through';
}

describe('a request', () => {
  it('defaults to a GET with thirty seconds and no retries', () => {
    expect(readRequest({ url, headers: [], params: {} }, undefined)).toEqual({
      method: 'GET',
      address: url,
      query: '',
      headers: {},
      left: [],
      body: undefined,
      timeout: 30,
      retries: 0,
      patience: { wait: 0.5, longest: 30, jitter: 0.5 },
    });
  });

  it.each(['get', 'Head', 'POST', 'put', 'patch', 'delete', 'options'])(
    'may have the method %s',
    (method) => {
      expect(readRequest({ url, method }, undefined).method).toBe(method.toUpperCase());
    },
  );

  it.each(['CONNECT', 'TRACE', 'track', 'PROPFIND', 'GET ', 'GET\r\nX: y', '', 5, {}])(
    'may not have the method %j',
    (method) =>
      expect(refusal({ method })).toMatch(/^bad_request: the method .* is not one of GET, HEAD, POST/),
  );

  it('sets the wait between retries, within bounds', () => {
    const retries = { count: 2, wait: 1, jitter: 0 };
    expect(readRequest({ url, retries }, undefined)).toMatchObject({
      retries: 2,
      patience: { wait: 1, longest: 30, jitter: 0 },
    });
    for (const [field, value] of Object.entries({ wait: -1, longest: 601, jitter: 2 })) {
      expect(() => readRequest({ url, retries: { ...retries, [field]: value } }, undefined)).toThrow(
        `retries.${field} must be a number from 0 to`,
      );
    }
  });

  it('sorts its params by name, repeats those of lists, and keeps the query of the address', () => {
    const { query } = readRequest(
      { url, params: { z: 1, a: [true, 'x y', null, 2.5], m: 'ä&=+#', n: null } },
      undefined,
    );
    expect(query).toBe('a=true&a=x+y&a=2.5&m=%C3%A4%26%3D%2B%23&z=1');
    expect(withQuery('https://a.com/p', 'q=1')).toBe('https://a.com/p?q=1');
    expect(withQuery('https://a.com/p?x=%20#f', 'q=1')).toBe('https://a.com/p?x=%20&q=1#f');
    expect(withQuery('https://a.com/p?', 'q=1')).toBe('https://a.com/p?q=1');
    expect(withQuery('https://a.com/p?x#y?z', '')).toBe('https://a.com/p?x#y?z');
  });

  it.each([
    [{ params: 'a=1' }, /^bad_request: params must be a table/],
    [{ params: { a: {} } }, /^bad_request: params\.a must be a string, a number or a boolean/],
    [{ params: { a: [[1]] } }, /^bad_request: params\.a must be/],
    [{ params: { a: 'x'.repeat(9000) } }, /^bad_request: opts\.params make an address longer/],
    [{ headers: { a: {} } }, /^bad_request: headers\.a must be/],
    [{ headers: 5 }, /^bad_request: headers must be a table/],
    [{ timeout: 0 }, /^bad_request: timeout must be/],
    [{ timeout: '5' }, /^bad_request: timeout must be/],
    [{ retries: 6 }, /^bad_request: retries must be a whole number from 0 to 5/],
    [{ retries: 1.5 }, /^bad_request: retries/],
    [{ retries: -1 }, /^bad_request: retries/],
    [{ url: 5 }, /^bad_request: url is missing/],
  ])('with %j is rejected, naming the field', (payload, expected) =>
    expect(refusal(payload)).toMatch(expected),
  );

  it('sends at most 8 MiB, and no body with GET', () => {
    const post = { method: 'POST' };
    expect(refusal(post, new Uint8Array(MAX_BODY))).toBe('let through');
    expect(refusal(post, new Uint8Array(MAX_BODY + 1))).toMatch(/^too_large: a request may send 8 MiB/);
    expect(refusal({}, new Uint8Array(1))).toMatch(/^bad_request: a GET request has no body/);
  });
});

describe('headers', () => {
  it('keep the allowed ones, as the bytes of their text', () => {
    const { headers, left } = checkHeaders({
      Authorization: 'Bearer x',
      'X-Api-Key': ' k ',
      'x-name': 'Zoë',
      ['__proto__']: 'p',
    });
    expect(Object.entries(headers)).toEqual([
      ['authorization', 'Bearer x'],
      ['x-api-key', 'k'],
      ['x-name', 'Zo\u00c3\u00ab'],
      ['__proto__', 'p'],
    ]);
    expect(left).toEqual([]);
  });

  it('leave out those that only the browser sets, and name them', () => {
    const own = [
      'Host',
      'cookie',
      'ORIGIN',
      'Referer',
      'Sec-Fetch-Site',
      'Proxy-Authorization',
      'Content-Length',
      'Connection',
      'User-Agent',
      'X-HTTP-Method-Override',
    ];
    const { headers, left } = checkHeaders(Object.fromEntries([...own, 'accept'].map((name) => [name, 'v'])));
    expect(headers).toEqual({ accept: 'v' });
    expect(left).toEqual(own);
  });

  it.each<Record<string, string>>([
    { 'a b': 'v' },
    { 'a:b': 'v' },
    { '': 'v' },
    { 'a\r\nb': 'v' },
    { ä: 'v' },
    { a: 'v\r\nSet-Cookie: x' },
    { a: 'v\0' },
    { a: 'v\n' },
    { A: '1', a: '2' },
  ])('like %j are rejected', (given) => {
    expect(() => checkHeaders(given)).toThrow(expect.objectContaining({ code: 'bad_request' }));
  });

  it('share 64 KiB', () => {
    expect(() => checkHeaders({ a: 'x'.repeat(65_000) })).not.toThrow();
    expect(() => checkHeaders({ a: 'x'.repeat(65_536) })).toThrow(/64 KiB/);
  });

  it('are recognized when they carry credentials', () => {
    for (const name of [
      'authorization',
      'x-api-key',
      'x-auth-token',
      'apikey',
      'private-token',
      'x-functions-key',
      'x-secret',
    ]) {
      expect(carriesCredentials({ [name]: 'v' }), name).toBe(true);
    }
    for (const name of ['accept', 'content-type', 'x-keyboard', 'if-none-match']) {
      expect(carriesCredentials({ [name]: 'v' }), name).toBe(false);
    }
  });
});
