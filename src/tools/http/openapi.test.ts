// OpenAPI documents as bundles of HTTP tools: the result of each part, the notes on the rest, and running the tools.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspectTool } from '../../../scripts/inspect-tool.ts';
import { readPrelude } from '../../../scripts/prelude.ts';
import type { JsonObject } from '../../base/json.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { LuaVm } from '../../sandbox/worker/vm.ts';
import { compileHttp } from './compile-http.ts';
import { readHttpSpec } from './http-spec.ts';
import type { HttpSpec } from './http-types.ts';
import { HttpTrial, ReplyServer } from './http-trial.test-support.ts';
import { readOpenApi } from './openapi.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';

const PETS = `
openapi: 3.0.3
info: { title: Pet Store!, version: 1.2.0, description: Pets for all }
servers:
  - url: https://{region}.pets.example/{base}/
    variables: { region: { default: eu, enum: [eu, us] }, base: { default: v2 } }
security: [{ key: [] }]
paths:
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: integer, format: int64 }, description: Which one }
    get:
      operationId: pets.get-one
      summary: One pet
      tags: [Pets, two words]
      parameters:
        - { name: 'fields[]', in: query, schema: { type: array, items: { type: string, enum: [name, tag] } } }
        - { name: ids, in: query, style: form, explode: false, schema: { type: array, items: { type: string } } }
        - { name: X-Trace, in: header, schema: { type: string, default: none } }
        - { name: petId, in: query, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Simple' } } } }
    delete:
      security: []
      responses: { '204': { description: gone } }
  /pets:
    post:
      operationId: addPet
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
      security: [{ both: [read, write] }, {}]
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } }
    put:
      operationId: addPet
      requestBody: { content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } } }
      security: [{ user: [] }]
      responses: {}
  /login:
    post:
      requestBody:
        content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { name: { type: string } } } } }
      security: [{ token: [] }]
      responses: {}
  /photo:
    post:
      requestBody: { required: true, content: { multipart/form-data: { schema: { type: object } } } }
      security: [{ cookie: [] }]
      responses: {}
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Api-Key }
    both: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://auth.pets.example/token', scopes: { read: r } } } }
    user: { type: http, scheme: basic }
    token: { type: http, scheme: bearer }
    cookie: { type: apiKey, in: cookie, name: sid }
  schemas:
    Simple: { type: object, required: [name], properties: { name: { type: string }, age: { type: integer, nullable: true } } }
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string, description: What it is called, pattern: '^[a-z]+$', example: rex }
        kind: { type: string, enum: [cat, dog], default: cat }
        parent: { $ref: '#/components/schemas/Pet' }
`;

const specOf = (draft: ToolDraft | undefined): HttpSpec => readHttpSpec(draft?.source ?? '', draft?.fileName);

/** An OpenAPI document with the given paths. */
const around = (paths: JsonObject, more: JsonObject = {}): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: 'https://a.example' }],
    paths,
    ...more,
  });

