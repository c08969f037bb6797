// cURL commands as tools: the meaning of each option, which shell features are left out, and that no key stays in the
// tool.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../core/errors.ts';
import { readHttpSpec } from '../../../tools/http/http-spec.ts';
import { curlTool } from './curl-tool.ts';
import { looksLikeKey } from '../../../core/find-keys.ts';
import { readCurl } from './read-curl.ts';
import { shellWords } from './shell-words.ts';

const tool = (text: string) => curlTool(readCurl(text));
const request = (text: string) => tool(text).request;
const specOf = (text: string) => {
  const { request, auth, timeout } = tool(text);
  return readHttpSpec(
    JSON.stringify({ name: 't', request, ...(auth && { auth }), ...(timeout && { timeout }) }),
  );
};

describe('shell words', () => {
  const single = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
  const double = (word: string): string => `"${word.replace(/[$`"\\]/g, '\\$&')}"`;
  const ansi = (word: string): string =>
    `$'${[...word].map((one) => (/[\\']/.test(one) ? `\\${one}` : one === '\n' ? '\\n' : one < ' ' ? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}` : one)).join('')}'`;
  const bare = (word: string): string =>
    word === '' ? "''" : word.replace(/[^A-Za-z0-9]/gu, '\\$&').replaceAll('\\\n', "'\n'");
  const word = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      'a b',
      '$HOME',
      '`id`',
      '$(id)',
      "it's",
      '"',
      '\\',
      'a\nb',
      '|',
      ';',
      '&&',
      '>',
      '#x',
      'ü',
      '!',
      '',
    ),
  );

  it('handle every kind of quoting', () => {
    const style = fc.constantFrom(single, double, ansi, bare);
    const gap = fc.constantFrom(' ', '  ', '\t', ' \\\n', ' \\\r\n  ', '\\\n ');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, style, gap), { minLength: 1, maxLength: 6 }), (parts) => {
        const line = parts.map(([one, quote, space]) => quote(one) + space).join('');
        expect(shellWords(line)).toEqual({ words: parts.map(([one]) => one), notes: [], variables: [] });
      }),
    );
  });

  it('never contain the output of a nested command, and note what was left out', () => {
    const tricks = fc.constantFrom(
      '$(id)',
      '`id`',
      '$(a "$(b)" \')\')',
      '${X:-$(id)}',
      '$1',
      '$$',
      '$?',
      '${!X}',
      '${X//a/b}',
    );
    fc.assert(
      fc.property(tricks, fc.boolean(), (trick, quoted) => {
        const { words, notes } = shellWords(quoted ? `a "b${trick}c" d` : `a b${trick}c d`);
        expect(words).toEqual(['a', 'bc', 'd']);
        expect(notes).toHaveLength(1);
        expect(notes[0]).toContain(trick);
      }),
    );
  });

  it.each([
    ['a | sh', ['a'], '| sh'],
    ['a; rm -rf /', ['a'], '; rm -rf /'],
    ['a && b', ['a'], '&& b'],
    ['a || b', ['a'], '|| b'],
    ['a ?x=1&y=2', ['a', '?x=1'], '&y=2'],
    ['a > out b', ['a', 'b'], '> out b'],
    ['a 2>&1 b', ['a', 'b'], '>&1 b'],
    ['a <<EOF', ['a'], '<<EOF'],
    ['a <(cmd)', ['a'], '<(cmd)'],
    ['a (b)', ['a'], '(b)'],
    ['a\nb', ['a'], 'b'],
  ])('end where the command does: %s', (line, words, left) => {
    const read = shellWords(line);
    expect(read.words).toEqual(words);
    expect(read.notes.join(' ')).toContain(`“${left}”`);
  });

  it('keep variables by name, and drop comments', () => {
    expect(shellWords('a $TOKEN "x-${key}" \'$NO\' # end\n')).toEqual({
      words: ['a', '${TOKEN}', 'x-${key}', '$NO'],
      notes: [],
      variables: ['TOKEN', 'key'],
    });
    expect(shellWords("$'\\u00fc\\x41\\101\\n\\'\\q'").words).toEqual(["üAA\n'\\q"]);
    expect(() => shellWords("a 'b")).toThrow(/single quote is opened and not closed/);
    expect(() => shellWords('a "b')).toThrow(/double quote is opened and not closed/);
  });
});

