// The few messages of the ONNX format that a graph of dense layers needs, for protobufjs. Field numbers, element
// types and attribute types are those of onnx.proto (IR version 8).
import protobuf from 'protobufjs';

/** `TensorProto.DataType`. */
export const ELEMENT = { float: 1, uint8: 2, int32: 6, int64: 7 } as const;
/** `AttributeProto.AttributeType`. */
export const ATTRIBUTE = { float: 1, int: 2, ints: 7 } as const;

export interface Tensor {
  name: string;
  dims: readonly number[];
  dataType: number;
  /** Little-endian. */
  rawData: Uint8Array;
}

export interface Attribute {
  name: string;
  type: number;
  f?: number;
  i?: number;
  ints?: readonly number[];
}

export interface Node {
  name: string;
  opType: string;
  /** Absent: a standard operator. */
  domain?: string;
  input: readonly string[];
  output: readonly string[];
  attribute: readonly Attribute[];
}

/** An input or output of the graph; a named dimension may have any length. */
export interface Port {
  name: string;
  elemType: number;
  dims: readonly (string | number)[];
}

export interface Graph {
  name: string;
  node: readonly Node[];
  initializer: readonly Tensor[];
  input: readonly Port[];
  output: readonly Port[];
}

const one = (type: string, id: number) => ({ type, id });
const many = (type: string, id: number) => ({ type, id, rule: 'repeated' as const });

const messages = protobuf.Root.fromJSON({
  nested: {
    Model: {
      fields: {
        irVersion: one('int64', 1),
        producerName: one('string', 2),
        graph: one('Graph', 7),
        opsetImport: many('OperatorSet', 8),
      },
    },
    OperatorSet: { fields: { domain: one('string', 1), version: one('int64', 2) } },
    Graph: {
      fields: {
        node: many('Node', 1),
        name: one('string', 2),
        initializer: many('Tensor', 5),
        input: many('ValueInfo', 11),
        output: many('ValueInfo', 12),
      },
    },
    Node: {
      fields: {
        input: many('string', 1),
        output: many('string', 2),
        name: one('string', 3),
        opType: one('string', 4),
        attribute: many('Attribute', 5),
        domain: one('string', 7),
      },
    },
    Attribute: {
      fields: {
        name: one('string', 1),
        f: one('float', 2),
        i: one('int64', 3),
        ints: many('int64', 8),
        type: one('int32', 20),
      },
    },
    Tensor: {
      fields: {
        dims: many('int64', 1),
        dataType: one('int32', 2),
        name: one('string', 8),
        rawData: one('bytes', 9),
      },
    },
    ValueInfo: { fields: { name: one('string', 1), type: one('ValueType', 2) } },
    ValueType: { fields: { tensorType: one('TensorType', 1) } },
    TensorType: { fields: { elemType: one('int32', 1), shape: one('Shape', 2) } },
    Shape: { fields: { dim: many('Dimension', 1) } },
    Dimension: { fields: { dimValue: one('int64', 1), dimParam: one('string', 2) } },
  },
});

/** Domain of ONNX Runtime's additional operators. */
export const RUNTIME_DOMAIN = 'com.microsoft';

/** Encodes a model with this graph. `opset` is its version of the standard operators. */
export function encodeModel(graph: Graph, opset: number): Uint8Array {
  const model = messages.lookupType('Model');
  const isFused = graph.node.some(({ domain }) => domain === RUNTIME_DOMAIN);
  const message = model.create({
    irVersion: 8,
    producerName: 'perilune',
    opsetImport: [
      { domain: '', version: opset },
      ...(isFused ? [{ domain: RUNTIME_DOMAIN, version: 1 }] : []),
    ],
    graph: { ...graph, input: graph.input.map(valueInfo), output: graph.output.map(valueInfo) },
  });
  return model.encode(message).finish();
}

function valueInfo({ name, elemType, dims }: Port): object {
  const dim = dims.map((size) => (typeof size === 'string' ? { dimParam: size } : { dimValue: size }));
  return { name, type: { tensorType: { elemType, shape: { dim } } } };
}