describe('a document', () => {
  let bundle: BundleDraft;
  let specs: Record<string, HttpSpec>;
  beforeAll(async () => {
    bundle = await readOpenApi(PETS);
    specs = Object.fromEntries(bundle.tools.map((draft) => [specOf(draft).name, specOf(draft)]));
  });

  it('becomes a bundle with a tool for each operation', () => {
    expect(bundle).toMatchObject({
      slug: 'pet-store',
      displayName: 'Pet Store!',
      description: 'Pets for all',
    });
    expect(Object.keys(specs)).toEqual([
      'pets_get-one',
      'delete_pets_petId',
      'addPet',
      'addPet_2',
      'post_login',
      'post_photo',
    ]);
    expect(bundle.tools[0]).toMatchObject({
      kind: 'http',
      fileName: 'pets_get-one.http.json',
      tags: ['pets', 'two_words'],
    });
  });

  it('makes arguments of path, query and headers, with their descriptions', () => {
    const spec = specs['pets_get-one'];
    expect(spec).toMatchObject({ description: 'One pet', version: '1.2.0' });
    expect(spec?.parameters).toEqual({
      type: 'object',
      properties: {
        petId: { type: 'integer', format: 'int64', description: 'Which one' },
        fields: { type: 'array', items: { type: 'string', enum: ['name', 'tag'] } },
        ids: { type: 'array', items: { type: 'string' } },
        'X-Trace': { type: 'string', default: 'none' },
        petId_2: { type: 'string' },
      },
      required: ['petId'],
    });
    expect(spec?.request).toEqual({
      method: 'GET',
      url: 'https://eu.pets.example/v2/pets/${petId}',
      query: { 'fields[]': '${fields}', ids: { value: '${ids}', join: ',' }, petId: '${petId_2}' },
      headers: { 'X-Trace': '${X-Trace}' },
    });
    expect(spec?.returns).toEqual({
      type: ['object', 'null'],
      properties: { name: { type: ['string', 'null'] }, age: { type: ['integer', 'null'] } },
    });
    expect(bundle.notes).toContainEqual(expect.stringMatching(/cookie session is left out/));
  });

  it("makes arguments of a body's fields, without read-only ones, and cuts cycles", () => {
    const spec = specs['addPet_2'];
    expect(bundle.notes).toContainEqual(expect.stringMatching(/Pet contains itself/));
    expect(specs['addPet']?.request.body).toEqual({
      name: '${name}',
      kind: '${kind}',
      parent: '${parent}',
    });
    expect(specs['addPet']?.parameters?.required).toEqual(['name']);
    expect(specs['addPet']?.parameters?.properties).toMatchObject({
      name: { type: 'string', description: 'What it is called', pattern: '^[a-z]+$' },
      kind: { type: 'string', enum: ['cat', 'dog'], default: 'cat' },
    });
    expect(specs['addPet']?.returns).toBeUndefined();
    expect(spec?.request.body).toBe('${body}');
    expect(specs['post_login']?.request).toMatchObject({
      contentType: 'application/x-www-form-urlencoded',
      body: { name: '${name}' },
    });
  });

  it('asks for secrets under its own names, and knows operations that need none', () => {
    expect(specs['pets_get-one']?.auth).toEqual({
      type: 'apiKey',
      in: 'header',
      name: 'X-Api-Key',
      value: '${PET_STORE_KEY}',
    });
    expect(specs['delete_pets_petId']?.auth).toBeUndefined();
    expect(specs['addPet']?.auth).toMatchObject({
      type: 'oauth2',
      scope: 'read write',
      clientId: '${PET_STORE_CLIENT_ID}',
    });
    expect(specs['addPet_2']?.auth).toMatchObject({ type: 'basic', username: '${PET_STORE_USERNAME}' });
    expect(specs['post_login']?.auth).toEqual({ type: 'bearer', token: '${PET_STORE_TOKEN}' });
    expect(bundle.tools[0]?.config).toEqual({ PET_STORE_KEY: '${PET_STORE_KEY}' });
    expect([...bundle.secrets].sort()).toEqual(
      ['CLIENT_ID', 'CLIENT_SECRET', 'KEY', 'PASSWORD', 'TOKEN', 'USERNAME'].map(
        (name) => `PET_STORE_${name}`,
      ),
    );
  });

  it('notes what is unsupported, and keeps such a tool with the reason', () => {
    const photo = bundle.tools.find(({ fileName }) => fileName.startsWith('post_photo'));
    expect(photo?.problem).toBe('POST /photo: its body is multipart/form-data, which tools cannot send.');
    expect(bundle.notes).toContain(photo?.problem);
    expect(bundle.notes).toContainEqual(
      expect.stringMatching(/a kind of authentication that tools don’t support/),
    );
  });

  it('makes scripts that declare what the document says', async () => {
    const vm = await LuaVm.load(readPrelude());
    for (const spec of Object.values(specs)) {
      const { name, parameters } = await inspectTool(vm, compileHttp(spec), 't.lua');
      expect([name, parameters]).toEqual([spec.name, spec.parameters]);
    }
  });
});

