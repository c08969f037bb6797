// The declaration of an HTTP tool: which ones are rejected with which message, and that the script declares the same.
import { describe, expect, it } from 'vitest';
import { inspectWithAny } from '../../../scripts/inspect-tool.ts';
import { Failure } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { compileHttp } from './compile-http.ts';
import { httpToolSpec, readHttpSpec } from './http-spec.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';

const URL = 'https://api.example.com/x';

function refusal(given: Json | string, fileName?: string): string {
  try {
    readHttpSpec(typeof given === 'string' ? given : JSON.stringify(given), fileName);
  } catch (problem) {
    if (problem instanceof Failure && problem.code === 'bad_request') return problem.message;
    throw problem;
  }
  return 'it was taken';
}

const request = (fields: JsonObject): JsonObject => ({ name: 't', request: { url: URL, ...fields } });
const withAuth = (auth: JsonObject): JsonObject => ({ name: 't', request: { url: URL }, auth });
const at = (url: string): JsonObject => ({
  name: 't',
  parameters: { type: 'object', properties: { id: { type: 'string' } } },
  request: { url },
});

describe('a declaration', () => {
  it('needs few fields, and is named after its file', () => {
    const spec = readHttpSpec(JSON.stringify({ request: { url: URL } }), 'a/weather.http.json');
    expect(spec.name).toBe('weather');
    expect(httpToolSpec(spec)).toEqual({
      name: 'weather',
      version: '',
      description: 'HTTP tool: weather',
      parameters: { type: 'object', properties: {} },
      timeout: 30,
      approve: false,
      hosts: ['api.example.com'],
    });
  });

  it('asks for the hosts of its address, of its tokens, and those it names', () => {
    const auth = {
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: 'https://auth.example.com/t',
      clientId: 'x',
    };
    const spec = readHttpSpec(
      JSON.stringify({ ...withAuth(auth), allowedHosts: ['Other.example.com', 'api.example.com'] }),
    );
    expect(httpToolSpec(spec).hosts).toEqual(['api.example.com', 'other.example.com', 'auth.example.com']);
    const open = {
      name: 't',
      request: { url: 'https://${TENANT}.example.com/' },
      allowedHosts: ['a.example.com'],
    };
    expect(httpToolSpec(readHttpSpec(JSON.stringify(open))).hosts).toEqual(['a.example.com']);
  });

  it('is the same in Lua as in JSON', async () => {
    const spec = readHttpSpec(
      JSON.stringify({
        name: 'all',
        version: '1.2',
        description: 'It "does"\nall]] --',
        parameters: {
          type: 'object',
          properties: {
            'a-b': { type: 'array', items: { type: 'string' }, default: [] },
            end: { enum: ['x', null, 5, -0.5], default: 'x' },
            deep: {
              anyOf: [
                { type: 'integer', minimum: -1 },
                { type: 'object', properties: {} },
              ],
            },
          },
          required: ['end'],
          additionalProperties: false,
        },
        returns: { type: ['array', 'null'], items: {} },
        timeout: 5,
        approve: true,
        request: { url: URL, query: { a: '${a-b}', b: '${end}' } },
      }),
    );
    const seen = await inspectWithAny(compileHttp(spec), 'all.lua');
    expect(seen).toEqual(httpToolSpec(spec));
  });
});

