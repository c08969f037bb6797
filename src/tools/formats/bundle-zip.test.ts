// The app's own formats: an export imports unchanged, and an altered file is rejected.
import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Tool } from '../../core/tool.ts';
import { MANIFEST, readBundle, writeBundle } from './bundle-zip.ts';
import { readImport } from './read-import.ts';
import { draftOf, FACE, filesFrom, flowSource, httpSource, someTool } from './tools.test-support.ts';
import { readToolsJson, writeToolsJson } from './tools-json.ts';

const TOOLS: Tool[] = [
  someTool({ spec: { version: '1.0.0' }, enabled: false, tags: ['weather', 'old'] }),
  someTool({
    spec: { version: '2.0.0', hosts: ['api.example.com'] },
    files: { 'lib/words.lua': 'return { hello = "Grüezi 🌤" }', 'cases.json': '[]', 'tool.lua': 'return 1' },
    config: { units: 'metric', key: '${WEATHER_KEY}', nested: { list: [1, null, 'x'] } },
    limits: { timeout: 5 },
    maxCallsPerMinute: 10,
    llmCallable: false,
  }),
  someTool({
    name: 'feeds',
    kind: 'connector',
    source: 'connector = { name = "feeds" }',
    userCallable: false,
  }),
  someTool({ name: 'forecast', kind: 'http', source: httpSource('forecast'), config: { A: '${TOKEN}' } }),
  someTool({ name: 'morning', kind: 'flow', source: flowSource('morning') }),
  someTool({
    name: 'snake',
    source: '#!/usr/bin/python',
    problem: 'it is written for python',
    enabled: false,
  }),
];

const refused = async (bytes: Uint8Array): Promise<string> =>
  readBundle(bytes, 'b.zip').then(
    () => 'it was read',
    (error: Error) => error.message,
  );

/** Replaces some files of the bundle. */
function tampered(bytes: Uint8Array, change: (files: Record<string, Uint8Array>) => void): Uint8Array {
  const files = unzipSync(bytes);
  change(files);
  return zipSync(files);
}

function manifestChanged(bytes: Uint8Array, change: (manifest: JsonObject) => void): Uint8Array {
  return tampered(bytes, (files) => {
    const manifest = JSON.parse(new TextDecoder().decode(files[MANIFEST])) as JsonObject;
    change(manifest);
    files[MANIFEST] = new TextEncoder().encode(JSON.stringify(manifest));
  });
}

describe('a bundle', () => {
  it('brings the view of a tool as imported, whatever its origin was', async () => {
    const page = { source: '<p>view', language: 'html', from: 'answer' } as const;
    const bytes = await writeBundle(FACE, [someTool({ page })]);
    expect(new TextDecoder().decode(unzipSync(bytes)[MANIFEST])).not.toContain('answer');
    const [draft] = (await readBundle(bytes, 'b.zip')).tools;
    expect(draft?.page).toEqual({ ...page, from: 'import' });
    const broken = manifestChanged(bytes, (manifest) => {
      const [tool] = manifest['tools'] as JsonObject[];
      tool!['page'] = { source: 5 };
    });
    expect(await refused(broken)).toMatch(/page must be/);
  });

  it('is the same when imported elsewhere: every version, kind, module, tag and switch', async () => {
    const [draft] = await readImport(filesFrom({ 'b.zip': await writeBundle(FACE, TOOLS) }));
    expect(draft).toMatchObject({ ...FACE, secrets: ['TOKEN', 'WEATHER_KEY'], notes: [] });
    const sorted = [...(draft?.tools ?? [])].sort((a, b) => (a.source < b.source ? -1 : 1));
    expect(sorted).toEqual(TOOLS.map(draftOf).sort((a, b) => (a.source < b.source ? -1 : 1)));
  });

  it('is the same when imported as an unpacked folder', async () => {
    const bytes = await writeBundle(FACE, TOOLS);
    const files = Object.entries(unzipSync(bytes)).map(([path, content]) => ({
      path: `there/${path}`,
      bytes: content,
    }));
    expect(await readImport(files)).toEqual(await readImport(filesFrom({ 'b.zip': bytes })));
  });

  it('has the same bytes for the same tools, in any order', async () => {
    const bytes = await writeBundle(FACE, TOOLS);
    expect(await writeBundle(FACE, [...TOOLS].reverse())).toEqual(bytes);
    const config = Object.fromEntries(Object.entries(TOOLS[1]?.config ?? {}).reverse()) as JsonObject;
    const same = TOOLS.map((tool, index) => (index === 1 ? { ...tool, config } : tool));
    expect(await writeBundle(FACE, same)).toEqual(bytes);
  });

  it('contains no policy, grant or id, and no built-in tool', async () => {
    const builtin = someTool({ name: 'search', kind: 'builtin', source: '' });
    const files = unzipSync(await writeBundle(FACE, [...TOOLS, builtin]));
    const manifest = new TextDecoder().decode(files[MANIFEST]);
    expect(manifest).not.toMatch(/policy|granted\.example\.com|id-weather|"search"/);
    expect(JSON.parse(manifest)).toMatchObject({ format: 'perilune-bundle', formatVersion: 1, ...FACE });
  });

  it('reads back unchanged, whatever it contains, also as JSON', async () => {
    // No lone surrogates: such text can't be written as UTF-8.
    const anyText = fc.string({ unit: 'binary', maxLength: 60 }).filter((one) => !/\p{Cs}/u.test(one));
    const path = fc.stringMatching(/^[a-zA-Zü]{1,6}(\/[a-z]{1,6}){0,2}\.(lua|txt)$/);
    const config = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
      { maxKeys: 3, noNullPrototype: true },
    );
    const tool = fc.record({
      name: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,20}$/),
      version: fc.stringMatching(/^[A-Za-z0-9.+_-]{1,12}$/),
      kind: fc.constantFrom('lua' as const, 'connector' as const, 'http' as const, 'flow' as const),
      source: anyText,
      files: fc.dictionary(path, anyText, { maxKeys: 4, noNullPrototype: true }),
      config,
      enabled: fc.boolean(),
      llmCallable: fc.boolean(),
      maxCallsPerMinute: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    });
    const tools = fc.uniqueArray(tool, {
      maxLength: 6,
      minLength: 1,
      selector: (one) => `${one.name.replaceAll('_', '-')} ${one.version}`,
    });
    await fc.assert(
      fc.asyncProperty(tools, async (given) => {
        const all = given.map(({ version, maxCallsPerMinute, ...one }) =>
          someTool({
            ...one,
            spec: { version },
            ...(maxCallsPerMinute !== undefined && { maxCallsPerMinute }),
          }),
        );
        const key = (one: { fileName: string; source: string }): string => `${one.fileName} ${one.source}`;
        const order = <T extends { fileName: string; source: string }>(list: readonly T[]): T[] =>
          [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1));
        const bundle = await readBundle(await writeBundle(FACE, all));
        const expected = all.map(draftOf);
        expect(new Set(bundle.tools.map((one) => JSON.stringify(canonical(one))))).toEqual(
          new Set(expected.map((one) => JSON.stringify(canonical(one)))),
        );
        const json = JSON.parse(writeToolsJson(FACE, all)) as Record<string, unknown>;
        expect(order(readToolsJson(json, 'x.json').tools).map(canonical)).toEqual(
          order(all.map(draftOf)).map(canonical),
        );
      }),
      { numRuns: 25 },
    );
  });
});

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  );
}