it('is read as Swagger 2, and lets the user name a missing server', async () => {
  const swagger = {
    swagger: '2.0',
    info: { title: '1st', version: 'v 1' },
    basePath: '/api',
    paths: {
      '/x': {
        post: {
          parameters: [
            { name: 'q', in: 'query', type: 'integer', required: true },
            { name: 'b', in: 'body', schema: { type: 'object', properties: { n: { type: 'number' } } } },
          ],
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  };
  const bundle = await readOpenApi(JSON.stringify(swagger));
  const spec = specOf(bundle.tools[0]);
  expect(spec.version).toBeUndefined();
  expect(spec.request).toEqual({
    method: 'POST',
    url: '${API_1ST_URL}/api/x',
    query: { q: '${q}' },
    body: { n: '${n}' },
  });
  expect(bundle.tools[0]?.config).toEqual({ API_1ST_URL: '' });
  expect(bundle.notes).toContainEqual(expect.stringMatching(/set API_1ST_URL in the settings/));
  const hosted = await readOpenApi(JSON.stringify(swagger), 'https://docs.example/v/openapi.json');
  expect(specOf(hosted.tools[0]).request.url).toBe('https://docs.example/api/x');
});

describe('the import limits', () => {
  it.each([
    ['', /not an OpenAPI document/],
    ['{}', /not an OpenAPI document/],
    ['{', /cannot be read/],
    ['a: [', /cannot be read/],
    ['openapi: 4.0.0', /not an OpenAPI document/],
    [
      `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [${'*b, '.repeat(60)}*b]\nd: [${'*c, '.repeat(60)}*c]`,
      /cannot be read|too large/,
    ],
    [`{"openapi": "3.0.0", "x": ${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested too deeply/],
  ])('%.40s', async (text, message) => {
    await expect(readOpenApi(text)).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringMatching(message),
    });
  });

  it('reject more than 32 MiB', async () => {
    await expect(readOpenApi(' '.repeat(32 * 1024 * 1024 + 1))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('drop names with a meaning in JavaScript', async () => {
    const text = around({
      '/x': {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/P' } } } },
        },
      },
    });
    const schemas =
      '{"P": {"type": "object", "properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}}}, "__proto__": {"polluted": true}}';
    const { tools } = await readOpenApi(text.replace(/\}$/, `,"components": {"schemas": ${schemas}}}`));
    expect(specOf(tools[0]).request.body).toEqual({ constructor: '${constructor}' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    const lost = await readOpenApi(
      around({ '/x': { $ref: '#/__proto__/x' }, '/y': { $ref: '#/paths/~1y' }, '/z': { $ref: 'o.yaml' } }),
    );
    expect(lost.tools).toEqual([]);
    expect(lost.notes).toEqual([
      expect.stringMatching(/__proto__.*there is nothing/),
      expect.stringMatching(/it leads in a circle/),
      expect.stringMatching(/o\.yaml.*another document/),
      expect.stringMatching(/no operation that can become a tool/),
    ]);
  });

  it('reject an operation that would lead elsewhere', async () => {
    const { tools, notes } = await readOpenApi(
      around({ '/a/../b': { get: {} }, '/ok/{id}/${x}': { get: {} } }),
    );
    expect(notes).toEqual([expect.stringMatching(/^GET \/a\/\.\.\/b was left out: .*can’t contain/)]);
    expect(specOf(tools[0]).request.url).toBe('https://a.example/ok/${id}/%24${x}');
  });

  it('cut schemas that grow without end', async () => {
    const level = (n: number): JsonObject => ({
      type: 'object',
      properties: Object.fromEntries(
        ['a', 'b', 'c', 'd'].map((name) => [name, { $ref: `#/components/schemas/S${n + 1}` }]),
      ),
    });
    const schemas = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`S${n}`, level(n)]));
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
    const { tools, notes } = await expectWithin(1000, () =>
      readOpenApi(around({ '/x': { post: { requestBody: { content } } } }, { components: { schemas } })),
    );
    expect(tools).toHaveLength(1);
    expect(notes).toContainEqual(expect.stringMatching(/too large; their innermost parts accept any value/));
  });
});

describe('an imported tool', () => {
  const server = new ReplyServer();
  const trial = new HttpTrial();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  beforeEach(() => void (server.seen.length = 0));

  it('runs', async () => {
    const text = PETS.replace('https://{region}.pets.example/{base}/', `${server.origin}/v2`);
    const { tools } = await readOpenApi(text);
    server.reply = () => ({ type: 'application/json', body: '{"name":"rex"}' });
    const { result } = await trial.run(JSON.parse(tools[0]?.source ?? '') as JsonObject, {
      args: { petId: 7, fields: ['name', 'tag'], ids: ['1', '2'] },
      secrets: { PET_STORE_KEY: 'canary-123' },
    });
    expect(result).toEqual({ name: 'rex' });
    expect(server.only.url).toBe('/v2/pets/7?fields%5B%5D=name&fields%5B%5D=tag&ids=1%2C2');
    expect(server.only.headers['x-api-key']).toBe('canary-123');
  });
});
