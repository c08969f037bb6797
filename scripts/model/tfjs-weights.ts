// Reads the weights of a TF.js graph model: a list in model.json, their bytes concatenated in the shards.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A weight stored as bytes: its value is `byte * scale + min`. */
export interface Weight {
  shape: number[];
  bytes: Uint8Array;
  scale: number;
  min: number;
}

interface Manifest {
  paths: string[];
  weights: {
    name: string;
    shape: number[];
    dtype: string;
    quantization?: { dtype: string; min: number; scale: number };
  }[];
}

/** The files of a TF.js model, in reading order. */
export function tfjsFiles(folder: string): string[] {
  return ['model.json', ...manifestOf(folder).paths].map((name) => join(folder, name));
}

/**
 * The weights stored as bytes, by name; the few others are constants of the graph. @throws Error when the files do
 * not match.
 */
export function readWeights(folder: string): Map<string, Weight> {
  const { paths, weights } = manifestOf(folder);
  const data = Buffer.concat(paths.map((path) => readFileSync(join(folder, path))));
  const read = new Map<string, Weight>();
  let offset = 0;
  for (const { name, shape, quantization } of weights) {
    const count = shape.reduce((product, size) => product * size, 1);
    const size = quantization ? count : count * 4;
    if (quantization) {
      const { min, scale } = quantization;
      read.set(name, { shape, bytes: data.subarray(offset, offset + size), min, scale });
    }
    offset += size;
  }
  if (offset !== data.length) {
    throw new Error(`${folder} lists ${offset} bytes of weights, and has ${data.length}`);
  }
  return read;
}

export function floatsOf({ bytes, scale, min }: Weight): Float32Array {
  return Float32Array.from(bytes, (byte) => byte * scale + min);
}

/** The byte for 0, which ONNX requires to be an integer. @throws Error when there is none. */
export function zeroPointOf({ scale, min }: Weight): number {
  const exact = -min / scale;
  const zero = Math.round(exact);
  if (Math.abs(exact - zero) > 1e-3 || zero < 0 || zero > 255) {
    throw new Error(`no byte stands for 0 in a weight from ${min} by ${scale}`);
  }
  return zero;
}

function manifestOf(folder: string): Manifest {
  const { weightsManifest } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as {
    weightsManifest: Manifest[];
  };
  const [only, ...more] = weightsManifest;
  if (!only || more.length > 0) throw new Error(`${folder}/model.json should have one group of weights`);
  return only;
}
