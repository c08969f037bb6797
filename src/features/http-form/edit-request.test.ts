// The request form next to its JSON: no edit loses fields the form doesn't show, and parameters follow placeholders.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { readHttpSpec } from '../../tools/http/http-spec.ts';
import { newToolSource } from '../../ui/studio/new-tool.ts';
import { withField, withoutParameter, withParameter, withRenamed, withRequired } from './edit-request.ts';
import { readRows, rowsOf, textOf } from './field-rows.ts';
import { namesOf, withOurPlaceholders, withOurPlaceholdersInBody } from './request-names.ts';
import { objectIn, readRequest, valueIn } from './request-text.ts';

const scalar = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom<Json>('${a}', '${b.c} x', null, 3, true),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.string({ maxLength: 4 }), tie('value'), { maxKeys: 3 }) as fc.Arbitrary<Json>,
  ),
})).value;
const known = fc.constantFrom('url', 'method', 'query', 'headers', 'body', 'contentType', 'x-own');
const members = (key: fc.Arbitrary<string>): fc.Arbitrary<JsonObject> =>
  fc.dictionary(fc.oneof(key, fc.string({ maxLength: 4 })), json, { maxKeys: 4 });
/** JSON from a complete tool to almost none. */
const spec = fc
  .record(
    {
      request: fc.oneof(members(known), json),
      auth: fc.oneof(members(fc.constantFrom('type', 'token')), json),
      parameters: fc.oneof(
        json,
        fc.record({ type: fc.constant('object'), properties: members(fc.constantFrom('a', 'b')) }),
      ),
      response: members(fc.constantFrom('mode', 'pick')),
      'x-unknown': json,
    },
    { requiredKeys: [] },
  )
  .map((made) => made as JsonObject);

/** Everything except the value at the path, and the parameters that may follow. */
function others(value: JsonObject, path: readonly string[]): Json {
  const copy = structuredClone(value) as Record<string, Json>;
  delete copy['parameters'];
  const inner = objectIn(copy, path.slice(0, -1)) as Record<string, Json>;
  delete inner[path.at(-1) as string];
  return copy;
}

describe('an edit of the form', () => {
  it('keeps every unrelated field, whatever the JSON contains', () => {
    const path = fc.constantFrom(
      ['request', 'url'],
      ['request', 'query'],
      ['auth', 'token'],
      ['response', 'mode'],
    );
    fc.assert(
      fc.property(spec, path, fc.oneof(scalar, members(known)), (given, at, value) => {
        const text = JSON.stringify(given, null, 2);
        const changed = JSON.parse(withField(text, at, value)) as JsonObject;
        const parent = at.slice(0, -1);
        const through =
          valueIn(given, parent) === undefined ? { ...given, [parent[0] as string]: {} } : given;
        expect(others(changed, at)).toEqual(
          JSON.stringify(changed) === JSON.stringify(given) ? others(given, at) : others(through, at),
        );
        // Only names the form added may be removed, and only names the request uses may be added.
        const before = objectIn(given, ['parameters', 'properties']);
        const after = objectIn(changed, ['parameters', 'properties']);
        const values = Object.values(after).map((one) => JSON.stringify(one));
        for (const schema of Object.values(before)) {
          if (JSON.stringify(schema) !== '{"type":"string"}')
            expect(values).toContain(JSON.stringify(schema));
        }
      }),
    );
  });

  it('reads and writes every list of names and values unchanged', () => {
    fc.assert(
      fc.property(members(known), (given) => {
        expect(readRows(rowsOf(given) ?? []).value).toEqual(given);
      }),
    );
    expect(rowsOf('text')).toBeUndefined();
    expect([textOf(3), textOf(true), textOf(['a']), textOf(null)]).toEqual([
      '3',
      'true',
      undefined,
      undefined,
    ]);
  });

  it('writes no row without a name, and says which of two equal names must change', () => {
    expect(readRows([{ name: '', value: '' }])).toEqual({ value: {}, problems: {} });
    expect(readRows([{ name: '', value: 'x' }]).problems[0]).toContain('Enter a name');
    const twice = [
      { name: 'Accept', value: 'a' },
      { name: 'accept', value: 'b' },
    ];
    const reading = readRows(twice, (name) => name.toLowerCase());
    expect(reading.value).toEqual({ Accept: 'a', accept: 'b' });
    expect(reading.problems[1]).toContain('Another row is called accept');
  });

  it('changes no text that cannot be parsed', () => {
    for (const text of ['', '{', '[1]', '"text"', '{"request": {"url": 1}} x']) {
      expect(withField(text, ['request', 'url'], 'https://example.com/${id}')).toBe(text);
      expect(withParameter(text, 'a', true)).toBe(text);
      expect(withRenamed(text, 'a', 'b')).toBe(text);
    }
    expect(readRequest('{\n  "a": 1,\n}').problem).toContain('in line 3');
    expect(readRequest('[]').problem).toContain('must be a JSON object');
  });
});

