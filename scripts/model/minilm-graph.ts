// all-MiniLM-L6-v2 as an ONNX graph: BERT with six layers of twelve heads, with the 8-bit weights of TF.js.
//
// - `dynamic`: int8 products with activations quantised on the fly. Small, and fast on a CPU; elsewhere called `q8`.
//   Written in ONNX Runtime's own operators, as its optimiser would do, which would take .6 s at each load.
// - `weights`: weights are converted to floats before each product. For GPUs, whose kernels multiply floats.
import { attribute, GraphBuilder } from './graph-builder.ts';
import { ELEMENT, type Graph } from './onnx-messages.ts';
import { floatsOf, type Weight, zeroPointOf } from './tfjs-weights.ts';

export type Arithmetic = 'dynamic' | 'weights';

/** Version of the standard operators: the first with LayerNormalization. */
export const OPSET = 17;

export const SIZE = {
  hidden: 384,
  heads: 12,
  layers: 6,
  inner: 1536,
  vocabulary: 30_522,
  positions: 512,
};
/** Sizes of the warm-up model: all operations, almost no weights. */
const SMALL: typeof SIZE = { hidden: 24, heads: 2, layers: 1, inner: 48, vocabulary: 8, positions: 16 };
const NORM_EPSILON = 1e-12;
/** Added to masked scores: zero after the softmax. */
const MASKED = -10_000;
const PREFIX = 'StatefulPartitionedCall/model/tf_bert_model/bert/';
/** Names of the three embedding tables in TF.js. */
const TABLES = { word: 'unknown', position: 'unknown_0', type: 'unknown_1' } as const;

export function minilmGraph(weights: ReadonlyMap<string, Weight>, arithmetic: Arithmetic): Graph {
  return new MiniLm(weights, arithmetic).build();
}

/** The same operations with tiny weights: loaded while the model downloads, so that they are compiled by then. */
export function warmUpGraph(weights: ReadonlyMap<string, Weight>): Graph {
  const lengths = new Map([
    [SIZE.hidden, SMALL.hidden],
    [SIZE.inner, SMALL.inner],
    [SIZE.vocabulary, SMALL.vocabulary],
    [SIZE.positions, SMALL.positions],
  ]);
  const small = new Map<string, Weight>();
  for (const [name, weight] of weights) {
    const shape = weight.shape.map((length) => lengths.get(length) ?? length);
    small.set(name, { ...weight, shape, bytes: new Uint8Array(shape.reduce((a, b) => a * b, 1)) });
  }
  return new MiniLm(small, 'dynamic', SMALL).build();
}

class MiniLm {
  readonly #graph = new GraphBuilder();
  readonly #weights: ReadonlyMap<string, Weight>;
  readonly #dynamic: boolean;
  readonly #size: typeof SIZE;

  constructor(weights: ReadonlyMap<string, Weight>, arithmetic: Arithmetic, size = SIZE) {
    this.#weights = weights;
    this.#dynamic = arithmetic === 'dynamic';
    this.#size = size;
  }

