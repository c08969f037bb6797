// Attacks by a hostile site, by class: any value in any field of the manifest and its pages. The result is a Failure,
// or an answer whose fields have the right types.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { SiteHit, SitePage } from '../core/site-pack.ts';
import { memorySource, packOf } from './memory-pack.test-support.ts';
import { openPack } from './open-pack.ts';
import { readPages } from './read-pages.ts';

const { files } = packOf(
  ['oil', 'wick', 'glass'].map((word) => ({
    document: word,
    index: 0,
    title: `About ${word}`,
    heading: ['Part'],
    text: `The lantern needs ${word} at night`,
  })),
  { filtersOf: (id) => ({ topic: [id] }) },
);
const read = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
const manifest = read(files.get('perilune.json')!) as Record<string, unknown> & { root: string };
const texts = [...files.keys()].filter((name) => name.startsWith('text/'));
const page = read(inflateRawSync(files.get(texts[0]!)!)) as Record<string, unknown>;

const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    -1,
    2 ** 53,
    1e308,
    '../../x',
    'javascript:alert(1)',
    '<img src=x onerror=1>',
    null,
  ),
  fc.constant(JSON.parse('{"__proto__":{"a":["b"]},"constructor":"c","then":"d"}') as unknown),
  fc.constantFrom<unknown>(
    [[0, 1e9, 0, '']],
    [[0, 5, 9, 'a']],
    [[-3, 5, 0, 'a']],
    [[5, 0, 0, 'a']],
    [[0, 5, 0, 7]],
  ),
  fc.constantFrom<unknown>([null], { topic: 'a' }, { topic: { a: 'many' } }, [{ name: 'a', description: 3 }]),
);

async function outcomes(changed: ReadonlyMap<string, Uint8Array>): Promise<unknown[]> {
  const source = memorySource(changed);
  const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
  const pack = await openPack(source).catch((error: unknown) => error as Error);
  if (pack instanceof Error) return [pack];
  expect(
    Object.values(pack.info.filters).every((values) => Object.values(values).every(Number.isFinite)),
  ).toBe(true);
  expect(pack.info.tools.every(({ name }) => typeof name === 'string')).toBe(true);
  const results = await Promise.all([
    caught(
      pack.search('lantern', { passages: true, explain: true }).then(({ hits }) => hits.forEach(checkHit)),
    ),
    caught(pack.answer('what does the lantern need?')),
    caught(readPages(source, manifest, { from: 0, to: 3 }).then((pages) => pages.forEach(checkPage))),
    caught(pack.page(0)),
    caught(pack.tools()),
  ]);
  pack.close();
  return results;
}

function checkHit({ title, url, meta, sections }: SiteHit): void {
  const given = [
    title,
    url,
    ...Object.values(meta),
    ...sections.flatMap((one) => [one.url, one.snippet, ...one.heading]),
  ];
  expect(given.every((one) => typeof one === 'string')).toBe(true);
}

function checkPage({ title, url, body, meta, filters }: SitePage): void {
  expect([title, url, body, ...Object.values(meta)].every((one) => typeof one === 'string')).toBe(true);
  for (const values of Object.values(filters))
    expect(values.every((one) => typeof one === 'string')).toBe(true);
  for (const one of [meta, filters]) {
    expect(Object.getPrototypeOf(one)).toBe(Object.prototype);
    expect(Object.keys(one)).not.toContain('__proto__');
  }
}

async function holds(name: string, given: object): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(given));
  const names = name === 'perilune.json' ? [name] : texts;
  const changed = new Map(files);
  for (const one of names)
    changed.set(one, one.endsWith('.json') ? bytes : new Uint8Array(deflateRawSync(bytes)));
  for (const outcome of await outcomes(changed))
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Failure);
}

it('survives any manifest', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(manifest), 'base', 'vectors', 'toolsFile'),
      value,
      async (field, given) => {
        await holds('perilune.json', { ...manifest, [field]: given });
      },
    ),
    { numRuns: 300 },
  );
});

it('survives any pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(page), 'language'), value, async (field, given) => {
      await holds('text', { ...page, [field]: given });
    }),
    { numRuns: 300 },
  );
  expect(isObject(page)).toBe(true);
});

it('takes no file from outside its folder', async () => {
  const names: string[] = [];
  const outside = fc.constantFrom(
    '../../secret',
    'model/../../x.bin',
    'https://x.example/a',
    '//x.example/a',
    'a'.repeat(12),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('root', 'files', 'toolsFile', 'vectors'),
      outside,
      async (field, given) => {
        const made =
          field === 'vectors'
            ? {
                model: 'm',
                dimensions: 4,
                list: given,
                files: { graph: given, tokenizer: given, runtime: given },
              }
            : given;
        const changed = new Map(files).set(
          'perilune.json',
          new TextEncoder().encode(JSON.stringify({ ...manifest, [field]: made })),
        );
        const source = memorySource(changed, names);
        const pack = await openPack(source).catch(() => undefined);
        await pack?.search('lantern').catch(() => undefined);
        await pack?.tools().catch(() => undefined);
      },
    ),
  );
  expect(names.filter((name) => !/^(perilune\.json|[a-z]+\/[\da-f]{12}\.(bin|json))$/.test(name))).toEqual(
    [],
  );
});