describe('a cURL command', () => {
  it.each<[string, object]>([
    ['curl https://api.example.com/a', { method: 'GET', url: 'https://api.example.com/a' }],
    ['$ curl example.com/a#b', { method: 'GET', url: 'https://example.com/a' }],
    ['curl localhost:8080', { method: 'GET', url: 'http://localhost:8080' }],
    [
      'curl -I "https://a.example/x?q=a+b&flag&empty="',
      { method: 'HEAD', url: 'https://a.example/x?flag&empty=', query: { q: 'a b' } },
    ],
    ['curl -XPUT https://a.example/', { method: 'PUT', url: 'https://a.example/' }],
    ['curl -sSLX DELETE --compressed https://a.example/', { method: 'DELETE', url: 'https://a.example/' }],
    [
      `curl https://a.example/ -d a=1 -d 'b=x%20y'`,
      {
        method: 'POST',
        url: 'https://a.example/',
        body: { a: '1', b: 'x y' },
        contentType: 'application/x-www-form-urlencoded',
      },
    ],
    [
      `curl https://a.example/ -G -d a=1 --data-urlencode 'q=x y&z'`,
      { method: 'GET', url: 'https://a.example/', query: { a: '1', q: 'x y&z' } },
    ],
    [
      `curl https://a.example/ --json '{"a": [1]}'`,
      {
        method: 'POST',
        url: 'https://a.example/',
        body: { a: [1] },
        headers: { Accept: 'application/json' },
      },
    ],
    [
      `curl https://a.example/ -H 'Content-Type: application/json' --data-raw '{"n": 1, "who": "@me"}'`,
      { method: 'POST', url: 'https://a.example/', body: { n: 1, who: '@me' } },
    ],
    [
      `curl https://a.example/ -H 'Content-Type: text/plain;charset=utf-8' -d 'hello'`,
      { method: 'POST', url: 'https://a.example/', body: 'hello', contentType: 'text/plain; charset=utf-8' },
    ],
    [
      'curl https://a.example/{id}?v={{version}}',
      { method: 'GET', url: 'https://a.example/${id}', query: { v: '${version}' } },
    ],
    [
      'curl "https://a.example/$id/x" -H "X-Lang: $lang"',
      { method: 'GET', url: 'https://a.example/${id}/x', headers: { 'X-Lang': '${lang}' } },
    ],
    ['curl http://a.example/', { method: 'GET', url: 'https://a.example/' }],
    [
      'curl "https://a.example/?tag=a&tag=b"',
      { method: 'GET', url: 'https://a.example/', query: { tag: ['a', 'b'] } },
    ],
    [
      'curl -H "X-Empty;" -H "Accept:" -H "A: 1" https://a.example',
      { method: 'GET', url: 'https://a.example', headers: { A: '1' } },
    ],
    [
      'curl ^"https://a.example/?x=1^&y=2^" ^\n  -H ^"accept: */*^" ^\n  --data-raw ^"^{^\\^"a^\\^":1^}^" -H ^"content-type: application/json^"',
      {
        method: 'POST',
        url: 'https://a.example/',
        query: { x: '1', y: '2' },
        headers: { accept: '*/*' },
        body: { a: 1 },
      },
    ],
    [
      'curl.exe "https://a.example/" `\n  -H "X-A: `"q`"" `\n  -d \'it\'\'s\' -H "Content-Type: text/plain"',
      {
        method: 'POST',
        url: 'https://a.example/',
        headers: { 'X-A': '"q"' },
        body: "it's",
        contentType: 'text/plain',
      },
    ],
  ])('%s', (text, wanted) => {
    expect(request(text)).toEqual(wanted);
    expect(() => specOf(text)).not.toThrow();
  });

  it.each([
    ['curl -F file=@a.txt https://a.example/', /multipart form/],
    ['wget https://a.example', /not a cURL command/],
    ['', /not a cURL command/],
    ['sudo curl https://a.example', /not a cURL command/],
    ['curl', /no address/],
    ['curl https://a.example -H', /option header has no value/],
    ["curl 'https://a.example", /quote is opened/],
    [`curl ${'x'.repeat(300_000)}`, /256 KiB/],
  ])('is refused with a sentence: %.40s', (text, why) => {
    expect(() => readCurl(text)).toThrow(why);
  });

  it.each([
    ['curl https://a.example -b "sid=1"', '“--cookie”: a tool cannot send cookies'],
    ['curl https://a.example -k', '“--insecure”: browsers always check certificates'],
    ['curl https://a.example -d @body.json', 'Left out --data @body.json: files are not read'],
    ['curl https://a.example -T file', '“--upload-file”: files are not read'],
    [
      'curl https://a.example -A me -e https://b.example',
      '“--user-agent”: the browser sets this header itself',
    ],
    [
      'curl https://a.example -H "Cookie: a=1" -H "sec-ch-ua: x" -H "Host: b"',
      'Left out Cookie, sec-ch-ua, Host: the browser sets these headers itself',
    ],
    ['curl https://a.example https://b.example', 'one more address'],
    ['curl -X GET https://a.example -d a=1', 'Left out the body: browsers send none with GET'],
    ['curl https://a.example | jq .', '“| jq .”: only the first command is read, and it is not run'],
    ['curl https://a.example/?a=1&b=2', 'put the address in quotes'],
    ['curl https://a.example -o file --next https://b.example', ''],
    ['FOO=1 curl https://a.example', 'variables in front of curl'],
    ['curl https://a.example --made-up', '“--made-up”: HTTP tools have no equivalent'],
    [`curl https://a.example -d '{"a":1}'`, 'The body is JSON, but the command sends it as a form'],
    ['curl -X PURGE https://a.example', 'Left out the method PURGE'],
  ])('says what it leaves out: %s', (text, note) => {
    expect(tool(text).notes.join(' ')).toContain(note);
    expect(() => specOf(text)).not.toThrow();
  });
});