  build(): Graph {
    const g = this.#graph;
    const mask = this.#mask();
    let hidden = this.#embeddings();
    for (let layer = 0; layer < this.#size.layers; layer++) {
      const path = `encoder/layer_._${layer}/`;
      const attended = this.#attention(hidden, mask, `${path}attention/`);
      const inner = this.#gelu(this.#dense(attended, `${path}intermediate/dense`));
      const outer = this.#dense(inner, `${path}output/dense`);
      hidden = this.#normOfSum(outer, attended, `${path}output/LayerNorm`);
    }
    g.add('Identity', [hidden], [], 'last_hidden_state');
    const tokens = ['batch_size', 'sequence_length'];
    const input = ['input_ids', 'attention_mask', 'token_type_ids'];
    return g.graph(
      'all-MiniLM-L6-v2',
      input.map((name) => ({ name, elemType: ELEMENT.int64, dims: tokens })),
      [{ name: 'last_hidden_state', elemType: ELEMENT.float, dims: [...tokens, this.#size.hidden] }],
    );
  }

  #embeddings(): string {
    const g = this.#graph;
    const shape = g.add('Shape', ['input_ids']);
    const length = g.add('Squeeze', [g.add('Gather', [shape, g.ints(1)], [attribute.int('axis', 0)])]);
    const positions = g.add('Unsqueeze', [g.add('Range', [g.int(0), length, g.int(1)]), g.ints(0)]);
    const words = this.#lookUp(TABLES.word, 'input_ids');
    const types = this.#lookUp(TABLES.type, 'token_type_ids');
    const sum = g.add('Add', [g.add('Add', [words, types]), this.#lookUp(TABLES.position, positions)]);
    return this.#norm(sum, 'embeddings/LayerNorm');
  }

  #lookUp(table: string, ids: string): string {
    const { weight, scale, zero } = this.#quantized(table);
    const rows = this.#graph.add('Gather', [weight, ids], [attribute.int('axis', 0)]);
    return this.#graph.add('DequantizeLinear', [rows, scale, zero]);
  }

  /** Fused: 1 for a token, 0 for padding. Otherwise, the term added to attention scores: 0, or far below 0. */
  #mask(): string {
    const g = this.#graph;
    if (this.#dynamic) return g.add('Cast', ['attention_mask'], [attribute.int('to', ELEMENT.int32)]);
    const wide = g.add('Unsqueeze', ['attention_mask', g.ints(1, 2)]);
    const kept = g.add('Cast', [wide], [attribute.int('to', ELEMENT.float)]);
    return g.add('Mul', [g.add('Sub', [g.float(1), kept]), g.float(MASKED)]);
  }

  #attention(hidden: string, mask: string, path: string): string {
    const g = this.#graph;
    // Query, key and value are products of the same activations, so these are quantised once.
    const activations = this.#toBytes(hidden);
    const parts = ['query', 'key', 'value'].map((part) =>
      this.#dense(hidden, `${path}self/${part}`, activations),
    ) as [string, string, string];
    const joined = this.#dynamic
      ? g.addFused(
          'MultiHeadAttention',
          [...parts, '', mask],
          [attribute.int('num_heads', this.#size.heads), attribute.float('mask_filter_value', MASKED)],
        )
      : this.#attentionInParts(parts, mask);
    const out = this.#dense(joined, `${path}output/dense`);
    return this.#normOfSum(out, hidden, `${path}output/LayerNorm`);
  }

  #attentionInParts(parts: [string, string, string], mask: string): string {
    const g = this.#graph;
    const { hidden, heads } = this.#size;
    const [query, key, value] = parts.map((part) =>
      g.add('Reshape', [part, g.ints(0, 0, heads, hidden / heads)]),
    ) as [string, string, string];
    const turn = (given: string, ...perm: number[]) =>
      g.add('Transpose', [given], [attribute.ints('perm', perm)]);
    const product = g.add('MatMul', [turn(query, 0, 2, 1, 3), turn(key, 0, 2, 3, 1)]);
    const scores = g.add('Add', [g.add('Mul', [product, g.float(1 / Math.sqrt(hidden / heads))]), mask]);
    const shares = g.add('Softmax', [scores], [attribute.int('axis', -1)]);
    const mixed = turn(g.add('MatMul', [shares, turn(value, 0, 2, 1, 3)]), 0, 2, 1, 3);
    return g.add('Reshape', [mixed, g.ints(0, 0, hidden)]);
  }

  #dense(x: string, path: string, activations = this.#toBytes(x)): string {
    const g = this.#graph;
    const { weight, scale, zero } = this.#quantized(`${path}/Tensordot/ReadVariableOp`);
    const bias = this.#floats(`${path}/BiasAdd/ReadVariableOp`);
    if (!activations) {
      return g.add('Add', [g.add('MatMul', [x, g.add('DequantizeLinear', [weight, scale, zero])]), bias]);
    }
    const [bytes, bytesScale, bytesZero] = activations;
    return g.addFused('MatMulIntegerToFloat', [bytes, weight, bytesScale, scale, bytesZero, zero, bias]);
  }

  /** Quantised values, scale and zero point; undefined for float products. */
  #toBytes(x: string): [string, string, string] | undefined {
    return this.#dynamic
      ? (this.#graph.addMany('DynamicQuantizeLinear', [x], 3) as [string, string, string])
      : undefined;
  }

  #gelu(x: string): string {
    const g = this.#graph;
    if (this.#dynamic) return g.addFused('Gelu', [x]);
    const erf = g.add('Erf', [g.add('Div', [x, g.float(Math.SQRT2)])]);
    return g.add('Mul', [g.add('Mul', [x, g.add('Add', [erf, g.float(1)])]), g.float(0.5)]);
  }

  #norm(x: string, path: string): string {
    const rest = [attribute.int('axis', -1), attribute.float('epsilon', NORM_EPSILON)];
    return this.#graph.add('LayerNormalization', [x, ...this.#gainAndShift(path)], rest);
  }

  #normOfSum(x: string, y: string, path: string): string {
    const g = this.#graph;
    if (!this.#dynamic) return this.#norm(g.add('Add', [x, y]), path);
    const epsilon = attribute.float('epsilon', NORM_EPSILON);
    return g.addFused('SkipLayerNormalization', [x, y, ...this.#gainAndShift(path)], [epsilon]);
  }

  #gainAndShift(path: string): [string, string] {
    return [
      this.#floats(`${path}/batchnorm/mul/ReadVariableOp`),
      this.#floats(`${path}/batchnorm/ReadVariableOp`),
    ];
  }

  #quantized(name: string): { weight: string; scale: string; zero: string } {
    const g = this.#graph;
    const found = this.#weight(name);
    return {
      weight: g.bytes(name, found.shape, found.bytes),
      scale: g.floats(`${name}:scale`, [], Float32Array.of(found.scale)),
      zero: g.bytes(`${name}:zero`, [], Uint8Array.of(zeroPointOf(found))),
    };
  }

  #floats(name: string): string {
    const found = this.#weight(name);
    return this.#graph.floats(name, found.shape, floatsOf(found));
  }

  #weight(name: string): Weight {
    const found = this.#weights.get(PREFIX + name) ?? this.#weights.get(name);
    if (!found) throw new Error(`the model has no weight ${name}`);
    return found;
  }
}
