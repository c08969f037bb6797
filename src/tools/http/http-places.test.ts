// A value of any kind stays in its place: the server reads back exactly it, and nothing else has changed.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, it, expect } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { compileHttp } from './compile-http.ts';
import { readHttpSpec } from './http-spec.ts';
import { HttpTrial, ReplyServer } from './http-trial.test-support.ts';

const server = new ReplyServer();
const trial = new HttpTrial();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => void (server.seen.length = 0));

/** Text with more special characters than chance would give. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '..',
        '.',
        '?',
        '#',
        '&',
        '=',
        '%',
        '%2e',
        '%2f',
        '\\',
        '"',
        "'",
        '\\"',
        '{',
        '}',
        '${a}',
      ),
      fc.constantFrom(
        '@',
        ':',
        ';',
        ',',
        '+',
        ' ',
        '\n',
        '\r\n',
        '\t',
        '\u0000',
        '\u2028',
        '[[',
        ']]',
        '--',
        '\\0',
      ),
      fc.string({ maxLength: 5, unit: 'binary' }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').replace(/\p{Cs}/gu, ''));

const RUNS = { numRuns: 40 };

function compiled(request: JsonObject): string {
  const parameters = { type: 'object', properties: { a: {} } };
  return compileHttp(readHttpSpec(JSON.stringify({ name: 't', parameters, request })));
}

/** Returns the request that arrived, or the reason why none did. */
async function send(source: string, a: string) {
  server.seen.length = 0;
  const { message } = await trial.script(source, { args: { a }, hosts: [server.host] });
  return { message, seen: server.seen };
}

it('keeps a value in its segment of the path', async () => {
  const source = compiled({ url: `${server.origin}/before/x\${a}y/after` });
  await fc.assert(
    fc.asyncProperty(hostile, async (a) => {
      const { seen } = await send(source, a);
      const segments = seen[0]?.url.split('/') ?? [];
      expect([segments.length, segments[1], segments[3]]).toEqual([4, 'before', 'after']);
      expect(decodeURIComponent(segments[2] ?? '')).toBe(`x${a}y`);
    }),
    RUNS,
  );
});

it('keeps a value in its query parameter, written either way', async () => {
  const source = compiled({ url: `${server.origin}/p?first=1&in=x\${a}`, query: { q: 'x${a}', z: 'last' } });
  await fc.assert(
    fc.asyncProperty(hostile, async (a) => {
      const { seen } = await send(source, a);
      const url = new URL(seen[0]?.url ?? '', server.origin);
      expect([url.pathname, ...url.searchParams]).toEqual([
        '/p',
        ['first', '1'],
        ['in', `x${a}`],
        ['q', `x${a}`],
        ['z', 'last'],
      ]);
    }),
    RUNS,
  );
});

it('keeps a value in its header, or sends nothing', async () => {
  const source = compiled({ url: server.origin, headers: { 'X-A': '"${a}"', 'X-B': 'b' } });
  await fc.assert(
    fc.asyncProperty(hostile, async (a) => {
      const { message, seen } = await send(source, a);
      // eslint-disable-next-line no-control-regex -- control characters are what it looks for
      if (/[\u0000-\u001f\u007f]/.test(a)) {
        expect([message, seen]).toEqual([
          expect.stringMatching(/the header X-A can’t contain line breaks/),
          [],
        ]);
        return;
      }
      const headers: Record<string, unknown> = seen[0]?.headers ?? {};
      expect(Buffer.from(String(headers['x-a']), 'latin1').toString()).toBe(`"${a}"`);
      expect(headers['x-b']).toBe('b');
      const usual = [
        'accept',
        'accept-encoding',
        'accept-language',
        'cache-control',
        'pragma',
        'connection',
        'host',
        'sec-fetch-mode',
        'user-agent',
      ];
      expect(Object.keys(headers).filter((name) => !usual.includes(name))).toEqual(['x-a', 'x-b']);
    }),
    RUNS,
  );
});

it('keeps a value in its JSON string, its key, and its form field', async () => {
  const url = server.origin;
  const json = compiled({ url, method: 'POST', body: { whole: '${a}', part: '<${a}>', 'k${a}': 1 } });
  const text = compiled({ url, method: 'POST', body: '{"quoted": "<${a}>", "bare": ${a}}' });
  const form = compiled({
    url,
    method: 'POST',
    body: { a: 'x${a}', b: '2' },
    contentType: 'application/x-www-form-urlencoded',
  });
  await fc.assert(
    fc.asyncProperty(hostile, async (a) => {
      expect(JSON.parse((await send(json, a)).seen[0]?.body ?? '')).toEqual({
        whole: a,
        part: `<${a}>`,
        [`k${a}`]: 1,
      });
      expect(JSON.parse((await send(text, a)).seen[0]?.body ?? '')).toEqual({ quoted: `<${a}>`, bare: a });
      const fields = [...new URLSearchParams((await send(form, a)).seen[0]?.body)];
      expect(fields).toEqual([
        ['a', `x${a}`],
        ['b', '2'],
      ]);
    }),
    RUNS,
  );
});

it("keeps the author's text in its quotes in the script", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (text, key) => {
      const literal = text.replaceAll('${', '$');
      const name = key.replaceAll('${', '$');
      const source = compileHttp(
        readHttpSpec(
          JSON.stringify({
            name: 't',
            description: text,
            parameters: { type: 'object', properties: { [key]: { description: text } } },
            request: { url: server.origin, method: 'POST', body: { text: literal, key: { [name]: [] } } },
          }),
        ),
      );
      const { message, seen } = await send(source, '');
      expect(message).toBeUndefined();
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ text: literal, key: { [name]: [] } });
    }),
    RUNS,
  );
});
