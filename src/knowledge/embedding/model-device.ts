// What a model on this device runs on, for the workers in which models run: a graphics card where there is one, else the CPU.
import cpuModule from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import cpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import gpuModule from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import gpuWasm from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';

/** More threads than this no longer helped, and the page needs some too. */
const MOST_THREADS = 4;

export interface ModelDevice {
  onCard: boolean;
  threads: number;
  /** As people are told of it. */
  name: string;
  /** Where the runtime finds its own files. */
  wasmPaths: { wasm: string; mjs: string };
}

/** @param threads default: as many as the page may have, and help. */
export async function chooseDevice(
  allowed: 'any' | 'cpu',
  threads = crossOriginIsolated ? Math.min(MOST_THREADS, Math.max(1, navigator.hardwareConcurrency)) : 1,
): Promise<ModelDevice> {
  const onCard = allowed === 'any' && (await hasGraphicsCard());
  return {
    onCard,
    threads,
    name: onCard ? 'WebGPU' : threads === 1 ? 'CPU' : `CPU, ${threads} threads`,
    wasmPaths: onCard ? { wasm: gpuWasm, mjs: gpuModule } : { wasm: cpuWasm, mjs: cpuModule },
  };
}

/** A real one: what a CPU pretends to be a card is slower than the CPU itself. JSPI is what its runtime is built with. */
async function hasGraphicsCard(): Promise<boolean> {
  if (!('gpu' in navigator) || !('Suspending' in WebAssembly)) return false;
  try {
    const adapter = await (navigator.gpu as Gpu).requestAdapter({ powerPreference: 'high-performance' });
    return adapter !== null && adapter.info?.isFallbackAdapter !== true && !adapter.isFallbackAdapter;
  } catch {
    return false;
  }
}

/** As much of WebGPU as is asked here; the library of types that TypeScript brings does not have it. */
interface Gpu {
  requestAdapter(options: object): Promise<{
    isFallbackAdapter?: boolean;
    info?: { isFallbackAdapter?: boolean };
  } | null>;
}
