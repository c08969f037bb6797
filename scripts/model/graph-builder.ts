// Builds an ONNX graph: each call adds a tensor or an operation, and returns the name of its output.
import {
  ATTRIBUTE,
  ELEMENT,
  type Attribute,
  type Graph,
  type Node,
  type Port,
  RUNTIME_DOMAIN,
  type Tensor,
} from './onnx-messages.ts';

export class GraphBuilder {
  readonly #tensors = new Map<string, Tensor>();
  readonly #nodes: Node[] = [];

  /** Named by value: a constant requested twice is one tensor. */
  float(value: number): string {
    return this.floats(`float_${value}`, [], Float32Array.of(value));
  }

  floats(name: string, dims: readonly number[], values: Float32Array): string {
    return this.#tensor(name, dims, ELEMENT.float, bytesOf(values));
  }

  bytes(name: string, dims: readonly number[], values: Uint8Array): string {
    return this.#tensor(name, dims, ELEMENT.uint8, values);
  }

  /** A scalar integer. */
  int(value: number): string {
    return this.#tensor(`int_${value}`, [], ELEMENT.int64, bytesOf(BigInt64Array.of(BigInt(value))));
  }

  ints(...values: number[]): string {
    const name = `ints_${values.join('_')}`;
    return this.#tensor(name, [values.length], ELEMENT.int64, bytesOf(BigInt64Array.from(values, BigInt)));
  }

  /** An operation with one output. */
  add(opType: string, input: readonly string[], attribute: readonly Attribute[] = [], name?: string): string {
    const output = name ?? `${opType}_${this.#nodes.length}`;
    this.#nodes.push({ name: `node_${output}`, opType, input, output: [output], attribute });
    return output;
  }

  /** A fused operation of ONNX Runtime that replaces several standard ones. Empty inputs are omitted. */
  addFused(opType: string, input: readonly string[], attribute: readonly Attribute[] = []): string {
    const output = `${opType}_${this.#nodes.length}`;
    const domain = RUNTIME_DOMAIN;
    this.#nodes.push({ name: `node_${output}`, opType, domain, input, output: [output], attribute });
    return output;
  }

  /** An operation with several outputs. */
  addMany(opType: string, input: readonly string[], results: number): string[] {
    const name = `${opType}_${this.#nodes.length}`;
    const output = Array.from({ length: results }, (_, index) => `${name}_${index}`);
    this.#nodes.push({ name: `node_${name}`, opType, input, output, attribute: [] });
    return output;
  }

  graph(name: string, input: readonly Port[], output: readonly Port[]): Graph {
    return { name, node: this.#nodes, initializer: [...this.#tensors.values()], input, output };
  }

  #tensor(name: string, dims: readonly number[], dataType: number, rawData: Uint8Array): string {
    if (!this.#tensors.has(name)) this.#tensors.set(name, { name, dims, dataType, rawData });
    return name;
  }
}

export const attribute = {
  int: (name: string, i: number): Attribute => ({ name, type: ATTRIBUTE.int, i }),
  ints: (name: string, ints: readonly number[]): Attribute => ({ name, type: ATTRIBUTE.ints, ints }),
  float: (name: string, f: number): Attribute => ({ name, type: ATTRIBUTE.float, f }),
};

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}