describe('parameters', () => {
  const start = '{\n  "name": "t",\n  "request": {\n    "url": "https://api.example.com/"\n  }\n}\n';
  const url = (text: string, value: string, settings?: string[]): string =>
    withField(text, ['request', 'url'], value, settings);
  const declared = (text: string): JsonObject => objectIn(JSON.parse(text) as Json, ['parameters']);

  it('appear with their placeholders: required in the address, optional elsewhere', () => {
    const text = withField(url(start, 'https://api.example.com/${id}'), ['request', 'query'], { q: '${q}' });
    expect(declared(text)).toEqual({
      type: 'object',
      properties: { id: { type: 'string' }, q: { type: 'string' } },
      required: ['id'],
    });
    expect(() => readHttpSpec(text)).not.toThrow();
  });

  it('exclude secrets, settings and the host', () => {
    const text = url(start, 'https://${tenant}.example.com/${API_KEY}/${own}/${id}', ['own']);
    expect(Object.keys(objectIn(declared(text), ['properties']))).toEqual(['id']);
    expect(withField(start, ['auth'], { type: 'bearer', token: '${token}' })).not.toContain('parameters');
  });

  it('are renamed with their placeholder, keystroke by keystroke, and keep their description', () => {
    let text = url(start, 'https://api.example.com/${city}');
    text = text.replace('"type": "string"', '"type": "string", "description": "Where"');
    for (const name of ['cit', 'ci', 'c', 'ct', 'cto', 'ctow', 'town'])
      text = url(text, `https://api.example.com/\${${name}}`);
    expect(declared(text)).toEqual({
      type: 'object',
      properties: { town: { type: 'string', description: 'Where' } },
      required: ['town'],
    });
  });

  it('disappear with their placeholder unless they have a description', () => {
    const bare = url(url(start, 'https://api.example.com/${id}'), 'https://api.example.com/');
    expect(declared(bare)).toEqual({ type: 'object', properties: {} });
    const said = url(start, 'https://api.example.com/${id}').replace('"string"', '"integer"');
    expect(declared(url(said, 'https://api.example.com/'))).toMatchObject({
      properties: { id: { type: 'integer' } },
    });
  });

  it('can be renamed by hand, wherever the request names them', () => {
    let text = url(start, 'https://api.example.com/${id}');
    text = withField(text, ['request', 'method'], 'POST');
    text = withField(text, ['request', 'body'], { '${id}': ['${id.x[0]}', '${id_2}'], n: 1 });
    text = withField(text, ['auth'], { type: 'hmac', header: 'X', secret: '${KEY}', signed: '${id}' });
    const next = JSON.parse(withRenamed(text, 'id', 'key')) as JsonObject;
    expect(next['request']).toEqual({
      url: 'https://api.example.com/${key}',
      method: 'POST',
      body: { '${key}': ['${key.x[0]}', '${id_2}'], n: 1 },
    });
    expect(valueIn(next, ['auth', 'signed'])).toBe('${key}');
    expect(withRenamed(text, 'id', 'id_2')).toBe(text);
    expect(withRenamed(text, 'id', 'not a name')).toBe(text);
  });

  it('can be required or optional', () => {
    const text = withParameter(start, 'a', false);
    const on = withRequired(text, 'a', true);
    expect(declared(on)['required']).toEqual(['a']);
    expect(withRequired(on, 'a', false)).toBe(text);
    expect(declared(withoutParameter(on, 'a'))).toEqual({ type: 'object', properties: {} });
  });

  it("are created from other tools' placeholder syntaxes, too", () => {
    expect(withOurPlaceholders('https://x.com/{id}/{{ name }}/${own}/{a,b}/{}')).toBe(
      'https://x.com/${id}/${name}/${own}/{a,b}/{}',
    );
    expect(
      withOurPlaceholdersInBody('{"a": "{city}", "b": "{{n}}", "q": "query { viewer }", "c": {"x": 1}}'),
    ).toBe('{"a": "${city}", "b": "${n}", "q": "query { viewer }", "c": {"x": 1}}');
  });
});

it('finds the names of a new request in their places', () => {
  const spec = JSON.parse(newToolSource('t', 'http')) as JsonObject;
  expect([...namesOf(spec)].map(([name, places]) => [name, ...places])).toEqual([
    ['owner', 'address'],
    ['project', 'address'],
    ['limit', 'query'],
  ]);
});