describe('keys', () => {
  it.each<[string, object, string[]]>([
    [
      "curl https://api.github.com -H 'Authorization: Bearer abcd1234'",
      { type: 'bearer', token: '${GITHUB_TOKEN}' },
      ['GITHUB_TOKEN'],
    ],
    [
      'curl -u me:secret https://api.example.co.uk',
      { type: 'basic', username: '${EXAMPLE_USER}', password: '${EXAMPLE_PASSWORD}' },
      ['EXAMPLE_USER', 'EXAMPLE_PASSWORD'],
    ],
    [
      'curl -u sk_test_4eC39HqLyjWDarjtT1zdp7dc: https://api.stripe.com',
      { type: 'basic', username: '${STRIPE_USER}', password: '' },
      ['STRIPE_USER'],
    ],
    [
      'curl https://me:secret@a.example/',
      { type: 'basic', username: '${A_USER}', password: '${A_PASSWORD}' },
      ['A_USER', 'A_PASSWORD'],
    ],
    [
      `curl https://a.example/ -H 'Authorization: Basic ${btoa('name:pass')}'`,
      { type: 'basic', username: '${A_USER}', password: '${A_PASSWORD}' },
      ['A_USER', 'A_PASSWORD'],
    ],
    [
      'curl https://api.openai.com/v1/models -H "Authorization: Bearer $OPENAI_API_KEY"',
      { type: 'bearer', token: '${OPENAI_API_KEY}' },
      ['OPENAI_API_KEY'],
    ],
  ])('in %s become authentication', (text, auth, names) => {
    const made = tool(text);
    expect(made.auth).toEqual(auth);
    expect(made.secrets.map(({ name }) => name)).toEqual(names);
    expect(() => specOf(text)).not.toThrow();
  });

  it('are found by name or shape, without false positives', () => {
    const made = tool(
      `curl 'https://hooks.example.com/services/T02AB3CD4/B04EF5GH6/x8Kf93jdLq02ndkQ7sPz1mWv?api_key=short1&page=2' -H 'X-Api-Key: 12345' -H 'Accept-Language: de' -H 'Content-Type: application/json' --data-raw '{"password": "hunter22", "city": "Berlin", "list": ["ghp_16C7e42F292c6912E7710c838347Ae178B4a"]}'`,
    );
    expect(made.request).toEqual({
      method: 'POST',
      url: 'https://hooks.example.com/services/T02AB3CD4/B04EF5GH6/${EXAMPLE_KEY_2}',
      query: { api_key: '${EXAMPLE_KEY}', page: '2' },
      headers: { 'X-Api-Key': '${EXAMPLE_KEY_3}', 'Accept-Language': 'de' },
      body: { password: '${EXAMPLE_PASSWORD}', city: 'Berlin', list: ['${EXAMPLE_KEY_4}'] },
    });
    expect(made.secrets.map(({ value }) => value)).toContain('hunter22');
    for (const plain of [
      '2024-01-01T00:00:00.000Z',
      'some-long-slug-with-words-2024',
      '9f1c2d3e-1111-2222-3333-444455556666',
      'application/vnd.github+json',
      'averyveryverylongwordwithoutdigits',
    ])
      expect([plain, looksLikeKey(plain)]).toEqual([plain, false]);
  });

  it('never stay in the tool, anywhere in the command', () => {
    const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789'];
    const key = fc
      .tuple(
        fc.constantFrom('', 'sk-proj-', 'ghp_', 'AKIA', 'xoxb-'),
        fc.shuffledSubarray(letters, { minLength: 30, maxLength: 40 }),
      )
      .map(([start, rest]) => `${start}1a2B3${rest.join('')}`);
    const place = fc.constantFrom<(one: string) => string>(
      (one) => `-H 'Authorization: Bearer ${one}'`,
      (one) => `-H "Authorization: ${one}"`,
      (one) => `-H 'Authorization: token ${one}'`,
      (one) => `-H $'X-Own: ${one}'`,
      (one) => `-H 'X-Session-Token: ${one}'`,
      (one) => `-u ${one}`,
      (one) => `-u 'user:${one}'`,
      (one) => `--user ${one}:`,
      (one) => `-b 'session=${one}'`,
      (one) => `-H 'Cookie: a=${one}'`,
      (one) => `--oauth2-bearer ${one}`,
      (one) => `-d 'password=${one}'`,
      (one) => `-d ${one}`,
      (one) => `--data-raw '{"a": {"b": ["x ${one} y"]}}'`,
      (one) => `--json '{"secret": "${one}"}'`,
      (one) => `-H 'content-type: text/xml' -d '<a k="${one}"/>'`,
      (one) => `-G --data-urlencode 'q=${one}'`,
      (one) => `--url-query key=${one}`,
      (one) => `-H '${one}: x'`,
      (one) => `--json '{"${one}": ["a"]}'`,
      (one) => `-d '${one}=x' -d x=${one}`,
      (one) => `-e 'https://a.example/?k=${one}' -A ${one}`,
      (one) => `--proxy-user ${one} --cert ${one} --pass ${one}`,
    );
    const address = fc.constantFrom<(one: string) => string>(
      () => 'https://api.example.com/v1',
      (one) => `https://api.example.com/${one}/x`,
      (one) => `https://api.example.com/?access_token=${one}`,
      (one) => `https://api.example.com/?${one}`,
      (one) => `https://u:${one}@api.example.com/`,
      (one) => `https://${one}@api.example.com/`,
      (one) => `https://api.example.com/#${one}`,
    );
    fc.assert(
      fc.property(key, fc.array(place, { maxLength: 3 }), address, (one, places, url) => {
        const text = `curl '${url(one)}' ${places.map((put) => put(one)).join(' ')}`;
        const { request, auth } = tool(text);
        expect(JSON.stringify({ request, auth })).not.toContain(one);
        expect(JSON.stringify({ request, auth })).not.toContain(encodeURIComponent(one));
      }),
      { numRuns: 400 },
    );
  });
});

it('turns any text into a tool or a sentence', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'curl',
      ' ',
      "'",
      '"',
      '\\',
      '\n',
      '$',
      '`',
      '$(',
      ')',
      '|',
      '>',
      '^',
      '&',
      '-H',
      '-d',
      '-X',
      '-u',
      '-G',
      '--json',
      '-F',
      '@x',
      '=',
      ':',
      'https://a.example/',
      '?a=b',
      '{id}',
      '${X}',
      '${',
      '}',
      '%',
      '\u0000',
      '\ud800',
      '__proto__',
      'POST',
      '1',
    ),
    fc.string({ maxLength: 5, unit: 'grapheme' }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      for (const text of [pieces.join(''), `curl https://a.example/ ${pieces.join(' ')}`]) {
        try {
          const { request, auth } = tool(text);
          try {
            readHttpSpec(JSON.stringify({ name: 't', request, ...(auth && { auth }) }));
          } catch (error) {
            expect(error).toBeInstanceOf(Failure);
          }
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect(error.message).toMatch(/^[A-Z].*\.$/s);
        }
      }
    }),
    { numRuns: 500 },
  );
});