describe('an altered bundle', () => {
  it('is rejected when a source or a module differs by one byte', async () => {
    const bytes = await writeBundle(FACE, TOOLS);
    const paths = Object.keys(unzipSync(bytes)).filter((path) => path !== MANIFEST);
    expect(paths.length).toBeGreaterThan(TOOLS.length);
    for (const path of paths) {
      const changed = tampered(bytes, (files) => {
        files[path] = Uint8Array.from([...(files[path] ?? []), 0x20]);
      });
      expect(await refused(changed)).toContain(`the file '${path}' was changed after the bundle was made`);
    }
  });

  it('is rejected when a file is missing or unlisted', async () => {
    const bytes = await writeBundle(FACE, TOOLS);
    const path = Object.keys(unzipSync(bytes)).find((one) => one.endsWith('words.lua')) ?? '';
    expect(await refused(tampered(bytes, (files) => delete files[path]))).toContain(`'${path}' is missing`);
    const more = tampered(bytes, (files) => (files['extra.lua'] = new Uint8Array([1])));
    expect(await refused(more)).toContain("the file 'extra.lua' is not in its list");
    expect(await refused(tampered(bytes, (files) => delete files[MANIFEST]))).toContain(
      `it has no ${MANIFEST}`,
    );
  });

  it('is rejected when its manifest has another format or version, or is unreadable', async () => {
    const bytes = await writeBundle(FACE, TOOLS);
    const first = (manifest: JsonObject): JsonObject => (manifest['tools'] as JsonObject[])[0] as JsonObject;
    const changes: [(manifest: JsonObject) => void, string][] = [
      [(manifest) => (manifest['formatVersion'] = 2), 'made by a newer Perilune'],
      [(manifest) => (manifest['format'] = 'other'), 'not a list of tools'],
      [(manifest) => (manifest['tools'] = {}), 'not a list of tools'],
      [(manifest) => (manifest['slug'] = '../x'), "can’t be called '../x'"],
      [(manifest) => delete manifest['displayName'], 'name or description is missing'],
      [(manifest) => (first(manifest)['name'] = '__proto__'), "the 'name' of a tool"],
      [(manifest) => (first(manifest)['kind'] = 'builtin'), "the 'kind' of a tool"],
      [(manifest) => (first(manifest)['config'] = []), "the 'config' of a tool"],
      [(manifest) => (first(manifest)['tags'] = ['no tag']), 'is not allowed'],
      [(manifest) => (first(manifest)['limits'] = { timeout: 1e9 }), 'limits.timeout must be'],
      [(manifest) => (first(manifest)['files'] = null), 'list of tools is broken'],
      [(manifest) => (first(manifest)['path'] = '../../etc/passwd'), "'../../etc/passwd' is missing"],
    ];
    for (const [change, why] of changes) expect(await refused(manifestChanged(bytes, change))).toContain(why);
    const broken = tampered(bytes, (files) => (files[MANIFEST] = new TextEncoder().encode('{')));
    expect(await refused(broken)).toContain('cannot be read');
  });
});

describe('an export that could not be imported again', () => {
  it('is not written', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => someTool({ name: `t${index}` }));
    await expect(writeBundle(FACE, many)).rejects.toMatchObject({ code: 'too_large' });
    const odd = someTool({ files: { 'constructor/x.txt': '' } });
    await expect(writeBundle(FACE, [odd])).rejects.toMatchObject({ code: 'bad_request' });
  });
});
