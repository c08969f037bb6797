// Compares questions with passages by the app's own embedding model, in Node. Vectors are cached for the next run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';

const kept = resolve(import.meta.dirname, '../../node_modules/.bench-answers/vectors.json');

/** @param load imports a module of the project */
export async function openMeaning(load) {
  const { makeEmbeddingModel } = await load('scripts/model/embedding-model.ts');
  const { openSentenceModel } = await load('src/knowledge/embedding/sentence-model.ts');
  const { embeddingText } = await load('src/search/passage-hash.ts');
  const paths = makeEmbeddingModel();
  const runtime = createRequire(import.meta.url).resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm');
  const embed = await openSentenceModel({
    graph: readFileSync(paths['onnx/model_quantized.onnx']),
    tokenizer: readFileSync(paths['tokenizer.json']),
    runtime: readFileSync(runtime),
  });
  const vectors = new Map(existsSync(kept) ? Object.entries(JSON.parse(readFileSync(kept, 'utf8'))) : []);
  const vectorOf = async (text) => {
    if (!vectors.has(text))
      vectors.set(
        text,
        Array.from(await embed(text), (value) => Number(value.toFixed(5))),
      );
    return vectors.get(text);
  };
  return {
    nearTo: (question) => async (passages) => {
      const asked = await vectorOf(question);
      const cosines = [];
      for (const passage of passages) {
        const vector = await vectorOf(embeddingText(passage));
        cosines.push(vector.reduce((sum, value, i) => sum + value * asked[i], 0));
      }
      return cosines;
    },
    keep() {
      mkdirSync(dirname(kept), { recursive: true });
      writeFileSync(kept, JSON.stringify(Object.fromEntries(vectors)));
    },
  };
}