describe('a hostile declaration', () => {
  it.each<[string, Json | string, RegExp]>([
    ['no JSON', '{', /^this is not JSON/],
    ['no object', [], /is written as a JSON object/],
    ['an unknown field', { ...request({}), header: {} }, /^tool: "header" is not a field; there are name,/],
    ['no request', { name: 't' }, /^request: is missing/],
    ['a bad name', { ...request({}), name: 'a b' }, /^tool name "a b" is not allowed/],
    ['a method', request({ method: 'get' }), /^request\.method: must be one of GET/],
    [
      'parameters of another notation',
      { ...request({}), parameters: [] },
      /^parameters: must be a JSON Schema/,
    ],
    [
      'a schema without type',
      { ...request({}), returns: {} },
      /^returns: must be a JSON Schema that has a type/,
    ],
    ['a timeout', { ...request({}), timeout: 0 }, /^tool\.timeout must be/],
    [
      'a header name',
      request({ headers: { 'a\r\nb': '1' } }),
      /^request\.headers: .* is not a valid header name/,
    ],
    [
      'a header twice',
      request({ headers: { A: '1', a: '2' } }),
      /^request\.headers\.a: the header is given twice/,
    ],
    ['a header value', request({ headers: { a: 'x\ny' } }), /can’t contain line breaks/],
    ['a body of GET', request({ body: {} }), /a GET request has no body/],
    [
      'a body of no JSON',
      request({ method: 'POST', body: '{"a": ${a}' }),
      /not valid JSON once its placeholders/,
    ],
    ['joined bare places', request({ method: 'POST', body: '{"a": 1${a}}' }), /not valid JSON/],
    [
      'several parts',
      request({ method: 'POST', body: 'x', contentType: 'multipart/form-data' }),
      /multipart bodies/,
    ],
    ['a content type with a line', request({ contentType: 'a/b\r\nX: 1' }), /^request\.contentType: must be/],
    ['a placeholder', request({ query: { a: '${a..b}' } }), /\$\{a\.\.b\} cannot be read/],
    [
      'retries of POST',
      { ...request({ method: 'POST' }), retries: { count: 1 } },
      /retries are not allowed for POST/,
    ],
    [
      'too many retries',
      { ...request({}), retries: { count: 6 } },
      /^retries\.count: must be a number from 0 to 5/,
    ],
    ['success codes', { ...request({}), response: { successCodes: [99] } }, /^response\.successCodes/],
    ['a mode', { ...request({}), response: { mode: 'xml' } }, /^response\.mode: must be one of/],
    ['allowed hosts', { ...request({}), allowedHosts: ['*.example.com'] }, /is not a host name/],
    ['an unknown auth', withAuth({ type: 'digest' }), /^auth\.type: must be one of bearer/],
    ['a key without name', withAuth({ type: 'apiKey', in: 'header', value: 'x' }), /^auth\.name: is missing/],
    [
      'an open token address',
      withAuth({ type: 'oauth2', grant: 'clientCredentials', tokenUrl: 'https://${A}/', clientId: 'x' }),
      /must be a fixed address/,
    ],
  ])('%s', (_, given, message) => {
    expect(refusal(given)).toMatch(message);
  });

  it.each<[string, RegExp]>([
    ['javascript:alert(1)', /enter the full address/],
    ['/relative', /enter the full address/],
    ['https://', /is not a host name/],
    ['https:///path', /is not a host name/],
    ['ftp://a.com/', /enter the full address/],
    ['http://a.com/', /needs https/],
    ['https://u:p@a.com/', /user name or password/],
    ['https://${id}.a.com/', /the host can’t come from an argument, but \$\{id\} is a parameter/],
    ['https://a.com${id}/', /the host can’t come from an argument/],
    ['https://a.com:${id}/', /the host can’t come from an argument/],
    ['${id}/x', /the host can’t come from an argument/],
    ['${BASE}.evil.com/', /enter the full address/],
    ['https://a.com/../x', /can’t contain \. or \.\. as a segment/],
    ['https://a.com/%2e%2E/x', /can’t contain \. or \.\. as a segment/],
    ['https://a.com\\@evil.com/', /can’t contain spaces, backslashes/],
    ['https://a.com/\nx', /control characters/],
    ['https://a.com/?${id}=1', /a query parameter needs a fixed name/],
  ])('is rejected for the address %j', (url, message) => {
    expect(refusal(at(url))).toMatch(message);
  });

  it('is rejected quickly with a million placeholders, endless nesting or megabytes of text', async () => {
    for (const [given, answer] of [
      [request({ query: { a: '${a}'.repeat(1_000_000) } }), /may have 256 KiB/],
      [request({ query: { a: '${a}'.repeat(1001) } }), /can have at most 1000 placeholders/],
      [request({ query: { a: '${'.repeat(100_000) } }), /^it was taken$/],
      [`{"request":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested deeper|not JSON/],
    ] as const)
      expect(await expectWithin(2000, () => refusal(given))).toMatch(answer);
  });

  it('has no effect through names with a meaning in JavaScript', async () => {
    const given = `{"name": "t", "parameters": {"type": "object", "properties": {"__proto__": {"type": "string"}}},
      "request": {"url": "${URL}", "method": "POST", "headers": {"constructor": "1"}, "body": {"__proto__": "\${toString}"}}}`;
    const spec = readHttpSpec(given);
    const source = compileHttp(spec);
    // Not a parameter, so it is a config value that the sandbox reads.
    expect(source).toContain('env.get("toString")');
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
    await inspectWithAny(source, 't.lua');
  });
});

it('compiles a declaration of the maximum size', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 900 }, (_, index) => [`p${index}`, { type: 'string' }]),
  );
  const texts = Object.keys(properties).map((name) => `\${${name}}`);
  const spec = {
    name: 't',
    parameters: { type: 'object', properties },
    request: {
      url: URL,
      method: 'POST',
      body: {
        all: texts.join(' '),
        ...Object.fromEntries(texts.map((text, i) => [`f${i}`, text]).slice(0, 90)),
      },
    },
  };
  const source = compileHttp(readHttpSpec(JSON.stringify(spec)));
  await inspectWithAny(source, 't.lua');
  const nested = JSON.parse(`${'{"a":'.repeat(44)}1${'}'.repeat(44)}`) as Json;
  const deep = compileHttp(readHttpSpec(JSON.stringify(request({ method: 'POST', body: nested }))));
  await inspectWithAny(deep, 't.lua');
});
